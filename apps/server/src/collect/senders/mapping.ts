/**
 * What the senders of other services say, in the words of /ingest. Pure: from one item of a body to messages, which are
 * checked then as if they had been sent so. What becomes of what stands in docs/guides/senders.md.
 */
import { isUuid } from '@footfall/contract/schema';
import { isClickId } from '../../enrichment/sources/click-ids.ts';
import { keyedId, namedId } from '../../platform/common/ids.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { cleanText } from '../../platform/common/json-body.ts';

export type Fields = Record<string, unknown>;

/** What becomes of an item. */
export type Mapped =
  | { messages: Fields[] }
  /** Understood, and of no use here. */
  | { dropped: string }
  /** Faulty: it is kept with the reason, as refused messages are. */
  | { refused: string };

/** How ids are made that the item does not bring. */
export interface Ids {
  /** Of a visitor whose own id is no UUID: the same for the same text. */
  ofAnonymous: (text: string) => string;
  /** Of a visitor without an id: the same for a day, by address and browser, if need be as a backend names them. */
  ofTheDay: (site: string, ip?: string, userAgent?: string) => string;
}

/** Of a visitor whose own id is no UUID. `secret`: the workspace's for visitors. */
export function anonymousVisitor(secret: string, isTest: boolean, text: string): string {
  return keyedId(secret, `visitor:${isTest}:anonymous:${text}`);
}

/** Of a visitor without an id. `secret`: the workspace's of the day, which nobody has afterwards; `ip`: the whole address. */
export function visitorOfTheDay(
  secret: string,
  isTest: boolean,
  site: string,
  ip: string,
  userAgent: string,
): string {
  return keyedId(secret, `visitor of the day:${JSON.stringify([isTest, site, ip, userAgent])}`);
}

/** How a service's senders speak. */
export interface Dialect {
  name: string;
  /** The write key, with the signing secret behind it, where it stands in the body. */
  keyIn: (body: Fields, first: Fields) => string | undefined;
  /** How to give it, for who gave none. */
  keyHint: string;
  messageId: (item: Fields) => string | undefined;
  sentAt: (body: Fields, first: Fields) => string | undefined;
  map: (item: Fields, ids: Ids) => Mapped;
}

export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Undefined for what is no text, and for an empty one; `most`: characters. */
export function textOf(value: unknown, most = 4096): string | undefined {
  return typeof value === 'string' && value !== '' ? cut(value, most) : undefined;
}

/** A cut can go through a character, of which half cannot be stored. */
function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).toWellFormed() : text;
}

/** An id as text, also where a number was given. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The sender's id of a message; one that is longer than ours may be is made short. */
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

/** Many take the address of a person for their id: then it is one. */
export function namesOf(userId: string | undefined, email?: unknown): Fields {
  const address = textOf(email, 400);
  const own = isAddress(address) ? address : userId;
  return without({ user_id: userId, email: isAddress(own) ? own : undefined });
}

/** An identify message; `traits`: email and name among them. Undefined where nobody is named. */
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

/** What is a conversion by its name, which others write in many ways. */
const orders = new Set(['order completed', 'completed order', 'purchase']);
const conversions = new Set([...orders, 'signed up', 'trial started']);

/**
 * Something that a visitor did: a conversion where it is one by its name, else an event. `sale`: what it is worth where the
 * sender says so of any name; then it is a conversion too.
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

/** A number, also as text; undefined for what is none or out of range. */
export function amountOf(value: unknown): number | undefined {
  const isNumeric = typeof value === 'string' && value.trim() !== '' && value.length < 40;
  const amount = isNumeric ? Number(value) : value;
  return typeof amount === 'number' && Math.abs(amount) <= 1e12 ? amount : undefined;
}

/** Empty where it has none. */
export function hostOf(url: string | null | undefined): string {
  return url && URL.canParse(url) ? new URL(url).hostname : '';
}

/** The page, and the tags and click ids of its address. `$direct` is how some call no referrer. */
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
    // Percent-encoded, it may hold what cannot be stored.
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

/** A screen of which both sides are known. */
export function screenOf(width: unknown, height: unknown): Fields | undefined {
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}

/** Without the fields that are undefined. */
export function without(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function except(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

export function orNone(fields: Fields): Fields | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined;
}
