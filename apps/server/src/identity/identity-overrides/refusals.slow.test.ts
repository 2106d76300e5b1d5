/* Identity overrides that are refused, repeated, looked at by others, or made while messages come. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { convert, identify, workspaceOfPeople } from '../../testing/corrected-people.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });
const newWorkspace = () => workspaceOfPeople(h);

test('nothing or everything cannot be split off', async () => {
  const { send, correct, idOf, rest } = await newWorkspace();
  const [one, other] = [randomUUID(), randomUUID()];
  await send(identify(0, one, { user_id: 'u1' }), identify(10, other, { user_id: 'u1' }));
  const id = await idOf(one);
  for (const body of [{}, { visitor_ids: [randomUUID()] }, { emails: [''], user_ids: ['u2'] }]) {
    const answer = await rest.post(`/identities/${id}/split`, body);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('has no link')]);
  }
  for (const body of [{ visitor_ids: [one, other] }, { user_ids: ['u1'] }]) {
    const answer = await rest.post(`/identities/${id}/split`, body);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('all links')]);
  }
  expect((await correct(id, 'split', { visitor_ids: [other], dry_run: true })).after).toHaveLength(
    2,
  );
});

test('wrong ids are 404, live and test data never mix, and an undo is done once', async () => {
  const { workspace, send, links, correct, undo, idOf, rest, list } = await newWorkspace();
  const foreign = await newWorkspace();
  const [one, other, trial] = [randomUUID(), randomUUID(), randomUUID()];
  await send(identify(0, one, { user_id: 'u1' }), identify(10, other, { user_id: 'u2' }));
  await foreign.send(identify(0, one, { user_id: 'u1' }));
  await h.send(identify(0, trial, { user_id: 'u1' }), workspace.developmentKey);
  await h.settle();
  const [id, otherId, foreignId] = [await idOf(one), await idOf(other), await foreign.idOf(one)];
  const [trialPerson] = await list('/identities?test=true');
  const [otherLink] = await links(otherId);
  const unknown = randomUUID();
  for (const [path, body] of [
    [`/identities/${id}/detach`, { link_id: otherLink?.id }],
    [`/identities/${id}/detach`, { link_id: unknown }],
    [`/identities/${id}/join`, { identity_id: unknown }],
    [`/identities/${id}/join`, { identity_id: foreignId }],
    [`/identities/${foreignId}/join`, { identity_id: id }],
    [`/identity-overrides/${unknown}/undo`, {}],
  ] as const) {
    expect((await rest.post(path, body)).status, path).toBe(404);
  }
  for (const identity_id of [id, trialPerson?.id]) {
    expect((await rest.post(`/identities/${id}/join`, { identity_id })).status).toBe(409);
  }
  const { identity_override_id } = await correct(id, 'join', { identity_id: otherId });
  expect(
    (
      await restOf(h, foreign.workspace.secretKey).get(
        `/identity-overrides/${identity_override_id}`,
      )
    ).status,
  ).toBe(404);
  const preview = await undo(identity_override_id, { dry_run: true });
  expect(await list('/identities')).toHaveLength(1);
  expect((await undo(identity_override_id)).after).toEqual(preview.after);
  const again = await rest.post(`/identity-overrides/${identity_override_id}/undo`, {});
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('already undone')]);
  expect((await correct(id, 'join', { identity_id: otherId })).identity_override_id).not.toBe(
    identity_override_id,
  );
});

test('identity overrides are listed with who made and undid them; a repeated request is done once', async () => {
  const { workspace, send, undo, idOf, rest, list } = await newWorkspace();
  const [one, other] = [randomUUID(), randomUUID()];
  await send(identify(0, one, { user_id: 'u1' }), identify(10, other, { user_id: 'u2' }));
  const [id, otherId] = [await idOf(one), await idOf(other)];
  const join = () =>
    rest.post(`/identities/${id}/join`, { identity_id: otherId }, { 'idempotency-key': 'join' });
  const [first, second] = await Promise.all([join(), join()]);
  expect(first?.text).toBe(second?.text);
  const [identityOverride, ...others] = await list('/identity-overrides?undone=false');
  expect(others).toEqual([]);
  expect(identityOverride).toMatchObject({
    ...{ kind: 'join', identity_id: id, other_identity_id: otherId, link_id: null },
    ...{ by: { kind: 'key' }, undone_at: null, undone_by: null },
  });
  expect(recordIn(await rest.get(`/identity-overrides/${identityOverride?.id}`))).toEqual(
    identityOverride,
  );
  for (const about of [id, otherId]) {
    expect(await list(`/identity-overrides?identity_id=${about}`)).toHaveLength(1);
  }
  expect(await list(`/identity-overrides?identity_id=${randomUUID()}`)).toEqual([]);
  const since = `updated_after=${new Date(Date.now() + 1).toISOString()}`;
  expect(await list(`/identity-overrides?${since}`)).toEqual([]);
  await undo(identityOverride?.id ?? '');
  expect(await list('/identity-overrides?undone=false')).toEqual([]);
  expect((await list(`/identity-overrides?${since}&sort=updated_at`)).map(({ id }) => id)).toEqual([
    identityOverride?.id,
  ]);
  expect(await list('/identity-overrides?undone=true')).toMatchObject([
    { undone_at: expect.any(String), undone_by: { kind: 'key' } },
  ]);
  const reading = await h.newKey({ workspaceId: workspace.id, scopes: ['visitors:read'] });
  const reader = restOf(h, reading.key);
  expect((await reader.get('/identity-overrides')).status).toBe(200);
  for (const path of [
    `/identities/${id}/split`,
    `/identity-overrides/${identityOverride?.id}/undo`,
  ]) {
    const refused = await reader.post(path, {});
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('leads:write')]);
  }
});

test('people of many identity overrides are refused one more', async () => {
  const { workspace, send, idOf, rest } = await newWorkspace();
  const [one, other] = [randomUUID(), randomUUID()];
  await send(identify(0, one, { user_id: 'u1' }), identify(10, other, { user_id: 'u1' }));
  const id = await idOf(one);
  await h.db.system(
    (tx) => tx`
      insert into corrections (workspace_id, id, is_test, place, kind, identity_id, event_id, visitor_id, actor_kind)
      select ${workspace.id}, gen_random_uuid(), false, n, 'detach', ${id}, gen_random_uuid(), ${one}, 'command'
      from generate_series(1, 200) n`,
  );
  const answer = await rest.post(`/identities/${id}/split`, { visitor_ids: [other] });
  expect([answer.status, answer.text]).toEqual([
    409,
    expect.stringContaining('200 identity overrides'),
  ]);
});

test('people with very many links are refused, before all of them are read', async () => {
  const { workspace, send, idOf, rest } = await newWorkspace();
  const one = randomUUID();
  await send(identify(0, one, { user_id: 'u1' }));
  const id = await idOf(one);
  await h.db.system(
    (tx) => tx`
      insert into identity_links (workspace_id, event_id, is_test, visitor_id, identity_id, linked_at, evidence, user_id)
      select ${workspace.id}, gen_random_uuid(), false, ${one}, ${id}, now(), 'user_id', 'u1'
      from generate_series(1, 5000)`,
  );
  const answer = await rest.post(`/identities/${id}/split`, { visitor_ids: [one] });
  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('5000 links')]);
});

test('messages that come while people are corrected are all linked, and nobody fails', async () => {
  const { workspace, send, idOf, rest, list } = await newWorkspace();
  const [one, other] = [randomUUID(), randomUUID()];
  await send(identify(0, one, { user_id: 'u1' }), identify(10, other, { user_id: 'u2' }));
  const [id, otherId] = [await idOf(one), await idOf(other)];
  h.logLines.length = 0;
  let isDone = false;
  const sending = [one, other, randomUUID()].map(async (visitor, sender) => {
    let count = 0;
    for (; !isDone; count++) {
      const user_id = (count + sender) % 2 === 0 ? 'u1' : 'u2';
      await h.send(
        [identify(100 + count, visitor, { user_id }), convert(100 + count, visitor)],
        workspace.productionKey,
      );
    }
    return count;
  });
  for (let round = 0; round < 6; round++) {
    const joined = recordIn(await rest.post(`/identities/${id}/join`, { identity_id: otherId }));
    recordIn(await rest.post(`/identities/${id}/split`, { visitor_ids: [other] }));
    recordIn(await rest.post(`/identity-overrides/${joined.identity_override_id}/undo`, {}));
    const split = pageIn(await rest.get('/identity-overrides?undone=false')).data[0];
    recordIn(await rest.post(`/identity-overrides/${split?.id}/undo`, {}));
  }
  isDone = true;
  const sent = (await Promise.all(sending)).reduce((sum, count) => sum + count, 2);
  await h.settle();
  const [counts] = await h.db.system(
    (tx) => tx<{ links: number; lost: number }[]>`
      select count(*)::integer as links, (count(*) filter (where identity_id is null))::integer as lost
      from identity_links where workspace_id = ${workspace.id}`,
  );
  expect(counts).toEqual({ links: sent, lost: 0 });
  expect(await list('/identities')).toHaveLength(2);
  const failed = h.logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40);
  expect(failed).toEqual([]);
});
