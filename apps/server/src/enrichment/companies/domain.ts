/** Registrable domains, by the public suffix list. */
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';

/**
 * Names that no registry assigns (RFC 6761, RFC 6762, RFC 8375, routers and directories). Without `example`
 * and `test`, which documentation and test data use.
 */
const localNames = new Set([
  'arpa',
  'corp',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'workgroup',
]);

/**
 * The registrable domain of a host name, in lower case and Punycode: `shop.Bücher.de` gives
 * `xn--bcher-kva.de`. Private suffixes count, so `acme.github.io` is not GitHub. '' for public suffixes, IP
 * addresses, local network names and invalid host names.
 */
export function registrableDomain(host: string): string {
  // A trailing dot is the DNS root, and valid.
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  // The conversion would decode %41 and cut off a path, like an address bar.
  if (name.length > 253 || /[%/?#:@\\\s]/.test(name)) return '';
  const ascii = domainToASCII(name);
  if (!hostName.test(ascii)) return '';
  const domain = getDomain(ascii, { allowPrivateDomains: true, extractHostname: false }) ?? '';
  const suffix = domain.slice(domain.lastIndexOf('.') + 1);
  return localNames.has(suffix) || /^\d+$/.test(suffix) ? '' : domain;
}

/** Labels of 1 to 63 letters, digits, hyphens and, as in some host names, underscores. */
const hostName =
  /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)+$/;

/** The registrable domain in user input: a host name, a URL or an email address. */
export function domainOfText(text: string): string {
  const address = text.trim().replace(/^(?:[a-z][a-z\d+.-]*:)?\/\//i, '');
  const [authority = ''] = address.split(/[/?#\\]/, 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return registrableDomain(host);
}
