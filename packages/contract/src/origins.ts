/**
 * Where what an answer tells comes from, and what of it is about a person: declared with each field, so
 * that who reads for an agent knows what strangers wrote, and a key that hides personal data what to mask.
 */
import type { TSchema } from 'typebox';

/**
 * `visitor`: a stranger could have written it. `network`: it was looked up from the address of the visit.
 * `operator`: the people or keys of the workspace wrote it. `service`: ids, times, counts, words of ours.
 * Where it may be of several, the first of these.
 */
export const originNames = ['visitor', 'network', 'operator', 'service'] as const;
export type Origin = (typeof originNames)[number];

/**
 * What a key that hides personal data is told of a field. `hidden`: nothing. `address`: the address of a
 * page without what stands behind its path. `none`: all of it, since it is never about a person. Else
 * what strangers and operators wrote is told but for what looks personal in it.
 */
export type Personal =
  | 'hidden'
  | 'address'
  | 'none'
  /** Hidden but for these names of the object. */
  | { shown: readonly string[] }
  /** Hidden in records in which the field has one of these values. */
  | { where: string; is: readonly string[] };

const declare =
  (origin: Origin) =>
  <T extends TSchema>(schema: T, personal?: Personal): T => ({
    ...schema,
    // Of a list each entry says it too, for who looks at them one by one.
    ...('items' in schema && { items: { ...(schema.items as TSchema), 'x-origin': origin } }),
    'x-origin': origin,
    ...(personal && { 'x-personal': personal }),
  });

export const fromVisitor = declare('visitor');
export const fromNetwork = declare('network');
export const fromOperator = declare('operator');
export const fromService = declare('service');

/**
 * A parameter, or field of a body, by which a caller would learn what a key hides; of an `address` that
 * begins so: by what stands behind its path.
 */
export const asksFor = <T extends TSchema>(personal: 'hidden' | 'address', schema: T): T => ({
  ...schema,
  'x-personal': personal,
});

interface Declared {
  'x-origin'?: Origin;
  'x-personal'?: Personal;
  type?: string | string[];
  enum?: unknown;
  format?: string;
  items?: TSchema;
}

/** Undefined where it is not declared, and of an object with fields of its own, each of which has one. */
export function originOf(schema: TSchema): Origin | undefined {
  const { items, ...declared } = schema as Declared;
  if (declared['x-origin']) return declared['x-origin'];
  if (items) return originOf(items);
  return isOurs(declared) ? 'service' : undefined;
}

export function personalOf(schema: TSchema): Personal | undefined {
  return (schema as Declared)['x-personal'];
}

/** Numbers, ids, times and chosen words can say nothing that is not ours. */
function isOurs({ type, enum: values, format }: Declared): boolean {
  if (values !== undefined || format === 'uuid' || format === 'date-time') return true;
  const types = [type].flat().filter((each) => each !== 'null');
  return types.every((each) => each === 'integer' || each === 'number' || each === 'boolean');
}
