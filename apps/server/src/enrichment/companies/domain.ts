/** Registrable domains: the part of a host name that somebody registered, by the public suffix list. */
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';

/**
 * Names that no registry hands out (RFC 6761, RFC 6762, RFC 8375 and what routers and directories
 * use). `example` and `test` are left in: documentation and test data live there.
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
 * The registrable domain of a host name, in lower case and in Punycode: `shop.Bücher.de` is
 * `xn--bcher-kva.de`. Private suffixes count, so that `acme.github.io` is not GitHub. '' for a
 * public suffix, an IP address, a name of a local network, and what is no host name.
 */
export function registrableDomain(host: string): string {
  // One trailing dot is the root of the name space, and belongs to the name.
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  // The conversion would decode %41 and cut off a path, as an address bar does.
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

/** The registrable domain of what people write for one: a host name, a URL or an email address. */
export function domainOfText(text: string): string {
  const address = text.trim().replace(/^(?:[a-z][a-z\d+.-]*:)?\/\//i, '');
  const [authority = ''] = address.split(/[/?#\\]/, 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return registrableDomain(host);
}
