/**
 * Origin and privacy of each field. Agents use the origin to detect text from strangers; the server uses the privacy to
 * mask personal data.
 */
import type { TSchema } from 'typebox';

/**
 * `visitor`: a stranger could have written it. `network`: looked up from the IP address. `operator`: written by members or
 * keys of the workspace. `service`: ids, times, counts and text of the service. If several apply, the first of these.
 */
export const originNames = ['visitor', 'network', 'operator', 'service'] as const;
export type Origin = (typeof originNames)[number];

/**
 * What a key without access to personal data sees of a field. `hidden`: nothing. `address`: the URL of a page without
 * query and fragment. `none`: everything; the field is never about a person. By default, text from visitors and operators
 * is shown with personal-looking parts masked.
 */
export type Personal =
  | 'hidden'
  | 'address'
  | 'none'
  /** Hidden except for these keys of the object. */
  | { shown: readonly string[] }
  /** Hidden in records where this field has one of these values. */
  | { where: string; is: readonly string[] };

const declare =
  (origin: Origin) =>
  <T extends TSchema>(schema: T, personal?: Personal): T => ({
    ...schema,
    // Entries of a list have the origin too, for code that reads them one by one.
    ...('items' in schema && { items: { ...(schema.items as TSchema), 'x-origin': origin } }),
    'x-origin': origin,
    ...(personal && { 'x-personal': personal }),
  });

export const fromVisitor = declare('visitor');
export const fromNetwork = declare('network');
export const fromOperator = declare('operator');
export const fromService = declare('service');

/**
 * Marks a parameter or body field that could reveal hidden data; with `address`, only by its query and fragment.
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

/** Undefined if not declared, and for objects with declared fields. */
export function originOf(schema: TSchema): Origin | undefined {
  const { items, ...declared } = schema as Declared;
  if (declared['x-origin']) return declared['x-origin'];
  if (items) return originOf(items);
  return isOurs(declared) ? 'service' : undefined;
}

export function personalOf(schema: TSchema): Personal | undefined {
  return (schema as Declared)['x-personal'];
}

/** Numbers, ids, times and enums always come from the service. */
function isOurs({ type, enum: values, format }: Declared): boolean {
  if (values !== undefined || format === 'uuid' || format === 'date-time') return true;
  const types = [type].flat().filter((each) => each !== 'null');
  return types.every((each) => each === 'integer' || each === 'number' || each === 'boolean');
}
