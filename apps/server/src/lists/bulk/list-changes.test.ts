/* Everybody of whom a filter is true, put on a list or taken off at once, and undone. */
import { randomUUID } from 'node:crypto';
import { mostJobAttempts } from '@footfall/contract/failed-jobs';
import type { ListChange } from '@footfall/contract/list-changes';
import { expect, test } from 'vitest';
import { finishJobs, takeJobs } from '../../platform/jobs/queue.ts';
import { startHarness } from '../../testing/harness.ts';
import type { Answer } from '../../testing/post.ts';
import { faultsIn, recordIn } from '../../testing/rest.ts';
import { type SignedIn, signedIn } from '../../testing/signed-in.ts';
import { goOnWithListChanges } from './steps.ts';
import { forgetOldListChanges } from './store.ts';

const h = await startHarness();

const changeIn = ({ status, body, text }: Answer): ListChange => {
  if (status !== 200) throw new Error(text);
  return (body as { data: ListChange }).data;
};

async function workspaceOf(visitors: number) {
  const { id: workspaceId } = await h.newWorkspace();
  const member = await signedIn(h, { workspaceId, role: 'member', name: 'Mia' });
  await h.db.system(
    (tx) => tx`
      insert into visitors (workspace_id, id, is_test, bot, source, first_seen_at, opening_at, first_event_id,
                            channel, referrer, entry_url)
      select ${workspaceId}, gen_random_uuid(), n % 10 = 1, case when n % 10 = 2 then 'x' else '' end,
             case when n % 2 = 0 then 'campaign' else 'referral' end, now(), now(), gen_random_uuid(), 'paid', '', ''
      from generate_series(1, ${visitors}::integer) n`,
  );
  const list = recordIn(await member.post('/lists', { name: 'Call' })).id;
  return { workspaceId, member, list };
}

const membersOf = async (member: SignedIn, list: string): Promise<number> => {
  const { body } = await member.get(`/lists/${list}/members?limit=1`);
  return (body as { pagination: { total: number } }).pagination.total;
};

test('few are changed in the answer, as many as the page shows, and an undo brings back what was', async () => {
  const { member, list } = await workspaceOf(100);
  const wanted = { list_id: list, action: 'add', of: 'visitors', filter: 'source = campaign' };
  const shown = (await member.get('/visitors?filter=source%20%3D%20campaign&limit=2')).body as {
    data: { id: string }[];
    pagination: { total: number };
  };
  const { total } = shown.pagination;
  const tried = changeIn(await member.post('/list-changes', { ...wanted, dry_run: true }));
  expect(tried).toMatchObject({ id: null, matched: total, changed: 0, undo_until: null });
  expect(await membersOf(member, list)).toBe(0);

  // Two are on it by hand already; they stay when the rest is undone.
  const visitor_ids = shown.data.map(({ id }) => id);
  await member.post(`/lists/${list}/members`, { visitor_ids });
  const made = changeIn(await member.post('/list-changes', wanted));
  expect(made).toMatchObject({
    list_id: list,
    state: 'done',
    matched: total,
    seen: total,
    changed: total - 2,
    created_by: { name: 'Mia' },
    undo_until: expect.any(String),
  });
  expect(await membersOf(member, list)).toBe(total);
  const undo = () => member.post(`/list-changes/${made.id}/undo`);
  expect(changeIn(await undo())).toMatchObject({ state: 'undone', undo_until: null });
  expect(await membersOf(member, list)).toBe(2);
  expect(changeIn(await undo()).state).toBe('undone');

  const everybody = { list_id: list, action: 'remove', of: 'visitors' };
  const removed = changeIn(await member.post('/list-changes', everybody));
  expect(removed).toMatchObject({ matched: 80, changed: 2 });
  expect(await membersOf(member, list)).toBe(0);
  await member.post(`/list-changes/${removed.id}/undo`);
  expect(await membersOf(member, list)).toBe(2);
  const { body } = await member.get(`/list-changes?list_id=${list}`);
  expect(body).toMatchObject({ data: [{ id: removed.id }, { id: made.id }] });
});

test('a bulk change runs in the background, shows its progress, and is undone there', async () => {
  const { member, list } = await workspaceOf(14_000);
  const all = { list_id: list, action: 'add', of: 'visitors', filter: '' };
  const made = changeIn(await member.post('/list-changes', all));
  expect(made).toMatchObject({ matched: 11_200, seen: 0, state: 'running' });
  await h.settle();
  const read = async () => changeIn(await member.get(`/list-changes/${made.id}`));
  expect(await read()).toMatchObject({ state: 'done', seen: 11_200, changed: 11_200 });
  expect(await membersOf(member, list)).toBe(11_200);
  expect(changeIn(await member.post(`/list-changes/${made.id}/undo`)).state).toBe('undoing');
  await h.settle();
  expect((await read()).state).toBe('undone');
  expect(await membersOf(member, list)).toBe(0);

  // Undone before it was done: what is left is not begun.
  const next = changeIn(await member.post('/list-changes', all));
  await member.post(`/list-changes/${next.id}/undo`);
  await h.settle();
  expect(changeIn(await member.get(`/list-changes/${next.id}`)).state).toBe('undone');
  expect(await membersOf(member, list)).toBe(0);
});

test('leads add their people, once each, and their visitors if the person is unknown', async () => {
  const workspace = await h.newWorkspace();
  const member = await signedIn(h, { workspaceId: workspace.id, role: 'member' });
  const visitor_id = randomUUID();
  await h.send(
    [
      { type: 'event', name: 'page_view', visitor_id },
      { type: 'identify', visitor_id, email: 'a@example.com' },
      { type: 'event', name: 'page_view', visitor_id: randomUUID() },
    ],
    workspace.productionKey,
  );
  await h.settle();
  const { body } = await member.get('/visitors');
  for (const { id } of (body as { data: { id: string }[] }).data) {
    await member.post('/leads', { visitor_id: id, source: 'fair' });
  }
  await member.post('/leads', { visitor_id: randomUUID(), source: 'fair' });
  const list = recordIn(await member.post('/lists', { name: 'Call' })).id;
  const change = { list_id: list, action: 'add', of: 'leads', filter: 'source IN (fair, website)' };
  const made = changeIn(await member.post('/list-changes', change));
  const members = (await member.get(`/lists/${list}/members`)).body as { data: { type: string }[] };
  expect(members.data).toHaveLength(made.matched);
  expect(members.data.map(({ type }) => type)).toContain('identity');
});

test('missing permission, an automatic list and an invalid request are refused', async () => {
  const { workspaceId, member, list } = await workspaceOf(10);
  const viewer = await signedIn(h, { workspaceId, role: 'viewer' });
  const change = { list_id: list, action: 'add', of: 'visitors', filter: 'source = campaign' };
  expect((await viewer.post('/list-changes', change)).status).toBe(403);
  expect((await viewer.get('/list-changes')).status).toBe(403);
  const wrong = { ...change, filter: 'source >' };
  expect(faultsIn(await member.post('/list-changes', wrong))).toEqual(['body.filter']);
  expect((await member.post('/list-changes', { ...change, list_id: randomUUID() })).status).toBe(
    404,
  );
  const kept = { name: 'Kept', of: 'visitors', filter: 'source = campaign' };
  const { id: list_id } = recordIn(await member.post('/lists', kept));
  expect((await member.post('/list-changes', { ...change, list_id })).status).toBe(409);
  // Lists may be spoken of: who is on one is put on another.
  const again = { ...change, filter: 'NOT list.name:nobody' };
  const made = changeIn(await member.post('/list-changes', again));
  expect(made.matched).toBeGreaterThan(0);
  const other = await signedIn(h, { workspaceId: (await h.newWorkspace()).id, role: 'member' });
  expect((await other.post(`/list-changes/${made.id}/undo`)).status).toBe(404);
  // After a day it is forgotten.
  await h.db.system(
    (tx) => tx`
      update list_changes set created_at = now() - interval '25 hours' where workspace_id = ${workspaceId}`,
  );
  expect((await member.post(`/list-changes/${made.id}/undo`)).status).toBe(404);
  await h.db.system(forgetOldListChanges);
  const left = await h.db.system(
    (tx) => tx`select from list_change_slices where workspace_id = ${workspaceId}`,
  );
  expect(left).toHaveLength(0);
});

test('a bulk change that failed midway shows its reason, and can be retried or undone', async () => {
  const { workspaceId, member, list } = await workspaceOf(8_000);
  const all = { list_id: list, action: 'add', of: 'visitors', filter: '' };
  const wearOut = (attempts: number) =>
    h.db.upkeep(
      (tx) => tx`
        update jobs set attempts = ${attempts}, last_error = 'out of room', run_at = now() + interval '1 hour',
          given_up_at = case when ${attempts}::integer >= ${mostJobAttempts} then now() end
        where workspace_id = ${workspaceId} and kind = 'list_change'`,
      workspaceId,
    );
  await h.app.background.stop();
  const made = changeIn(await member.post('/list-changes', all));
  const read = async () => changeIn(await member.get(`/list-changes/${made.id}`));
  const act = async (what: 'retry' | 'undo') =>
    changeIn(await member.post(`/list-changes/${made.id}/${what}`));
  expect(made).toMatchObject({ state: 'running', reason: null });

  // It is still tried.
  await wearOut(3);
  expect(await read()).toMatchObject({ state: 'running', reason: 'out of room' });
  await wearOut(mostJobAttempts);
  const failed = { state: 'failed', reason: 'out of room', undo_until: expect.any(String) };
  expect(await read()).toMatchObject(failed);
  expect((await member.get('/list-changes')).body).toMatchObject({ data: [failed] });
  expect(await act('retry')).toMatchObject({ state: 'running', reason: null });

  // Nobody goes on with what somebody dropped.
  await h.db.upkeep((tx) => tx`delete from jobs where workspace_id = ${workspaceId}`, workspaceId);
  expect(await read()).toMatchObject({ state: 'failed', reason: null });
  expect(await act('retry')).toMatchObject({ state: 'running', reason: null });

  const one = () =>
    h.db.workspace(workspaceId, async (tx) => {
      const rows = await takeJobs(tx, workspaceId, 'list_change', 1);
      const jobs = rows.map((row) => ({ ...row, workspaceId, kind: 'list_change' as const }));
      await goOnWithListChanges(tx, workspaceId, jobs);
      await finishJobs(tx, workspaceId, 'list_change', rows);
    });
  await one();
  await wearOut(mostJobAttempts);
  const half = await read();
  expect(half.state).toBe('failed');
  expect(half.changed).toBeGreaterThan(0);
  expect(half.seen).toBeLessThan(half.matched);
  expect(await act('undo')).toMatchObject({ state: 'undoing', reason: null });
  const left = await h.db.system(
    (tx) => tx`select from jobs where workspace_id = ${workspaceId} and given_up_at is not null`,
  );
  expect(left).toHaveLength(0);
  await wearOut(mostJobAttempts);
  expect(await read()).toMatchObject({ state: 'undo_failed', undo_until: null });
  expect((await act('undo')).state).toBe('undo_failed');
  expect((await act('retry')).state).toBe('undoing');
  await one();
  await one();
  expect(await read()).toMatchObject({ state: 'undone', reason: null });
  expect((await act('retry')).state).toBe('undone');
  expect(await membersOf(member, list)).toBe(0);
});
