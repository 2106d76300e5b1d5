/** Hosts of URLs, and the sites of hosts. Both are needed for each message, so results are cached. */
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { RecentEntries } from '../../platform/common/recent-entries.ts';

/** Longest URL in messages; anything longer is not a URL. */
const addressLimit = 4096;
const rememberedHosts = 2_000;

const hostPattern =
  /^\s*(?:(https?|android-app):)?\/\/(?:[^/?#\\]*@)?(\[[0-9a-f:.]+\]|[^/?#\\:\s]+)/i;
const beyondAscii = /[^\0-\x7f]/;
const hostCharacters = /^[\w.[\]:-]+$/;

export interface Host {
  /** Lower case, without `www.` and port, in ASCII: `xn--bcher-kva.example`. */
  name: string;
  /** Whether it is an Android application. */
  isApp: boolean;
}

/** The host of an http, https or android-app address; undefined for anything else. Never throws. */
export function hostOf(address: string): Host | undefined {
  const match = hostPattern.exec(address.length > addressLimit ? head(address) : address);
  if (!match) return undefined;
  const raw = match[2]?.toLowerCase() ?? '';
  const whole = beyondAscii.test(raw) ? domainToASCII(raw) : raw;
  if (whole.length > 253 || !hostCharacters.test(whole)) return undefined;
  const name = withoutDot(whole.startsWith('www.') ? whole.slice(4) : whole);
  const isApp = match[1]?.toLowerCase() === 'android-app';
  return name === '' ? undefined : { name, isApp };
}

/**
 * The site of a host: its registrable domain by the public suffix list with private suffixes, so that two people's pages
 * on github.io are two sites. Hosts without one (localhost, IP addresses, local names) are their own site.
 */
export function siteOf(host: string): string {
  const cached = sites.get(host);
  if (cached !== undefined) return cached;
  const site = getDomain(host, { allowPrivateDomains: true }) ?? host;
  sites.set(host, site);
  return site;
}

/** Whether many people's sites end with it: `co.uk`, `github.io`. */
export function isWholeSuffix(domain: string): boolean {
  return getDomain(domain, { allowPrivateDomains: true }) === null;
}

const sites = new RecentEntries<string>(rememberedHosts);

function head(address: string): string {
  return address.slice(0, addressLimit);
}

function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}
