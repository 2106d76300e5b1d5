/** Values for the fuzzer: such as a schema allows, and such as break services. */
import fc from 'fast-check';
import type { JsonSchema } from './fuzz-document.ts';
import { anyFilter } from './fuzz-filters.ts';

/** Any text, NUL and lone surrogates included. */
const codeUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), {
    maxLength: 20,
  })
  .map((units) => String.fromCharCode(...units));

/** Any character of Unicode. fast-check's own unit for them takes a second to list them all. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));

const oddTexts = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udc00\ud800', '%', '%00', '_', '\\', "'", '"', '{}', '[]'],
  ...['null', 'true', '0', '-1', '1e400', '__proto__', 'constructor', 'toString', 'toJSON', '🦊'],
  ...['\u202e', '\ufeff', 'é'.normalize('NFD'), 'İ', 'ß', '<script>', '$1', '--', ';'],
];

export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  codeUnits,
  fc.constantFrom(...oddTexts),
);

/** A text that has at least one character after cleaning. */
const someText = anyText.map((text) => `x${text}`);

/** Texts up to the limit, counted in characters, some of them exactly as long. */
function textUpTo(maxLength: number): fc.Arbitrary<string> {
  const short = anyText.filter((text) => [...text].length <= maxLength);
  // Several of the longest texts would make a message too large.
  if (maxLength > 320) return short;
  const full = fc
    .constantFrom('x', 'ä', '🦊', '\u0301')
    .map((character) => character.repeat(maxLength));
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: full });
}

const name = fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'a', 'b', 'c'));

const { json } = fc.letrec<{ json: unknown; object: unknown; list: unknown[] }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    anyText,
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('json'), { maxLength: 5 }),
  object: fc.array(fc.tuple(name, tie('json')), { maxLength: 5 }).map(Object.fromEntries),
}));

export const anyJson: fc.Arbitrary<unknown> = json;

export const anyObject: fc.Arbitrary<Record<string, unknown>> = fc
  .array(fc.tuple(name, json), { maxLength: 5 })
  .map((entries) => Object.fromEntries(entries));

/** A moment as callers write it. */
const instant = fc
  .tuple(
    fc.integer({ min: 86_400_000, max: 253_402_214_400_000 }),
    fc.constantFrom('Z', '+02:00', '-0730', '+14', ''),
    fc.constantFrom('', '.5', '.123456', '.999999999'),
    fc.boolean(),
  )
  .map(([ms, offset, fraction, isDate]) => {
    const text = new Date(ms).toISOString();
    return isDate ? text.slice(0, 10) : text.slice(0, 19) + fraction + offset;
  });

const uuid = fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase()));
const instants = new Set([
  'updated_after',
  'created_after',
  'created_before',
  'from',
  'to',
  'timestamp',
  'sent_at',
]);

/** Values that fit the schema. `ids`: of records that exist. */
function fitting(schema: JsonSchema, field: string, ids: string[]): fc.Arbitrary<unknown> {
  const types = [schema.type ?? []].flat();
  if (types.includes('null')) {
    const { type: _, ...rest } = schema;
    const type = types.find((one) => one !== 'null');
    return fc.oneof(fc.constant(null), fitting({ ...rest, type }, field, ids));
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (types[0]) {
    case 'string':
      return fittingText(schema, field, ids);
    case 'integer':
      return fc.integer({ min: schema.minimum, max: Math.min(schema.maximum ?? 1e6, 1e6) });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting(schema.items ?? {}, field, ids), {
        minLength: schema.minItems,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case 'object':
      if (schema.properties) return fittingObject(schema, ids);
      return schema.patternProperties ? fittingRecord(schema.patternProperties, ids) : anyObject;
    default:
      return anyJson;
  }
}

function fittingRecord(
  patternProperties: Record<string, JsonSchema>,
  ids: string[],
): fc.Arbitrary<unknown> {
  const [schema = {}] = Object.values(patternProperties);
  const names = fc.constantFrom('gclid', 'fbclid', 'other', '__proto__');
  return fc
    .array(fc.tuple(names, fitting(schema, '', ids)), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));
}

function fittingText(schema: JsonSchema, field: string, ids: string[]): fc.Arbitrary<string> {
  if (schema.format === 'uuid') {
    return ids.length > 0 ? fc.oneof(uuid, fc.constantFrom(...ids)) : uuid;
  }
  if (schema.format === 'instant' || instants.has(field)) return instant;
  if (schema['x-filter']) return anyFilter(schema['x-filter']);
  // Of which of both the list is another field says.
  if (schema['x-list-filter']) return fc.oneof(anyFilter('visitor'), anyFilter('identity'));
  if (field === 'cursor') return fc.constant('');
  if (field === 'time_zone') return fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu');
  if (schema.pattern) return fittingPattern(schema.pattern);
  const { minLength = 0, maxLength = 100 } = schema;
  return minLength > 0
    ? someText.filter((text) => [...text].length <= maxLength)
    : textUpTo(maxLength);
}

/** Of the patterns that the contract has. */
function fittingPattern(pattern: string): fc.Arbitrary<string> {
  if (pattern.includes('@')) return fc.emailAddress();
  if (pattern.startsWith(String.raw`^\d`)) return fc.nat().map(String);
  if (pattern.includes('{3}')) return fc.constantFrom('EUR', 'usd');
  if (pattern.startsWith('^(?:')) return fc.stringMatching(new RegExp(pattern));
  return fc.stringMatching(/^#[0-9A-Fa-f]{6}$/);
}

/** Required fields, and any of the others. */
export function fittingObject(
  { properties = {}, required = [] }: JsonSchema,
  ids: string[],
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([field, schema]) => [
    field,
    fitting(schema, field, ids),
  ]);
  return fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: required });
}

/** What the service makes of JSON before it stores it, as it is documented. */
export function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [cleaned(field), cleaned(part)]),
  );
}
