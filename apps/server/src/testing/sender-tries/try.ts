/** What is tried of a cell of the guide's tables: items as its sender makes them, and what Footfall has then. */
import type { Fields } from '../../collect/senders/mapping.ts';

/** Rows of lists of the API: so many, of which these fields are looked at. */
type Rows = Record<string, unknown>[];

export interface Expected {
  events?: Rows;
  conversions?: Rows;
  people?: Rows;
  /** What the messages named somebody by. */
  names?: Rows;
  sessions?: Rows;
  /** Of the visitor `visitor`. */
  consents?: Rows;
  /** When the first event happened: milliseconds ago, to ten minutes. */
  ago?: number;
}

export type Status = 'accepted' | 'duplicate' | 'rejected' | 'ignored';

export interface Case extends Expected {
  items: Fields[];
  /** What becomes of all; else they are accepted. */
  status?: Status;
  /** What becomes of each message made of the items, in the order of the answer, where it differs. */
  statuses?: Status[];
  /** Why, of those that are rejected or ignored. */
  why?: RegExp;
  /** The sender's clock, where it is wrong: milliseconds behind. */
  behind?: number;
}

export interface Try extends Case {
  /** The first cell of its row. */
  row: string;
  /** What differs with a signing secret. */
  signed?: Expected;
  /** The same with fields of wrong kinds. */
  hostile: Case;
}

/** A random one, as browsers make them. */
export const visitor = '5f0c8f4e-6f0a-4f0e-9c3f-0d3c7a1b2e4f';
/** As PostHog's scripts make them. */
export const device = '01a20500-e405-78cb-85cd-bf611056f2c3';

export const url =
  'https://shop.example/plans?utm_source=news&utm_medium=email&utm_campaign=spring&gclid=g1';
export const referrer = 'https://news.example/today';
export const tags = { source: 'news', medium: 'email', name: 'spring' };

export const hour = 3_600_000;
/** An instant so long ago. */
export const instant = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Of a visitor of whom a backend tells; as it is stored; and the one of these tests' requests. */
export const ip = '203.0.113.7';
export const storedIp = '203.0.113.0';
export const ownIp = '127.0.0.0';
export const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** What requests of these tests bring themselves. */
export const ownUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/** Names of conversions as the guide has them, and in other spellings. */
export const conversionNames = [
  'Order Completed',
  'Completed Order',
  'purchase',
  'Signed Up',
  'Trial Started',
  'ORDER_COMPLETED',
  'signed-up',
];
export const namedConversions = conversionNames.map((name) => ({ name }));

/** Properties of orders, and what they are worth. */
export const worths = [
  { revenue: '49.90', total: 60, value: 70, currency: 'EUR' },
  { total: 60, value: 70, currency: 'usd' },
  { value: 70, currency: 'EUR' },
];
export const worthRows = [
  { value: 49.9, currency: 'EUR' },
  { value: 60, currency: 'USD' },
  { value: 70, currency: 'EUR' },
];
/** Nothing that is an amount, a currency or an id. */
export const noWorth = { revenue: {}, total: 'much', value: [7], currency: 'Euro' };
export const noWorthRow = { value: null, currency: '', external_id: '' };
