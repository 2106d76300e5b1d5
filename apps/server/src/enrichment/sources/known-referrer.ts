/** Finds the search engine, network, assistant, mail or ad service behind a URL. Pure; reads the lists once. */
import { parse } from 'tldts';
import {
  adNetworks,
  aiAssistants,
  mailServices,
  passedThrough,
  socialNetworks,
  tagNames,
} from './referrer-hosts.ts';
import { searchEngines } from './search-engines.ts';
import { type Host, hostOf } from './web-address.ts';

export type SourceKind = 'paid' | 'email' | 'ai_assistant' | 'social' | 'search';

export interface KnownSource {
  kind: SourceKind;
  /** Display name: `Google`, `ChatGPT`. */
  name: string;
}

export interface KnownReferrer extends KnownSource {
  /** The search term, if the URL has it; else ''. */
  term: string;
  /** Query parameters that may contain it. */
  parameters: readonly string[];
}

interface Entry extends KnownSource {
  parameters: string[];
  /** Does not include subdomains. */
  isExact: boolean;
  /** Only URLs with a search term count. */
  needsTerm: boolean;
}

const termLimit = 200;
/** Endings that "*" in the lists matches: google.com, google.de, google.co.uk. */
const usualEnding = /^(?:com|net|org|info|[a-z]{2}|(?:com?|org|net|it|edu|ne|or)\.[a-z]{2})$/;
/** Usual host names of webmail. */
const mailLabel = /^(?:(?:web|e)?mail\d*|webmail[\w-]*|roundcube|zimbra|owa)\./;
const forbiddenInText = /\p{Cc}+/gu;

/** After the search engines; later lists win, since an assistant may share a search engine's host. */
const lists: [SourceKind, string][] = [
  ['social', socialNetworks],
  ['email', mailServices],
  ['paid', adNetworks],
  ['ai_assistant', aiAssistants],
];

const passedHosts = new Set(passedThrough.trim().split(/\s+/));
const byHost = new Map<string, Entry>();
/** Path prefixes that are separate sources on a host: `google.*` -> `imgres`. */
const pathsOfHost = new Map<string, string[]>();
const byTag = new Map<string, KnownSource>();
readLists();

/** The known source of a referrer, by host and URL; undefined if on no list. Never throws. */
export function referrerOf(host: Host, referrer: string): KnownReferrer | undefined {
  if (host.isApp) {
    const app = byHost.get(host.name);
    return app && { kind: app.kind, name: app.name, term: '', parameters: [] };
  }
  const { domain, domainWithoutSuffix, publicSuffix } = parse(host.name);
  if (!domain) return undefined;
  const { path, query } = partsOf(referrer);
  const star =
    publicSuffix && usualEnding.test(publicSuffix) ? `${domainWithoutSuffix}.*` : undefined;
  const subdomains = host.name.slice(0, -domain.length);
  for (const front of fronts(subdomains)) {
    const isWhole = front === subdomains;
    const entry =
      entryAt(front + domain, path, isWhole) ?? (star && entryAt(front + star, path, isWhole));
    if (!entry) continue;
    const term = termOf(query, entry.parameters);
    if (entry.needsTerm && term === '') continue;
    return { kind: entry.kind, name: entry.name, term, parameters: entry.parameters };
  }
  if (subdomains !== '' && mailLabel.test(host.name)) {
    return { kind: 'email', name: host.name, term: '', parameters: [] };
  }
  return undefined;
}

/** Whether people only pass through to pay or sign in, and come back. */
export function isPassedThrough({ name }: Host): boolean {
  for (let host = name; host !== ''; host = host.slice(host.indexOf('.') + 1)) {
    if (passedHosts.has(host)) return true;
    if (!host.includes('.')) return false;
  }
  return false;
}

/** Parameters with the search term in a URL; empty if it is not a search engine's. */
export function searchParameters(address: string): readonly string[] {
  const host = hostOf(address);
  return (host && referrerOf(host, address)?.parameters) ?? [];
}

/** The source in utm_source: an alias (`fb`) or a host (`chatgpt.com`). */
export function knownTag(source: string): KnownSource | undefined {
  const tag = byTag.get(source.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  if (tag || !source.includes('.')) return tag;
  const address = source.includes('//') ? source : `https://${source}`;
  const host = hostOf(address);
  const referrer = host && referrerOf(host, address);
  return referrer && { kind: referrer.kind, name: referrer.name };
}

/** `a.b.` -> `a.b.`, `b.`, `` */
function fronts(subdomains: string): string[] {
  const labels = subdomains.split('.').slice(0, -1);
  return [...labels.keys(), labels.length].map((from) =>
    labels
      .slice(from)
      .map((label) => `${label}.`)
      .join(''),
  );
}

function entryAt(host: string, path: string, isWhole: boolean): Entry | undefined {
  for (const below of pathsOfHost.get(host) ?? []) {
    if (path === below || path.startsWith(`${below}/`)) return byHost.get(host + below);
  }
  const entry = byHost.get(host);
  return entry?.isExact && !isWhole ? undefined : entry;
}

function partsOf(address: string): { path: string; query: string } {
  const [, path = '', query = ''] =
    /^[^/?#]*\/\/[^/?#]*([^?#]*)\??([^#]*)/.exec(address.slice(0, 8192)) ?? [];
  return { path, query };
}

/** The first parameter present, on one line, without what PostgreSQL cannot store. */
function termOf(query: string, parameters: string[]): string {
  if (query === '' || parameters.length === 0) return '';
  const values = new URLSearchParams(query);
  for (const parameter of parameters) {
    const value = values.get(parameter)?.replaceAll(forbiddenInText, ' ').trim();
    if (value) return value.slice(0, termLimit).toWellFormed();
  }
  return '';
}

function readLists(): void {
  for (const [name = '', parameters = '', hosts = ''] of rows(searchEngines)) {
    add('search', name, hosts, parameters === '-' ? [] : parameters.split(' '));
  }
  for (const [kind, list] of lists) {
    for (const [name = '', hosts = ''] of rows(list)) add(kind, name, hosts);
  }
  const kinds = new Map<string, SourceKind>();
  for (const { kind, name } of byHost.values()) {
    // Google is an ad network too; as a tag it means the search engine.
    if (kinds.get(name) !== 'search') kinds.set(name, kind);
  }
  for (const [name = '', words = ''] of rows(tagNames)) {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`tagNames: "${name}" is on no list of hosts`);
    for (const word of words.split(' ')) byTag.set(word, { kind, name });
  }
}

function add(kind: SourceKind, name: string, hosts: string, parameters: string[] = []): void {
  for (const marked of hosts.split(' ')) {
    const [, marks = '', host = '', path = ''] = /^([?=]*)([^/]*)(.*)$/.exec(marked) ?? [];
    byHost.set(host + path, {
      kind,
      name,
      parameters,
      isExact: marks.includes('='),
      needsTerm: marks.includes('?'),
    });
    if (path !== '') pathsOfHost.set(host, [...(pathsOfHost.get(host) ?? []), path]);
  }
}

function rows(list: string): string[][] {
  return list
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));
}
