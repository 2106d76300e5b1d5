import { expect, test } from 'vitest';

const script = new URL('../scripts/schema-types.mjs', import.meta.url).href;
const { typeOf: textOf, namedType } = (await import(script)) as {
  typeOf: (schema: object) => string;
  namedType: (name: string, schema: object) => string;
};
const typeOf = (schema: object) => textOf(schema).replaceAll(/\s+/g, ' ');

test.for([
  [{ type: 'string', format: 'uuid', maxLength: 9 }, 'string'],
  [{ type: 'integer', minimum: 1, default: 50 }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 'b'], type: 'string' }, '"a" | "b"'],
  [{ $ref: '#/components/schemas/Lead' }, 'Lead'],
  [{}, 'unknown'],
  [{ type: 'object' }, 'Record<string, never>'],
  [{ type: 'object', additionalProperties: true }, '{ [key: string]: unknown; }'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number; }'],
  [
    {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'boolean' },
        'b-c': { type: 'string', readOnly: true },
      },
    },
    '{ a: boolean; readonly "b-c"?: string; }',
  ],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [
    { type: 'array', items: { type: ['object', 'null'], properties: { a: {} } } },
    '({ a?: unknown; } | null)[]',
  ],
] as [object, string][])('%j is of the type %s', ([schema, type]) => {
  expect(typeOf(schema)).toBe(type);
});

test('an object has an interface, anything else an alias', () => {
  const properties = { a: { type: 'string' } };
  expect(namedType('One', { type: 'object', description: 'It.', properties })).toMatch(
    /^\/\*\* It\. \*\/\nexport interface One \{\s+a\?: string;\s+\}\n$/,
  );
  expect(namedType('Two', { type: 'array', items: { type: 'string' } })).toBe(
    'export type Two = string[];\n',
  );
});

test.for([
  { oneOf: [{ type: 'string' }] },
  { type: 'array', items: { not: { type: 'string' } } },
  { type: 'money' },
  { $ref: 'https://example.com/lead.json' },
])('an unknown schema is an error and not a wrong type: %j', (schema) => {
  expect(() => typeOf(schema)).toThrow('schema-types.mjs does not know');
});

test('a description cannot end the comment that it is in', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', description: 'a */ b' } } };
  expect(typeOf(schema)).toBe('{ /** a *\\/ b */ a?: string; }');
});
