/**
 * Records for agents: without empty values, with relative times, and strangers' text made harmless and under
 * `untrusted`, at any depth. Every answer passes through here.
 */

import { originOf } from '@footfall/contract/origins';
import type { TSchema } from 'typebox';
import { harmless } from '../../platform/common/harmless-text.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { withRelative } from './relative-time.ts';

export interface Telling {
  now: number;
  /** Longer texts are cut. */
  longestText: number;
  /** Includes empty values. */
  whole?: boolean;
}

export interface ShownValue {
  value: unknown;
  /** Contains visitors' text. */
  isOfVisitors: boolean;
}

/** What a schema declares. */
interface Declared {
  isTime: boolean;
  isService: boolean;
  /** Or possibly: without a declared origin, nothing is known. */
  isTheirs: boolean;
  items: TSchema | undefined;
  fields: readonly [string, TSchema][] | undefined;
}

const longestName = 100;
const mostNames = 200;
const deepest = 32;

export function shownValue(schema: TSchema, value: unknown, telling: Telling): ShownValue {
  const { isTime, isService, isTheirs, items, fields } = declared(schema);
  if (isTheirs && !items && !fields) {
    return { value: made(value, telling, 0), isOfVisitors: !isEmpty(value) };
  }
  if (Array.isArray(value) && items) {
    const parts = value.map((each) => shownValue(items, each, telling));
    return {
      value: parts.map((part) => part.value),
      isOfVisitors: parts.some((part) => part.isOfVisitors),
    };
  }
  if (fields && isObject(value)) return shownRecord(fields, value, telling);
  if (typeof value === 'string' && isTime) {
    return { value: withRelative(value, telling.now), isOfVisitors: false };
  }
  const ours = isService ? value : made(value, telling, 0);
  return { value: ours, isOfVisitors: false };
}

function shownRecord(
  fields: readonly [string, TSchema][],
  record: Record<string, unknown>,
  telling: Telling,
): ShownValue {
  const ours: [string, unknown][] = [];
  const theirs: [string, unknown][] = [];
  let isOfVisitors = false;
  for (const [name, schema] of fields) {
    // The key determines the workspace.
    if (!(name in record) || name === 'workspace_id') continue;
    const field = shownValue(schema, record[name], telling);
    if (isEmpty(field.value) && !telling.whole) continue;
    isOfVisitors ||= field.isOfVisitors;
    (declared(schema).isTheirs ? theirs : ours).push([name, field.value]);
  }
  if (theirs.length > 0) ours.push(['untrusted', Object.fromEntries(theirs)]);
  return { value: Object.fromEntries(ours), isOfVisitors };
}

function declared(schema: TSchema): Declared {
  const { format, items, properties } = schema as {
    format?: string;
    items?: TSchema;
    properties?: Record<string, TSchema>;
  };
  const origin = originOf(schema);
  return {
    isTime: format === 'date-time',
    isService: origin === 'service',
    isTheirs: origin === 'visitor' || (origin === undefined && !items && !properties),
    items,
    fields: properties && Object.entries(properties),
  };
}

/** Harmless, and within the limit. */
function made(value: unknown, telling: Telling, depth: number): unknown {
  if (typeof value === 'string') return cut(harmless(value), telling.longestText);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) {
    return value.slice(0, mostNames).map((each) => made(each, telling, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostNames)
      .map(([name, each]) => [cut(harmless(name), longestName), made(each, telling, depth + 1)]),
  );
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).toWellFormed()}… (${text.length - longest} more characters)`;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
