import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const rest = restOf(h);

async function newLead(body: object = {}) {
  const lead = recordIn(await rest.post('/leads', body));
  const patch = async (change: unknown) => recordIn(await rest.patch(`/leads/${lead.id}`, change));
  return { lead, patch, path: `/leads/${lead.id}` };
}

test('an update answers 200 with the whole lead, and only what was sent has changed', async () => {
  const { lead, patch, path } = await newLead({ code: 'KEEP', properties: { a: 1 } });
  const company_id = randomUUID();
  const after = await patch({ location: { city: 'Munich' }, company_id });
  expect(after).toEqual({
    ...lead,
    location: { city: 'Munich' },
    company_id,
    updated_at: after.updated_at,
  });
  expect(recordIn(await rest.get(path))).toEqual(after);
});

test('updated_at shows every update, even one right after the creation, and created_at stays', async () => {
  const { lead, patch } = await newLead();
  const after = await patch({ properties: { a: 1 } });
  expect(String(after.updated_at) > lead.created_at).toBe(true);
  expect(after.created_at).toBe(lead.created_at);
  expect(Date.parse(String(after.updated_at)) - Date.now()).toBeLessThan(1_500);
});

test('updated_at is the time of the update', async () => {
  const { lead, patch } = await newLead();
  await h.db.upkeep(
    (tx) =>
      tx`update leads set created_at = '2026-01-01', updated_at = '2026-01-01' where id = ${lead.id}`,
    h.workspace.id,
  );
  const { created_at, updated_at } = await patch({});
  expect(created_at).toBe('2026-01-01T00:00:00Z');
  expect(Math.abs(Date.parse(String(updated_at)) - Date.now())).toBeLessThan(10_000);
});

test('objects merge at every depth, null removes a key, lists and values replace', async () => {
  const stored = {
    keep: 1,
    gone: 2,
    deep: { keep: 'x', gone: 'y', list: [1, 2, { a: 1 }] },
    to: 1,
  };
  const { patch } = await newLead({ properties: stored, location: stored });
  const change = {
    gone: null,
    never: null,
    deep: { gone: null, list: [3], more: { inner: null, set: 0 } },
    to: { object: true },
  };
  const merged = {
    keep: 1,
    deep: { keep: 'x', list: [3], more: { set: 0 } },
    to: { object: true },
  };
  const after = await patch({ properties: change, location: change });
  expect(after.properties).toEqual(merged);
  expect(after.location).toEqual(merged);
});

test('an object that is replaced by a value, and null inside a list, are kept as sent', async () => {
  const { patch } = await newLead({ properties: { a: { b: 1 }, list: [1] } });
  const after = await patch({ properties: { a: 'text', list: [null, { x: null }] } });
  expect(after.properties).toEqual({ a: 'text', list: [null, { x: null }] });
});

test('an empty patch of an object changes nothing of it', async () => {
  const { patch } = await newLead({ properties: { a: 1 } });
  expect((await patch({ properties: {} })).properties).toEqual({ a: 1 });
});

test('summary is set, merged, and removed by null', async () => {
  const { patch } = await newLead();
  expect((await patch({ summary: { a: 1, gone: null } })).summary).toEqual({ a: 1 });
  expect((await patch({ summary: { b: 2, a: null } })).summary).toEqual({ b: 2 });
  expect((await patch({ summary: {} })).summary).toEqual({ b: 2 });
  expect((await patch({ summary: null })).summary).toBeNull();
  expect((await patch({ summary: {} })).summary).toEqual({});
});

test('company_id is set, kept when absent, and removed by null', async () => {
  const { patch } = await newLead();
  const company_id = randomUUID();
  expect((await patch({ company_id })).company_id).toBe(company_id);
  expect((await patch({})).company_id).toBe(company_id);
  expect((await patch({ company_id: null })).company_id).toBeNull();
});

test('a lead that was read can be sent back as it is', async () => {
  const { path } = await newLead({ properties: { a: 1 }, location: { city: 'Bonn' } });
  const lead = recordIn(await rest.patch(path, { summary: { ok: true } }));
  const after = recordIn(await rest.patch(path, lead));
  expect(after).toEqual({ ...lead, updated_at: after.updated_at });
});

test('fields that cannot be updated are ignored, whatever they hold', async () => {
  const { lead, patch } = await newLead({ code: 'A', source: 'b' });
  const after = await patch({
    id: randomUUID(),
    workspace_id: randomUUID(),
    visitor_id: randomUUID(),
    identity_id: 'nonsense',
    session_id: randomUUID(),
    code: 5,
    source: null,
    created_at: '1999-01-01T00:00:00Z',
    updated_at: '1999-01-01T00:00:00Z',
  });
  expect(after).toEqual({ ...lead, updated_at: after.updated_at });
  expect(String(after.updated_at) > lead.created_at).toBe(true);
});

test.each([
  ['properties that are null', { properties: null }, 'body.properties'],
  ['location that is null', { location: null }, 'body.location'],
  ['a summary that is a list', { summary: [] }, 'body.summary'],
  ['a summary that is a text', { summary: 'short' }, 'body.summary'],
  ['a company_id that is no UUID', { company_id: 'acme' }, 'body.company_id'],
  ['an unknown name', { state: 'won' }, 'body.state'],
])('%s is refused, and nothing is changed', async (_what, body, fault) => {
  const { lead, path } = await newLead({ properties: { a: 1 } });
  const answer = await rest.patch(path, { location: { city: 'Rome' }, ...body });
  expect(faultsIn(answer)).toEqual([fault]);
  expect(recordIn(await rest.get(path))).toEqual(lead);
});

test('updates of different keys at the same time are all kept', async () => {
  const { patch, path } = await newLead();
  const names = Array.from({ length: 20 }, (_, place) => `k${place}`);
  await Promise.all(names.map((name) => patch({ properties: { [name]: 1 } })));
  const { properties } = recordIn(await rest.get(path));
  expect(Object.keys(properties as object).toSorted()).toEqual(names.toSorted());
});

test('a key named __proto__ or constructor is data, and changes no other record', async () => {
  const text = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';
  const { patch, path } = await newLead();
  await patch(`{"properties":${text},"location":{"deep":${text}}}`);
  const { text: answer } = await rest.get(path);
  expect(JSON.parse(answer).data.properties).toEqual(JSON.parse(text));
  expect(JSON.parse(answer).data.location).toEqual({ deep: JSON.parse(text) });
  expect(await patch('{"properties":{"__proto__":null}}')).toMatchObject({
    properties: { constructor: { prototype: { admin: true } } },
  });
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  expect(faultsIn(await rest.patch(path, '{"__proto__":{"company_id":null}}'))).toEqual([
    'body.__proto__',
  ]);
});

test('an update of an id that does not exist is 404, of one that is no UUID 400', async () => {
  expect((await rest.patch(`/leads/${randomUUID()}`, {})).status).toBe(404);
  expect(faultsIn(await rest.patch('/leads/me', {}))).toEqual(['path.id']);
});
