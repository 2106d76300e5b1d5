/** The parameter `fields`: records in parts, whatever the operation. */
import type { Issue } from '@footfall/contract/errors';
import { filterFields } from '@footfall/contract/filter-fields';
import { shown } from '@footfall/contract/filter-values';
import type { OperationSpec } from '@footfall/contract/operation';
import type { TObject, TSchema } from 'typebox';
import { filtersOf } from './filter-input.ts';

/** The names that the parameter takes; undefined where there is none. */
export function requestedFields(query: TObject | undefined): string[] | undefined {
  const schema = query?.properties.fields;
  return schema && 'x-fields' in schema ? (schema['x-fields'] as string[]) : undefined;
}

/**
 * Puts the parameter into the query where it names fields that there are; says which there are otherwise. `schema`: of
 * the query, by which records may be found by more than they tell.
 */
export function readFields(
  query: Record<string, unknown>,
  schema: TObject | undefined,
  allowed: string[],
  text: string,
  issues: Issue[],
): void {
  const wrong = text.split(',').find((name) => !allowed.includes(name));
  if (wrong === undefined) query.fields = text;
  else {
    const about = filtersOf(schema).find(([, kind]) => Object.hasOwn(filterFields[kind], wrong));
    const use = about ? `. Filters alone know ${shown(wrong)}` : '';
    const message = `${shown(wrong)} is no field of the record; there are: ${allowed.join(', ')}${use}`;
    issues.push({ path: 'query.fields', message });
  }
}

/** What an operation may answer, with `fields` too: then nothing of a record has to be there. */
export function answerSchema({ query, ok }: OperationSpec): TSchema | undefined {
  if (!ok || !requestedFields(query) || !('properties' in ok)) return ok;
  const { data, ...others } = ok.properties as { data: TSchema };
  const records =
    'items' in data ? { ...data, items: inParts(data.items as TSchema) } : inParts(data);
  return { ...ok, properties: { ...others, data: records } } as TSchema;
}

function inParts(record: TSchema): TSchema {
  // A schema with a name is taken for the one that has it already.
  const {
    $id: _,
    required: __,
    ...rest
  } = record as TSchema & { $id?: string; required?: string[] };
  return rest;
}

/** The answer with these fields of its records only. */
export function withFields(body: object | undefined, fields: unknown): object | undefined {
  if (typeof fields !== 'string' || !body || !('data' in body)) return body;
  const names = new Set(fields.split(','));
  const part = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
  const { data } = body;
  return { ...body, data: Array.isArray(data) ? data.map(part) : part(Object(data)) };
}
