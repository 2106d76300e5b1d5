/** Which of the fields that the contract declares as personal an answer has a value of. */
import { personalOf } from '@footfall/contract/origins';
import type { TSchema } from 'typebox';

interface Parts {
  properties?: Record<string, TSchema>;
  items?: TSchema;
}

/** Every field of the schema that is personal, with its path. */
export function personalFields(schema: TSchema, path: string): [TSchema, string][] {
  const { properties = {}, items } = schema as Parts;
  if (isPersonal(schema)) return [[schema, path]];
  if (items) return personalFields(items, `${path}[]`);
  return Object.entries(properties).flatMap(([name, part]) =>
    personalFields(part, `${path}.${name}`),
  );
}

/** Those that have a value in the answer, and not an empty one. */
export function filledFields(schema: TSchema, value: unknown): TSchema[] {
  if (value === undefined || value === null) return [];
  if (isPersonal(schema)) return /^(?:""|\[\]|\{\})$/.test(JSON.stringify(value)) ? [] : [schema];
  const { properties = {}, items } = schema as Parts;
  if (items) return (value as unknown[]).flatMap((each) => filledFields(items, each));
  const record = value as Record<string, unknown>;
  return Object.entries(properties).flatMap(([name, part]) => filledFields(part, record[name]));
}

function isPersonal(schema: TSchema): boolean {
  const personal = personalOf(schema);
  return personal !== undefined && personal !== 'none';
}
