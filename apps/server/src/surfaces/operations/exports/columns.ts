/** A file's columns: the record's fields, as in its list. */
import type { FileSpec } from '@footfall/contract/operation';
import type { TSchema } from 'typebox';
import type { CheckedInput } from '../input.ts';

export type ColumnType =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'money'
  /** Objects and lists, as JSON. */
  | 'json';

export interface Column {
  name: string;
  type: ColumnType;
}

interface Declared {
  type?: string | string[];
  format?: string;
  'x-money'?: boolean;
}

/** The requested ones. Fields of `expand` only have a column if expanded. */
export function columnsOf(
  { record }: FileSpec,
  declaredQuery: Record<string, TSchema>,
  { fields, expand }: CheckedInput['query'],
): Column[] {
  const requested = Array.isArray(fields) ? new Set<unknown>(fields) : undefined;
  const { expand: declared } = declaredQuery as { expand?: { items: { enum: string[] } } };
  const expanded = new Set<unknown>([expand ?? []].flat());
  const notExpanded = new Set(declared?.items.enum.filter((name) => !expanded.has(name)));
  return Object.entries(record.properties)
    .filter(([name]) => !notExpanded.has(name) && (!requested || requested.has(name)))
    .map(([name, schema]) => ({ name, type: typeOf(schema as Declared) }));
}

function typeOf({ type, format, 'x-money': isMoney }: Declared): ColumnType {
  if (isMoney) return 'money';
  if (format === 'date-time') return 'timestamp';
  const [first] = [type].flat().filter((each) => each !== 'null');
  switch (first) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
    case 'boolean':
      return first;
    default:
      return 'json';
  }
}
