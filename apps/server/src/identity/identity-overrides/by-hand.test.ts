/* What somebody set or removed of people who were joined, by any of their ids, and what is left of it when that is undone. */
import { randomUUID } from 'node:crypto';
import type { Change } from '@footfall/contract/changes';
import type { OperationSpec } from '@footfall/contract/operation';
import { operations } from '@footfall/contract/operations';
import { expect, test } from 'vitest';
import { convert, identify, workspaceOfPeople } from '../../testing/corrected-people.ts';
import { recordIn } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

/** Ada comes first, so that she survives when they are joined. */
async function twoPeople() {
  const workspace = await workspaceOfPeople(h);
  const [laptop, phone] = [randomUUID(), randomUUID()];
  await workspace.send(
    identify(0, laptop, { user_id: 'u1', name: 'Ada', traits: { plan: 'free', seats: 1 } }),
    identify(10, phone, { user_id: 'u2', traits: { color: 'red' } }),
  );
  const [ada, bob] = [await workspace.idOf(laptop), await workspace.idOf(phone)];
  const { rest, correct } = workspace;
  const shown = async (id: string) => {
    const { id: by, is_favorite, traits } = recordIn(await rest.get(`/identities/${id}`));
    return { by, is_favorite, traits };
  };
  return {
    ...workspace,
    ...{ ada, bob, shown, laptop, phone },
    set: async (id: string, body: object) => recordIn(await rest.patch(`/identities/${id}`, body)),
    join: async () => (await correct(bob, 'join', { identity_id: ada })).identity_override_id,
    favorites: async () =>
      (await workspace.list('/identities?is_favorite=true')).map(({ id }) => id),
  };
}

test('edits of each count for both, and for one again when the merge is undone', async () => {
  const { ada, bob, set, shown, join, undo, favorites, list } = await twoPeople();
  await set(ada, { traits: { plan: 'team' } });
  await set(bob, { is_favorite: true, traits: { plan: 'one', seats: null, color: 'blue' } });
  const before = [await shown(ada), await shown(bob)];
  const identityOverride = await join();
  const joined = { by: ada, is_favorite: true, traits: { plan: 'team', color: 'blue' } };
  expect(await shown(ada)).toEqual(joined);
  expect(await shown(bob)).toEqual(joined);
  expect(await favorites()).toEqual([ada]);
  const filter = encodeURIComponent('is_favorite = true and traits.color = "blue"');
  expect(await list(`/identities?filter=${filter}`)).toMatchObject([{ id: ada }]);

  // Set by the old id, of the person that it means.
  await set(bob, { traits: { color: null, since: 2020 } });
  expect(await shown(ada)).toEqual({ ...joined, traits: { plan: 'team', since: 2020 } });
  await undo(identityOverride);
  expect(await shown(bob)).toEqual(before[1]);
  expect(await shown(ada)).toEqual({
    ...{ by: ada, is_favorite: false, traits: { plan: 'team', seats: 1, since: 2020 } },
  });
  expect(await favorites()).toEqual([bob]);
});

test('a person set to no favorite stays none after any merge', async () => {
  const { ada, bob, set, shown, join, undo, favorites, send, laptop } = await twoPeople();
  await set(bob, { is_favorite: true });
  const identityOverride = await join();
  expect(await set(bob, { is_favorite: false })).toMatchObject({ id: ada, is_favorite: false });
  expect(await favorites()).toEqual([]);
  await send(identify(20, laptop, { user_id: 'u1', email: 'ada@siemens.com' }));
  expect(await shown(ada)).toMatchObject({ is_favorite: false });
  await undo(identityOverride);
  expect(await favorites()).toEqual([bob]);
  await set(ada, { is_favorite: true });
  expect(await favorites()).toEqual([bob, ada]);
});

test('a merged person removed from a list is on it under no id, and a deleted list stays deleted', async () => {
  const { ada, bob, rest, list, join, undo } = await twoPeople();
  const newList = async (identity_ids: string[]) => {
    const { id } = recordIn(await rest.post('/lists', { name: 'Hot' }));
    recordIn(await rest.post(`/lists/${id}/members`, { identity_ids }));
    return `/lists/${id}`;
  };
  const lists = [await newList([ada, bob]), await newList([ada, bob]), await newList([bob])];
  const identityOverride = await join();
  const [one = '', other = '', gone = ''] = lists;
  const body = { identity_ids: [bob, ada] };
  const answer = recordIn(await rest.post(`${one}/members/remove`, body));
  expect(answer).toEqual({ removed: 1, not_there: 0, visitor_ids: [], identity_ids: [ada] });
  expect(recordIn(await rest.post(`${one}/members/remove`, body))).toEqual({
    ...{ removed: 0, not_there: 1, visitor_ids: [], identity_ids: [] },
  });
  expect((await rest.raw('DELETE', gone, {})).status).toBe(204);
  expect(await list(`${one}/members`)).toEqual([]);
  expect(await list(`${other}/members`)).toMatchObject([{ id: ada }]);
  await undo(identityOverride);
  expect(await list(`${one}/members`)).toEqual([]);
  expect(new Set((await list(`${other}/members`)).map(({ id }) => id))).toEqual(
    new Set([ada, bob]),
  );
  expect((await rest.get(gone)).status).toBe(404);
});

const filtered = Object.values(operations as Record<string, OperationSpec>)
  .filter(({ query, file }) => !file && 'identity_id' in (query?.properties ?? {}))
  .map(({ path }) => path);

test('every filter by a person answers for an old id as for the one by now', async () => {
  const { ada, bob, phone, rest, list, join, send } = await twoPeople();
  await send(convert(15, phone), identify(16, randomUUID(), { user_id: 'u2', name: 'Eve' }));
  await rest.post('/leads', { identity_id: bob });
  await join();
  expect(filtered).toContain('/sessions');
  for (const path of filtered) {
    const rows = await list(`${path}?identity_id=${bob}`);
    expect(rows, path).toEqual(await list(`${path}?identity_id=${ada}`));
    expect(rows.length, path).toBeGreaterThan(0);
  }
  const [now, old] = [
    await rest.get(`/identities/${ada}?expand=addresses`),
    await rest.get(`/identities/${bob}?expand=addresses`),
  ];
  expect(recordIn(now)).toHaveProperty('addresses');
  expect(old.text).toBe(now.text);
});

test('an identity override leaves an entry in the audit log, and a dry run none', async () => {
  const { ada, bob, rest, list, links, correct, undo } = await twoPeople();
  const logged = async () =>
    (await list('/audit-log')).map(({ action, resource_id, fields }) => [
      ...[action, resource_id, fields],
    ]);
  const link_id = (await links(bob))[0]?.id;
  const before = await logged();
  await correct(bob, 'detach', { link_id, dry_run: true });
  await correct(bob, 'join', { identity_id: ada, dry_run: true });
  const { identity_override_id } = await correct(bob, 'join', { identity_id: ada });
  await undo(identity_override_id, { dry_run: true });
  await undo(identity_override_id);
  expect((await rest.post(`/identity-overrides/${identity_override_id}/undo`, {})).status).toBe(
    409,
  );
  expect(await logged()).toEqual([
    ['undoIdentityOverride', identity_override_id, []],
    ['joinIdentities', bob, ['identity_id']],
    ...before,
  ]);
});

test('an identity override and its undo appear in changes', async () => {
  const { ada, bob, rest, join, undo } = await twoPeople();
  const made = recordIn(await rest.post('/leads', { identity_id: bob }));
  const { id: listId } = recordIn(await rest.post('/lists', { name: 'Hot' }));
  recordIn(await rest.post(`/lists/${listId}/members`, { identity_ids: [bob] }));
  const read = async (query = '') =>
    (await rest.get(`/changes${query}`)).body as { data: Change[]; next: string };
  /** Those since; transactions of others may hold them back a moment. */
  const expectChanges = async (after: string, expected: string[]) => {
    const changesSince = async () =>
      (await read(`?after=${after}&limit=100`)).data.flatMap(({ kind, action, ids }) =>
        ids.map((id) => `${kind} ${id} ${action}`),
      );
    await expect.poll(changesSince).toEqual(expect.arrayContaining(expected));
  };
  const moved = [`lead ${made.id} changed`, `list ${listId} changed`];
  const { next: before } = await read();
  const identityOverride = await join();
  await expectChanges(before, [...moved, `identity ${ada} changed`, `identity ${bob} removed`]);
  const { next: joined } = await read();
  await undo(identityOverride);
  await expectChanges(joined, [...moved, `identity ${ada} changed`, `identity ${bob} changed`]);
});
