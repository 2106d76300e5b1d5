/** Values of a filter, parsed by the type of their field. */
import { type Comparator, durationSeconds } from './filter.ts';
import type { FieldKind } from './filter-fields.ts';
import { parseInstant } from './instant.ts';
import { isUuid } from './schema.ts';

/** Times are in UTC, as PostgreSQL reads them. */
export type CheckedValue = string | number | boolean | null;

type Read = { value: CheckedValue } | { fault: string };

/** `value`: any JSON value. */
export function readValue(value: unknown, kind: FieldKind, op: Comparator, now: number): Read {
  if (value === null) {
    return op === '=' ? { value } : { fault: 'null works only with = and !=' };
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return { fault: 'must be text, a number, true, false or null' };
  }
  const text = String(value);
  if (text.includes('\0')) return { fault: 'contains a NUL character' };
  const takes = operators[kind];
  if (!takes.includes(op)) return { fault: `this field supports only ${takes.join(' ')}` };
  return readers[kind](text, op, now);
}

const everything = ['=', '<', '<=', '>', '>=', ':'];
const ordered = ['=', '<', '<=', '>', '>='];

const operators: Record<FieldKind, string[]> = {
  text: everything,
  email: everything,
  object: everything,
  number: ordered,
  time: ordered,
  boolean: ['='],
  id: ['='],
};

const readers: Record<FieldKind, (text: string, op: Comparator, now: number) => Read> = {
  text: (value) => ({ value }),
  email: (value) => ({ value }),
  // The stored value has the type; only order comparisons convert to a number.
  object: (text, op) => {
    const isOrder = op !== '=' && op !== ':';
    return { value: isOrder && isNumber(text) ? Number(text) : text };
  },
  number: (text) =>
    isNumber(text) ? { value: Number(text) } : { fault: `${shown(text)} is not a number` },
  boolean: (text) =>
    text === 'true' || text === 'false'
      ? { value: text === 'true' }
      : { fault: 'must be true or false' },
  time: (text, _, now) => {
    const value = timeOf(text, now);
    return value === undefined
      ? { fault: `${shown(text)} is not a time. Use 2026-05-04, 2026-05-04T09:30:00Z or now-7d` }
      : { value };
  },
  id: (text) =>
    isUuid(text) ? { value: text.toLowerCase() } : { fault: `${shown(text)} is not a UUID` },
};

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** A timestamp, a date, `now` or `now-7d`. */
function timeOf(text: string, now: number): string | undefined {
  const relative = /^now(?:-(\w{1,8}))?$/.exec(text);
  if (!relative) return parseInstant(text)?.iso;
  const seconds = relative[1] === undefined ? 0 : durationSeconds(relative[1]);
  if (seconds === undefined) return undefined;
  return new Date(Math.max(0, now - seconds * 1000)).toISOString();
}

/** Quotes and shortens untrusted text for a message. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
