/**
 * A page's URL in storable form: without user and password, with only harmless query parameters, without a
 * fragment unless the site routes by it, and with email addresses, secrets and card numbers masked. Pure and
 * linear.
 */
import { RecentEntries } from '../platform/common/recent-entries.ts';
import { maskEmails, maskValues } from './mask-values.ts';
import { isClickId, tellsRecipient } from './sources/click-ids.ts';
import { searchParameters } from './sources/known-referrer.ts';

/** Beside utm_… and click ids: where a link was, and how a page is displayed. */
const harmless = new Set('ref via lang page plan'.split(' '));

/** Cache for the default rule, since most visits are to the same pages; at most 4 MB. */
const scrubbed = new RecentEntries<string>(2000);
const longestRemembered = 512;

/** `added`: names that the workspace allows, in lower case. */
export function scrubAddress(address: string, added: readonly string[]): string {
  if (address === '') return address;
  if (added.length > 0) {
    return scrub(address, (name) => isUsual(name) || added.includes(name.toLowerCase()));
  }
  const remembered = scrubbed.get(address);
  if (remembered !== undefined) return remembered;
  const made = scrub(address, isUsual);
  if (address.length <= longestRemembered) scrubbed.set(address, made);
  return made;
}

/** For the referrer: also keeps the search term of a search engine. */
export function scrubReferrer(address: string, added: readonly string[]): string {
  if (!address.includes('?')) return scrubAddress(address, added);
  const searched = searchParameters(address);
  return scrub(
    address,
    (name) =>
      isUsual(name) ||
      (searched.length > 0 && searched.includes(name)) ||
      (added.length > 0 && added.includes(name.toLowerCase())),
  );
}

function isUsual(name: string): boolean {
  const small = name.toLowerCase();
  return (
    small.startsWith('utm_') || harmless.has(small) || (isClickId(small) && !tellsRecipient(small))
  );
}

function scrub(address: string, isAllowed: (name: string) => boolean): string {
  const hash = address.indexOf('#');
  const page = hash === -1 ? address : address.slice(0, hash);
  const fragment = hash === -1 ? '' : address.slice(hash + 1);
  const isRoute = fragment.startsWith('/') || fragment.startsWith('!/');
  return scrubPage(page, isAllowed) + (isRoute ? `#${scrubPage(fragment, isAllowed)}` : '');
}

function scrubPage(page: string, isAllowed: (name: string) => boolean): string {
  const mark = page.indexOf('?');
  const path = mark === -1 ? page : page.slice(0, mark);
  const query = mark === -1 ? '' : scrubQuery(page.slice(mark + 1), isAllowed);
  const masked = maskValues(withoutPathParameters(withoutUser(path)));
  return query === '' ? masked : `${masked}?${query}`;
}

/** `https://name:password@host/` */
function withoutUser(path: string): string {
  if (!path.includes('@')) return path;
  const slashes = path.indexOf('//');
  if (slashes === -1) return path;
  const from = slashes + 2;
  const at = path.slice(from).search(/[/\\]/);
  const end = at === -1 ? path.length : from + at;
  const sign = path.lastIndexOf('@', end - 1);
  return sign < from ? path : path.slice(0, from) + path.slice(sign + 1);
}

/** `/cart;jsessionid=…/items` */
function withoutPathParameters(path: string): string {
  return path.includes(';') ? path.replaceAll(/;[^/]*/g, '') : path;
}

function scrubQuery(query: string, isAllowed: (name: string) => boolean): string {
  const kept: string[] = [];
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    if (name === '' || !isAllowed(name)) continue;
    kept.push(
      equals === -1 ? part : part.slice(0, equals + 1) + keptValue(name, part.slice(equals + 1)),
    );
  }
  return kept.join('&');
}

/** A URL as a value has its own query, which is not checked. */
function keptValue(name: string, value: string): string {
  if (isClickId(name.toLowerCase())) return maskEmails(value);
  const inner = value.search(/[?#;]|%(?:25)?(?:3f|23|3b)/i);
  const isQuery = inner !== -1 && /=|%(?:25)?3d/i.test(value.slice(inner));
  return maskValues(isQuery ? value.slice(0, inner) : value);
}

function decoded(name: string): string {
  if (!name.includes('%') && !name.includes('+')) return name;
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
