import { expect, test } from 'vitest';

const script = new URL('../scripts/types-of.mjs', import.meta.url).href;
const { typesOf } = (await import(script)) as { typesOf: (document: object) => string };

/** The type of a schema as the document's only one. */
function typeOf(schema: object): string {
  const components = { schemas: { Only: schema }, responses: {}, headers: {} };
  const text = typesOf({ paths: {}, components });
  const [, type = ''] = /^ {8}Only: ([\s\S]*?);\n {4}\};\n {4}responses/m.exec(text) ?? [];
  return type.replaceAll(/\s+/g, ' ');
}

test.for([
  [{ type: 'string', format: 'uuid', maxLength: 9 }, 'string'],
  [{ type: 'integer', minimum: 1, default: 50 }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 'b'], type: 'string' }, '"a" | "b"'],
  [{ $ref: '#/components/schemas/Lead' }, 'components["schemas"]["Lead"]'],
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

test.for([
  { oneOf: [{ type: 'string' }] },
  { type: 'array', items: { not: { type: 'string' } } },
  { type: 'money' },
  { $ref: 'https://example.com/lead.json' },
])('what it does not know becomes an error and no wrong type: %j', (schema) => {
  expect(() => typeOf(schema)).toThrow('types-of.mjs does not know');
});

test('text of the document cannot end the comment that it is in', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', description: 'a */ b' } } };
  expect(typeOf(schema)).toBe('{ /** @description a *\\/ b */ a?: string; }');
});
