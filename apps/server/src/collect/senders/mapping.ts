/**
 * Maps items of other services' senders to /ingest messages, which are then checked as usual. Pure.
 * docs/guides/senders.md has the mapping.
 */
import { isUuid } from '@footfall/contract/schema';
import { isClickId } from '../../enrichment/sources/click-ids.ts';
import { keyedId, namedId } from '../../platform/common/ids.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { cleanText } from '../../platform/common/json-body.ts';

export type Fields = Record<string, unknown>;

/** Result of mapping an item. */
export type Mapped =
  | { messages: Fields[] }
  /** Valid, but of no use here. */
  | { dropped: string }
  /** Invalid: kept with the reason, like rejected messages. */
  | { refused: string };

/** Creates ids that the item lacks. */
export interface Ids {
  /** For a visitor with an id that is not a UUID: the same text gives the same id. */
  ofAnonymous: (text: string) => string;
  /** For a visitor without an id: stable for a day, by address and browser (those that a backend reports, if any). */
  ofTheDay: (site: string, ip?: string, userAgent?: string) => string;
}

/** For a visitor with an id that is not a UUID. `secret`: the workspace's for visitors. */
export function anonymousVisitor(secret: string, isTest: boolean, text: string): string {
  return keyedId(secret, `visitor:${isTest}:anonymous:${text}`);
}

/** For a visitor without an id. `secret`: the workspace's of the day, deleted afterwards; `ip`: the whole address. */
export function visitorOfTheDay(
  secret: string,
  isTest: boolean,
  site: string,
  ip: string,
  userAgent: string,
): string {
  return keyedId(secret, `visitor of the day:${JSON.stringify([isTest, site, ip, userAgent])}`);
}

/** The protocol of a service's senders. */
export interface Dialect {
  name: string;
  /** The write key in the body, followed by any signing secret. */
  keyIn: (body: Fields, first: Fields) => string | undefined;
  /** How to send the key, for the error message. */
  keyHint: string;
  messageId: (item: Fields) => string | undefined;
  sentAt: (body: Fields, first: Fields) => string | undefined;
  map: (item: Fields, ids: Ids) => Mapped;
}

export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Undefined if not text or empty; `most`: characters. */
export function textOf(value: unknown, most = 4096): string | undefined {
  return typeof value === 'string' && value !== '' ? cut(value, most) : undefined;
}

/** A cut can split a surrogate pair, and half of one cannot be stored. */
function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).toWellFormed() : text;
}

/** An id as text, also from a number. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The sender's message id; hashed if longer than ours may be. */
export function messageIdOf(value: unknown): string | undefined {
  const id = idOf(value);
  return id === undefined || id.length <= 100 ? id : namedId(id);
}

export function visitorOf(id: string | undefined, ids: Ids): string | undefined {
  if (id === undefined) return undefined;
  return isUuid(id) ? id : ids.ofAnonymous(id);
}

const address = /^[^\s@]+@[^\s@]+$/;

function isAddress(text: string | undefined): text is string {
  return text !== undefined && text.length >= 3 && text.length <= 320 && address.test(text);
}

/** Many senders use the person's address as id. */
export function namesOf(userId: string | undefined, email?: unknown): Fields {
  const address = textOf(email, 400);
  const own = isAddress(address) ? address : userId;
  return without({ user_id: userId, email: isAddress(own) ? own : undefined });
}

/** An identify message; `traits` may include email and name. Undefined if nobody is identified. */
export function identifyOf(
  base: Fields,
  userId: string | undefined,
  traits: Fields,
): Fields | undefined {
  const names = namesOf(userId, traits.email);
  if (Object.keys(names).length === 0) return undefined;
  const parts = [traits.firstName ?? traits.first_name, traits.lastName ?? traits.last_name];
  const name = textOf(traits.name, 200) ?? textOf(parts.filter(isText).join(' '), 200);
  const fields = ['name', ...(names.email === traits.email ? ['email'] : [])];
  return without({ type: 'identify', ...base, ...names, name, traits: except(traits, fields) });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Names of conversions, in other services' spellings. */
const orders = new Set(['order completed', 'completed order', 'purchase']);
const conversions = new Set([...orders, 'signed up', 'trial started']);

/**
 * A visitor's action: a conversion if its name is one, else an event. `sale`: its value, if the sender sets one for any
 * name; then it is a conversion too.
 */
export function eventOf(
  base: Fields,
  name: unknown,
  properties: Fields,
  sale: { value?: number | undefined; currency?: unknown } = {},
): Fields {
  const eventName = (textOf(name) ?? '').toLowerCase().replaceAll(/[_-]/g, ' ');
  const isSale = sale.value !== undefined;
  if (!isSale && !conversions.has(eventName)) {
    return without({ type: 'event', ...base, name, properties });
  }
  const { revenue, total, order_id, orderId } = properties;
  const { value, currency } = isSale
    ? sale
    : { ...properties, value: firstOf(amountOf, [revenue, total, properties.value]) };
  const id = orders.has(eventName) ? firstOf(idOf, [order_id, orderId]) : undefined;
  return without({
    type: 'conversion',
    ...base,
    name,
    value,
    currency: typeof currency === 'string' && /^[a-z]{3}$/i.test(currency) ? currency : undefined,
    external_id: id !== undefined && id.length <= 200 ? id : undefined,
    properties,
  });
}

function firstOf<T>(read: (value: unknown) => T | undefined, values: unknown[]): T | undefined {
  for (const value of values) {
    const first = read(value);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** A number, also from text; undefined if invalid or out of range. */
export function amountOf(value: unknown): number | undefined {
  const isNumeric = typeof value === 'string' && value.trim() !== '' && value.length < 40;
  const amount = isNumeric ? Number(value) : value;
  return typeof amount === 'number' && Math.abs(amount) <= 1e12 ? amount : undefined;
}

/** Empty if there is none. */
export function hostOf(url: string | null | undefined): string {
  return url && URL.canParse(url) ? new URL(url).hostname : '';
}

/** The page, with tags and click ids from its URL. Some senders write `$direct` for no referrer. */
export function pageContext({ url, path, title, referrer }: Fields): Fields {
  const before = textOf(referrer);
  const page = without({
    url: textOf(url),
    path: textOf(path),
    title: textOf(title, 1024),
    referrer: before === '$direct' ? undefined : before,
  });
  return without({ page: orNone(page), ...tagsOf(textOf(url) ?? '') });
}

function tagsOf(url: string): Fields {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const [query = ''] = url.slice(start + 1).split('#', 1);
  const campaign: [string, string][] = [];
  const clickIds: [string, string][] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    const tag = campaignTags.get(name.toLowerCase());
    // Decoded text may contain what cannot be stored.
    const text = cleanText(value);
    if (tag !== undefined && text !== '') campaign.push([tag, cut(text, 200)]);
    else if (isClickId(name.toLowerCase()) && text !== '') {
      clickIds.push([name.toLowerCase(), cut(text, 512)]);
    }
  }
  return {
    campaign: orNone(Object.fromEntries(campaign)),
    click_ids: orNone(Object.fromEntries(clickIds)),
  };
}

const campaignTags = new Map([
  ['utm_source', 'source'],
  ['utm_medium', 'medium'],
  ['utm_campaign', 'name'],
  ['utm_term', 'term'],
  ['utm_content', 'content'],
]);

/** The screen, if both sides are known. */
export function screenOf(width: unknown, height: unknown): Fields | undefined {
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}

export function without(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function except(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

export function orNone(fields: Fields): Fields | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined;
}
