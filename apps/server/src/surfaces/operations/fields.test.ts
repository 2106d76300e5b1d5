/* `fields`: every list and record that takes it tells these fields only, and names those that there are. */
import type { OperationSpec } from '@footfall/contract/operation';
import { describe, expect, test } from 'vitest';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { allOperations, restPathOf, seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const workspace = await seedWorkspace(h);
const rest = restOf(h, workspace.secretKey);
// Files are read in exports/exports.test.ts.
const fieldNames = ({ query }: OperationSpec): string[] =>
  Object(query?.properties.fields).items?.enum ?? [];
const inParts = allOperations.filter(
  (operation) => fieldNames(operation).length > 0 && !operation.file,
);

test('records of what people, visits and campaigns are can be read one by one in parts too', () => {
  const single = inParts.filter(({ id }) => id.startsWith('get')).map(({ id }) => id);
  expect(single.toSorted()).toEqual(
    [
      ...['getLead', 'getVisitor', 'getIdentity', 'getCompany', 'getConversion', 'getSession'],
      'getCampaign',
    ].toSorted(),
  );
});

/** Of which nothing is stored here. */
function fieldsOf(operation: OperationSpec): object {
  return Object.fromEntries(fieldNames(operation).map((name) => [name, true]));
}

describe.each(inParts.map((operation): [string, OperationSpec] => [operation.id, operation]))(
  '%s',
  (_id, operation) => {
    const path = restPathOf(operation, workspace);
    const isList = operation.id.startsWith('list');
    const read = async (query = '') => {
      const answer = await rest.get(path + query);
      return { answer, record: isList ? pageIn(answer).data[0] : recordIn(answer) };
    };

    test('returns the requested fields in the order of the record', async () => {
      const whole = await read();
      const names = Object.keys(Object(whole.record ?? fieldsOf(operation)));
      const wanted = names.slice(0, 2).toReversed();
      const part = await read(`?fields=${wanted}`);
      const expected = names.slice(0, 2).map((name) => [name, whole.record?.[name]]);
      if (whole.record) expect(Object.entries(Object(part.record))).toEqual(expected);
      expect((await read(`?fields=${names}`)).answer.body).toEqual(whole.answer.body);
      if (!isList) {
        expect(part.answer.headers.get('etag')).toBe(whole.answer.headers.get('etag'));
        return;
      }
      expect(pageIn(part.answer).pagination).toEqual(pageIn(whole.answer).pagination);
    });

    test.each(['ids', '', 'id,', ',', 'id;email', 'ID', '__proto__', 'id,constructor'])(
      'refuses %j and lists the fields',
      async (fields) => {
        const answer = await rest.get(`${path}?${new URLSearchParams({ fields })}`);
        expect(faultsIn(answer)).toEqual(['query.fields']);
        expect(answer.text).toMatch(/is unknown\..* Allowed: [a-z_]+, /);
      },
    );
  },
);

test('fields of several records are listed with commas', async () => {
  const identity_id = workspace.ids.get('identities');
  const company_id = workspace.ids.get('companies');
  const made = recordIn(await rest.post('/leads', { identity_id, company_id }));
  const [lead] = pageIn(await rest.get(`/leads?filter=id=${made.id}&expand=identity,company`)).data;
  expect(lead).toMatchObject({
    identity: { id: lead?.identity_id },
    company: { id: lead?.company_id },
  });
  const { addresses, verification_levels: levels } = recordIn(
    await rest.get(
      `${restPathOf({ path: '/identities/{id}' } as OperationSpec, workspace)}?expand=addresses,verification_levels`,
    ),
  );
  expect([addresses, levels]).toEqual([expect.any(Array), expect.any(Object)]);
  const answer = await rest.get('/leads?expand=identity,companies');
  expect(faultsIn(answer)).toEqual(['query.expand']);
  expect(answer.text).toContain('is unknown. Did you mean company? Allowed: identity, company');
});

test('a field missing in a record is missing in its parts', async () => {
  const path = restPathOf({ path: '/companies/{id}' } as OperationSpec, workspace);
  expect(recordIn(await rest.get(`${path}?fields=activity`))).toEqual({});
  const { activity } = recordIn(await rest.get(`${path}?fields=activity&expand=activity`));
  expect(activity).toMatchObject({ visits: expect.any(Number) });
});

test('a key learns no more by naming a field', async () => {
  const { key } = await h.newKey({
    workspaceId: workspace.id,
    scopes: ['companies:read'],
    serverOnly: true,
  });
  const own = restOf(h, key);
  expect((await own.get('/companies?fields=id,activity&expand=activity')).status).toBe(403);
  expect((await own.get('/leads?fields=id')).status).toBe(403);
});
