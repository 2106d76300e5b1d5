/* What is told of a workspace's changes, to whom, in which order, and for how long. */
import { randomUUID } from 'node:crypto';
import type { Scope } from '@footfall/contract/access';
import type { Change } from '@footfall/contract/changes';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../testing/harness.ts';
import { holdTransaction } from '../../testing/open-transaction.ts';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { sharePeople } from '../db/people-lock.ts';
import { forgetOldChanges } from './forget.ts';
import { parsePosition } from './position.ts';
import { recordChanges } from './record.ts';

const h = await sharedHarness({ trust: 'open' });

interface Answered {
  data: Change[];
  next: string;
}

/** What is told when all that is under way just now, of whomever, has ended. */
async function changesAfter(after: string, key: string, query = ''): Promise<Answered> {
  await untilSettled();
  const { status, body } = await restOf(h, key).get(`/changes?after=${after}${query}`);
  expect(status).toBe(200);
  return body as unknown as Answered;
}

async function now(key: string): Promise<string> {
  await untilSettled();
  const { body } = await restOf(h, key).get('/changes');
  return (body as unknown as Answered).next;
}

async function untilSettled(): Promise<void> {
  const snapshot = () =>
    h.db.system(
      (tx) => tx<{ settled: number; latest: number }[]>`
        select pg_snapshot_xmin(pg_current_snapshot())::text::float8 as settled,
               pg_snapshot_xmax(pg_current_snapshot())::text::float8 as latest`,
    );
  const [begun] = await snapshot();
  await expect
    .poll(async () => (await snapshot())[0]?.settled)
    .toBeGreaterThanOrEqual(begun?.latest ?? 0);
}

const idsOf = (changes: Change[], kind: string, action = 'changed') =>
  new Set(
    changes.filter((one) => one.kind === kind && one.action === action).flatMap(({ ids }) => ids),
  );

async function touch(workspace: TestWorkspace, ids: string[]): Promise<void> {
  await h.db.workspace(workspace.id, (tx) =>
    recordChanges(
      tx,
      workspace.id,
      ids.map((id) => ({ kind: 'lead', id, isTest: false })),
    ),
  );
}

test('messages change sessions, people, leads and conversions; requests change leads and lists', async () => {
  const { productionKey, secretKey } = await h.newWorkspace();
  const rest = restOf(h, secretKey);
  const begin = await now(secretKey);
  const [visitor_id, session_id] = [randomUUID(), randomUUID()];
  await h.send(
    [
      { type: 'event', name: 'page_view', visitor_id, session_id },
      { type: 'conversion', name: 'signup', visitor_id, session_id },
      { type: 'identify', visitor_id, session_id, email: 'ada@example.com' },
    ],
    productionKey,
  );
  const response = await changesAfter(begin, secretKey);
  const [session] = response.data.filter(({ kind }) => kind === 'session');
  expect(session).toMatchObject({ ids: [session_id], visitor_ids: [visitor_id] });
  for (const [kind, path] of [
    ['identity', '/identities'],
    ['lead', '/leads'],
    ['conversion', '/conversions'],
  ] as const) {
    const ids = pageIn(await rest.get(path)).data.map(({ id }) => id);
    expect([...idsOf(response.data, kind)], kind).toEqual(ids);
  }

  await h.settle();
  const settled = await now(secretKey);
  const lead = recordIn(await rest.post('/leads', {}));
  const list = recordIn(await rest.post('/lists', { name: 'Hot' }));
  await rest.patch(`/leads/${lead.id}`, { summary: { hot: true } });
  await rest.post(`/lists/${list.id}/members`, { visitor_ids: [visitor_id] });
  const byHand = await changesAfter(settled, secretKey);
  expect(byHand.data.map(({ kind, ids }) => [kind, ids])).toEqual([
    ['lead', [lead.id]],
    ['list', [list.id]],
    ['lead', [lead.id]],
    ['list', [list.id]],
  ]);
  expect(await changesAfter(byHand.next, secretKey)).toMatchObject({ data: [] });
});

test('changes include what jobs do: two people merge into one', async () => {
  const { productionKey, secretKey } = await h.newWorkspace();
  const send = (message: object) => h.send({ type: 'identify', ...message }, productionKey);
  await send({ visitor_id: randomUUID(), email: 'ada@example.com' });
  await send({ visitor_id: randomUUID(), user_id: 'u1' });
  await h.settle();
  const before = pageIn(await restOf(h, secretKey).get('/identities')).data;
  const begin = await now(secretKey);
  await send({ visitor_id: randomUUID(), user_id: 'u1', email: 'ada@example.com' });
  await h.settle();
  const [left] = pageIn(await restOf(h, secretKey).get('/identities')).data;
  const { data } = await changesAfter(begin, secretKey, '&limit=100');
  const gone = before.map(({ id }) => id).filter((id) => id !== left?.id);
  expect([...idsOf(data, 'identity', 'removed')]).toEqual(gone);
  expect(idsOf(data, 'identity')).toContain(left?.id);
});

test('a key gets the changes it may read, with test data separate', async () => {
  const workspace = await h.newWorkspace();
  const begin = await now(workspace.secretKey);
  const [visitor_id, email] = [randomUUID(), 'ada@example.com'];
  await h.send(
    [
      { type: 'conversion', name: 'signup', visitor_id },
      { type: 'identify', visitor_id, email },
    ],
    workspace.productionKey,
  );
  await h.send({ type: 'event', name: 'page_view', visitor_id }, workspace.developmentKey);
  const kindsFor = async (scopes: Scope[], query = '') => {
    const { key } = await h.newKey({ workspaceId: workspace.id, scopes });
    return new Set((await changesAfter(begin, key, query)).data.map(({ kind }) => kind));
  };
  expect(await kindsFor(['leads:read'])).toEqual(new Set(['lead']));
  expect(await kindsFor(['conversions:read'])).toEqual(new Set(['conversion']));
  expect(await kindsFor(['visitors:read'])).toEqual(new Set(['session', 'identity']));
  expect(await kindsFor(['visitors:read', 'leads:read'], '&test=true')).toEqual(
    new Set(['session']),
  );
});

test('page by page is the same as at once, with many ids in one transaction', async () => {
  const workspace = await h.newWorkspace();
  const begin = await now(workspace.secretKey);
  const ids = Array.from({ length: 230 }, () => randomUUID());
  await touch(workspace, ids);
  const whole = await changesAfter(begin, workspace.secretKey);
  expect(whole.data.flatMap((change) => change.ids)).toEqual(ids);
  const paged: Change[] = [];
  for (let after = begin; ; ) {
    const { data, next } = await changesAfter(after, workspace.secretKey, '&limit=2');
    paged.push(...data);
    after = next;
    if (data.length === 0) break;
  }
  expect(paged).toEqual(whole.data);
});

test('a transaction that began earlier and commits later is neither skipped nor overtaken', async () => {
  const workspace = await h.newWorkspace();
  const begin = await now(workspace.secretKey);
  const [first, second] = [randomUUID(), randomUUID()];
  const early = await holdTransaction(
    (work) => h.db.workspace(workspace.id, work),
    (tx) => recordChanges(tx, workspace.id, [{ kind: 'lead', id: first, isTest: false }]),
  );
  await touch(workspace, [second]);
  const { body } = await restOf(h, workspace.secretKey).get(`/changes?after=${begin}`);
  const meanwhile = body as unknown as Answered;
  expect(meanwhile.data).toEqual([]);
  await early.commit();
  const { data } = await changesAfter(meanwhile.next, workspace.secretKey);
  expect(data.map(({ ids }) => ids)).toEqual([[first], [second]]);
});

test('old or excess changes are removed, and a follower behind them gets an error', async () => {
  const workspace = await h.newWorkspace();
  const { secretKey, id } = workspace;
  const rest = restOf(h, secretKey);
  const begin = await now(secretKey);
  for (let count = 0; count < 6; count++) await touch(workspace, [randomUUID()]);
  const all = await changesAfter(begin, secretKey);
  await h.db.system(
    (tx) => tx`
      update changes set created_at = now() - interval '25 hours'
      where workspace_id = ${id} and xact = ${parsePosition(all.data[0]?.position ?? '').xact}::bigint`,
  );
  const forget = (options = {}) => h.db.upkeep((tx) => forgetOldChanges(tx, id, options), id);
  expect([await forget(), await forget()]).toEqual([1, 0]);
  // In batches, down to the newest two.
  expect([await forget({ kept: 2, batch: 2 }), await forget({ kept: 2, batch: 2 })]).toEqual([
    2, 1,
  ]);
  const gone = await rest.get(`/changes?after=${begin}`);
  expect(gone).toMatchObject({ status: 410, body: { error: 'gone' } });
  const { next } = (gone.body as unknown as { details: { next: string } }).details;
  expect((await changesAfter(next, secretKey)).data).toEqual([]);
  const kept = all.data[3]?.position ?? '';
  expect((await changesAfter(kept, secretKey)).data).toEqual(all.data.slice(4));
  expect((await changesAfter(all.next, secretKey)).data).toEqual([]);
  // Of another database, or of nobody.
  expect((await rest.get('/changes?after=900000000000000')).status).toBe(410);
  for (const text of ['x', '1-2', '-1', '99999999999999999999', '%00']) {
    expect((await rest.get(`/changes?after=${text}`)).status, text).toBe(400);
  }
});

test('changes are forgotten while people are being named', async () => {
  const workspace = await h.newWorkspace();
  const { id } = workspace;
  await touch(workspace, [randomUUID()]);
  await h.db.system(
    (tx) =>
      tx`update changes set created_at = now() - interval '25 hours' where workspace_id = ${id}`,
  );
  const identifyClaim = await holdTransaction(
    (work) => h.db.workspace(id, work),
    (tx) => sharePeople(tx, id),
  );
  try {
    expect(await h.db.upkeep((tx) => forgetOldChanges(tx, id), id)).toBe(1);
  } finally {
    await identifyClaim.commit();
  }
});
