import Type, { type TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { memberOperations } from './member-operations.ts';
import type { OperationSpec } from './operation.ts';
import { operations } from './operations.ts';
import { fromVisitor, originNames, originOf, personalOf } from './origins.ts';
import { JsonObject, Nullable, Timestamp, Uuid } from './schema.ts';

interface Parts {
  properties?: Record<string, TSchema>;
  items?: TSchema;
}

/** By its path, each field that tells something itself. */
function fieldsOf(schema: TSchema, path = ''): [string, TSchema][] {
  const { properties, items } = schema as Parts;
  if (properties) {
    return Object.entries(properties).flatMap(([name, part]) => fieldsOf(part, `${path}.${name}`));
  }
  const isOfObjects = items && ('properties' in items || 'items' in items);
  return isOfObjects ? fieldsOf(items, `${path}[]`) : [[path, schema]];
}

const specs: OperationSpec[] = Object.values({ ...operations, ...memberOperations });
const fields = specs.flatMap(({ id, ok }) => (ok ? fieldsOf(ok, id) : []));
function find(path: string): TSchema {
  const [, schema] = fields.find(([name]) => name === path) ?? [];
  if (!schema) throw new Error(`there is no ${path}`);
  return schema;
}

test('every field of every answer says where it comes from', () => {
  const without = fields.filter(([, schema]) => originOf(schema) === undefined);
  expect(without.map(([path]) => path)).toEqual([]);
  for (const origin of originNames) {
    expect(fields.filter(([, schema]) => originOf(schema) === origin).length).toBeGreaterThan(10);
  }
});

test('ids, times, counts and chosen words are of the service without saying so; texts and objects have to', () => {
  for (const schema of [
    Uuid(''),
    Timestamp(''),
    Nullable(Uuid(''), ''),
    Type.Integer(),
    Nullable(Type.Number(), ''),
    Type.Boolean(),
    Type.String({ enum: ['a'] }),
    Type.Array(Uuid('')),
  ]) {
    expect(originOf(schema)).toBe('service');
  }
  for (const schema of [Type.String(), JsonObject(''), Type.Array(Type.String())]) {
    expect(originOf(schema)).toBeUndefined();
    expect(originOf(Nullable(fromVisitor(schema), ''))).toBe('visitor');
  }
  expect(originOf(fromVisitor(Type.Array(Type.String())).items)).toBe('visitor');
});

test('what a stranger may fill is of a visitor, also where others may fill it too', () => {
  const mixed = [
    'getLead.data.code',
    'getLead.data.properties',
    'listLeads.data[].identity.name',
    'getCompany.data.name',
    'getCompany.data.domain',
    'getCampaign.data.name',
    'getConversion.data.value',
    'getStats.data.rows[].dimensions[].label',
    'searchRecords.data[].title',
    'listVisitors.data[].bot.name',
    'listIdentities.data[].verification_levels.traits',
    'listRejectedEvents.data[].body',
  ];
  for (const path of mixed) expect(originOf(find(path)), path).toBe('visitor');
  expect(originOf(find('getLead.data.summary'))).toBe('operator');
  expect(originOf(find('getList.data.name'))).toBe('operator');
  expect(originOf(find('getVisitor.data.city'))).toBe('network');
});

test('fields with one name have one origin wherever the same record is shown', () => {
  const originByField = new Map<string, string | undefined>();
  for (const [path, schema] of fields) {
    const [, record, field] = /\.(identity|company|visitor|session)\.(\w+)$/.exec(path) ?? [];
    if (!record) continue;
    const origin = originByField.get(`${record}.${field}`) ?? originOf(schema);
    expect(originOf(schema), path).toBe(origin);
    originByField.set(`${record}.${field}`, origin);
  }
  expect(originByField.size).toBeGreaterThan(10);
});

test('names, addresses, ids of people and free fields are hidden everywhere', () => {
  // What `getMe` tells is the asker's own.
  const others = fields.filter(([path]) => !path.startsWith('getMe.'));
  const hidden = others.filter(([path]) =>
    /(?<!company|visitors\[\]|campaign|Company|list)\.(?:email|emails\[\]|emails|user_ids?|user_agent|ip|who|traits|properties|username|avatar)$/.test(
      path.replace(/verification_levels\.traits$/, ''),
    ),
  );
  expect(hidden.length).toBeGreaterThan(30);
  for (const [path, schema] of hidden) expect(personalOf(schema), path).toBe('hidden');
});

test('personal fields have a shape that can be hidden', () => {
  for (const [path, schema] of fields) {
    const personal = personalOf(schema);
    if (personal === undefined || personal === 'none') continue;
    const types = [(schema as { type?: string | string[] }).type].flat();
    const isText = types.includes('string') || (schema as Parts).items !== undefined;
    expect(isText || types.includes('object'), path).toBe(true);
    expect(schema, path).not.toHaveProperty('enum');
  }
});

test('no list is sorted by what may be hidden', () => {
  for (const { id, query } of Object.values(operations) as OperationSpec[]) {
    const { enum: names = [] } = (query?.properties.sort ?? {}) as { enum?: string[] };
    for (const name of names) {
      const path = `${id}.data[].${name.replace('-', '')}`;
      const [, schema = Type.Null()] = fields.find(([one]) => one === path) ?? [];
      expect([undefined, 'none'], path).toContain(personalOf(schema));
    }
  }
});
