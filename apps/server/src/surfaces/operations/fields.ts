/** The parameter `fields`: partial records, for any operation. */
import type { Issue } from '@footfall/contract/errors';
import { filterFields } from '@footfall/contract/filter-fields';
import { shown } from '@footfall/contract/filter-values';
import { unknownName } from '@footfall/contract/nearest-name';
import type { OperationSpec } from '@footfall/contract/operation';
import type { TObject, TSchema } from 'typebox';
import { filtersOf } from './filter-input.ts';

/** For name lists in a query, such as `fields` and `expand`: the first invalid name of each. */
export function wrongItems(schema: TObject | undefined, query: Record<string, unknown>): Issue[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const allowed = itemsOf(schema?.properties[name]);
    const wrong = Array.isArray(value) && allowed?.length ? firstOther(value, allowed) : undefined;
    if (wrong === undefined || !allowed) return [];
    const message = `${shown(wrong)} ${unknownName(wrong, allowed)}${useOf(schema, name, wrong)}`;
    return [{ path: `query.${name}`, message }];
  });
}

function itemsOf(schema: TSchema | undefined): string[] | undefined {
  const { enum: names } = Object(Object(schema).items) as { enum?: string[] };
  return names;
}

function firstOther(names: string[], allowed: string[]): string | undefined {
  return names.find((name) => !allowed.includes(name));
}

/** Records may have more searchable than returned fields. */
function useOf(schema: TObject | undefined, parameter: string, name: string): string {
  const isFilterField =
    parameter === 'fields' &&
    filtersOf(schema).some(([, kind]) => Object.hasOwn(filterFields[kind], name));
  return isFilterField ? `. Only filters take ${shown(name)}` : '';
}

/** An operation's answer schema; with `fields`, nothing in a record is required. */
export function answerSchema({ query, ok }: OperationSpec): TSchema | undefined {
  if (!ok || !query?.properties.fields || !('properties' in ok)) return ok;
  const { data, ...others } = ok.properties as { data: TSchema };
  const records =
    'items' in data ? { ...data, items: inParts(data.items as TSchema) } : inParts(data);
  return { ...ok, properties: { ...others, data: records } } as TSchema;
}

function inParts(record: TSchema): TSchema {
  // A named schema would be mistaken for the existing one.
  const {
    $id: _,
    required: __,
    ...rest
  } = record as TSchema & { $id?: string; required?: string[] };
  return rest;
}

/** The answer with only these fields of its records. */
export function withFields(body: object | undefined, fields: unknown): object | undefined {
  if (!Array.isArray(fields) || !body || !('data' in body)) return body;
  const names = new Set<unknown>(fields);
  const part = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
  const { data } = body;
  return { ...body, data: Array.isArray(data) ? data.map(part) : part(Object(data)) };
}
