/* What somebody sets of a person over the API, and that messages, late ones and merges leave it. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const start = Date.now() - 48 * 60 * 60_000;
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

async function newWorkspace() {
  const workspace = await h.newWorkspace();
  const rest = restOf(h, workspace.secretKey);
  const identify = async (minutes: number, who: object, visitor_id = randomUUID()) => {
    const message = { type: 'identify', visitor_id, timestamp: at(minutes), ...who };
    await h.send(message, workspace.productionKey);
    await h.settle();
  };
  const people = async (query = '') => pageIn(await rest.get(`/identities${query}`)).data;
  const person = async (email: string) => (await people(`?email=${email}`))[0]?.id ?? '';
  const set = async (id: string, body: object) =>
    recordIn(await rest.patch(`/identities/${id}`, body));
  return { workspace, rest, identify, people, person, set };
}

test('the favourite mark and traits are set, as a merge patch, and read everywhere', async () => {
  const { rest, identify, people, person, set } = await newWorkspace();
  const traits = { plan: 'free', address: { city: 'Ulm', zip: '89073' }, old: 1 };
  await identify(0, { email: 'ada@example.com', traits });
  const id = await person('ada@example.com');
  const updated = await set(id, {
    is_favorite: true,
    traits: { plan: 'team', address: { zip: null }, old: null, note: 'call' },
    name: 'is ignored',
  });
  expect(updated).toMatchObject({
    is_favorite: true,
    name: '',
    traits: { plan: 'team', address: { city: 'Ulm' }, note: 'call' },
  });
  expect(updated.traits).not.toHaveProperty('old');
  expect(recordIn(await rest.get(`/identities/${id}`))).toEqual(updated);
  expect(await people('?is_favorite=true')).toEqual([updated]);
  expect((await set(id, { is_favorite: false })).traits).toEqual(updated.traits);
  expect(await people('?is_favorite=true')).toEqual([]);
  expect((await set(id, {})).is_favorite).toBe(false);
});

test('an edit stays, whatever messages arrive before or after; other traits keep changing', async () => {
  const { rest, identify, person, set } = await newWorkspace();
  await identify(10, { email: 'ada@example.com', traits: { plan: 'free', seats: 1 } });
  const id = await person('ada@example.com');
  await set(id, { is_favorite: true, traits: { plan: 'team', gone: null } });
  await identify(20, { email: 'ada@example.com', traits: { plan: 'trial', seats: 2, gone: 1 } });
  const expected = { is_favorite: true, traits: { plan: 'team', seats: 2 } };
  expect(recordIn(await rest.get(`/identities/${id}`))).toMatchObject(expected);
  // The history is made anew for one that comes late.
  await identify(5, { email: 'ada@example.com', traits: { plan: 'first', early: true } });
  const later = recordIn(await rest.get(`/identities/${id}`));
  expect(later).toMatchObject({ ...expected, traits: { plan: 'team', seats: 2, early: true } });
  expect(later.traits).not.toHaveProperty('gone');
});

test('a merge keeps the edits of both people, those of the survivor first', async () => {
  const { identify, people, person, set } = await newWorkspace();
  await identify(0, { email: 'ada@example.com', traits: { a: 0 } });
  await identify(10, { user_id: 'u1', name: 'Ada' });
  const survivor = await person('ada@example.com');
  const merged = (await people()).find(({ id }) => id !== survivor)?.id ?? '';
  await set(survivor, { traits: { plan: 'team' } });
  await set(merged, { is_favorite: true, traits: { plan: 'free', a: null, seats: 5 } });
  await identify(20, { email: 'ada@example.com', user_id: 'u1' });
  expect(await people()).toMatchObject([
    { id: survivor, is_favorite: true, traits: { plan: 'team', seats: 5 } },
  ]);
  expect(await set(merged, {})).toMatchObject({ id: survivor });
});

test('an outdated version is refused, and concurrent edits keep each trait', async () => {
  const { rest, identify, person } = await newWorkspace();
  await identify(0, { email: 'ada@example.com' });
  const path = `/identities/${await person('ada@example.com')}`;
  const tag = (await rest.get(path)).headers.get('etag') ?? '';
  expect((await rest.patch(path, { is_favorite: true }, { 'if-match': tag })).status).toBe(200);
  expect((await rest.patch(path, { is_favorite: false }, { 'if-match': tag })).status).toBe(412);
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => rest.patch(path, { traits: { [`t${n}`]: n } })),
  );
  const { traits } = recordIn(await rest.get(path));
  expect(Object.keys(traits as object)).toHaveLength(10);
});

test('it needs leads:write, true or false, and is bounded; any name of a trait is one', async () => {
  const { workspace, rest, identify, person, set } = await newWorkspace();
  await identify(0, { email: 'ada@example.com' });
  const id = await person('ada@example.com');
  const path = `/identities/${id}`;
  const reader = await h.newKey({ workspaceId: workspace.id, scopes: ['visitors:read'] });
  const refused = await restOf(h, reader.key).patch(path, { is_favorite: true });
  expect(refused.status).toBe(403);
  expect(faultsIn(await rest.patch(path, { is_favorite: 'yes' }))).toEqual(['body.is_favorite']);
  expect(faultsIn(await rest.patch(path, { traits: null }))).toEqual(['body.traits']);
  const many = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, value]));
  expect(faultsIn(await rest.patch(path, { traits: many(513, 1) }))).toEqual(['body.traits']);
  const long = 'x'.repeat(32 * 1024);
  expect(faultsIn(await rest.patch(path, { traits: { long } }))).toEqual(['body.traits']);
  await set(id, { traits: many(512, 1) });
  await set(id, { traits: many(20, 2) });
  expect(faultsIn(await rest.patch(path, { traits: { more: 1 } }))).toEqual(['body.traits']);
  const body = '{"traits":{"t0":null,"__proto__":{"a":1},"constructor":2}}';
  await identify(1, { email: 'bob@example.com' });
  const other = await person('bob@example.com');
  const answer = await rest.patch(`/identities/${other}`, body);
  expect(answer.text).toContain('"traits":{"__proto__":{"a":1},"constructor":2}');
});
