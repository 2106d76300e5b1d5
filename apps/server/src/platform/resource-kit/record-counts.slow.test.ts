/* Totals and far pages of long lists, from the numbers of each day: the same as counting and skipping. */
import { expect, test } from 'vitest';
import { pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { compactRecordCounts } from './record-counts.ts';

const h = await sharedHarness();
const newest = Date.parse('2026-05-20T23:00:00Z');

/** `count` leads, five hours apart, of two sources; every fiftieth is suspect, every seventieth test data. */
async function leadsOf(count: number) {
  const workspace = await h.newWorkspace();
  await h.db.upkeep(
    (tx) => tx`
      insert into leads (workspace_id, id, is_test, visitor_id, code, source, opened_by, suspect, created_at, updated_at)
      select ${workspace.id}, gen_random_uuid(), n % 70 = 0, gen_random_uuid(), 'c' || n,
             case when n % 3 = 0 then 'campaign' else 'website' end, 'api', n % 50 = 0, at, at
      from generate_series(1, ${count}::integer) n,
           lateral (select ${new Date(newest).toISOString()}::text::timestamptz - n * interval '5 hours' as at) t`,
    workspace.id,
  );
  const rest = restOf(h, workspace.secretKey);
  const read = async (query: Record<string, string>) =>
    pageIn(await rest.get(`/leads?${new URLSearchParams(query)}`));
  return { workspace, rest, read };
}

async function recount(workspaceId: string) {
  const [row] = await h.db.system(
    (tx) => tx<{ wrong: number }[]>`
      select count(*)::integer as wrong from (
        select kind, is_test, day, label, sum(n) from (
          select kind, is_test, day, label, records as n from record_counts where workspace_id = ${workspaceId}
          union all
          select case when suspect then 'suspect lead' else 'lead' end, is_test,
                 (created_at at time zone 'UTC')::date, source, -1 from leads where workspace_id = ${workspaceId}
          union all
          select 'identity', is_test, (created_at at time zone 'UTC')::date, '', -1
          from identities where workspace_id = ${workspaceId}
        ) n group by 1, 2, 3, 4 having sum(n) <> 0
      ) wrong`,
  );
  return row?.wrong;
}

test('totals are exact, whatever the range, and far pages are where they were', async () => {
  const { read, workspace } = await leadsOf(2_600);
  const all = await h.db.system(
    (tx) => tx<{ code: string; source: string; at: Date }[]>`
      select code, source, created_at as at from leads
      where workspace_id = ${workspace.id} and not suspect and not is_test order by created_at desc, id desc`,
  );
  for (const offset of [0, 1_000, 1_001, 1_002, 1_777, all.length - 3, all.length, 5_000]) {
    const page = await read({ offset: String(offset), limit: '5' });
    expect(page.pagination.total).toBe(all.length);
    expect(page.data.map(({ code }) => code)).toEqual(
      all.slice(offset, offset + 5).map(({ code }) => code),
    );
  }
  const instants = [0, 1, 24, 100, 5_000, 12_999, 20_000].map((hours) =>
    new Date(newest - hours * 3_600_000 + 1).toISOString(),
  );
  for (const after of ['', ...instants]) {
    for (const before of ['', ...instants]) {
      for (const source of ['', 'campaign']) {
        const query = {
          limit: '1',
          ...(after && { created_after: after }),
          ...(before && { created_before: before }),
          ...(source && { source }),
        };
        const expected = all.filter(
          (lead) =>
            (!after || lead.at > new Date(after)) &&
            (!before || lead.at < new Date(before)) &&
            (!source || lead.source === source),
        );
        expect((await read(query)).pagination.total, JSON.stringify(query)).toBe(expected.length);
      }
    }
  }
  expect((await read({ suspect: 'true' })).pagination.total).toBe(45);
  expect((await read({ offset: '1200', source: 'campaign' })).data).toEqual([]);
});

test('the numbers follow every change, also while several write and they are added up', async () => {
  const { rest, workspace, read } = await leadsOf(20);
  const made = await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const lead = recordIn(await rest.post('/leads', { code: `n${n}`, source: 'api' }));
      if (n % 10 === 0) await h.db.upkeep(compactRecordCounts, workspace.id);
      if (n % 3 === 0) await rest.patch(`/leads/${lead.id}`, { properties: { n } });
      return lead.id;
    }),
  );
  await h.send(
    Array.from({ length: 30 }, (_, n) => ({ type: 'identify', email: `p${n % 10}@x.example` })),
    workspace.productionKey,
  );
  await h.settle();
  await h.db.upkeep(
    (tx) => tx`
      update leads set created_at = created_at - interval '3 days', suspect = not suspect
      where workspace_id = ${workspace.id} and id = any(${made.slice(0, 40)}::uuid[])`,
    workspace.id,
  );
  await h.db.upkeep(
    (tx) =>
      tx`delete from leads where workspace_id = ${workspace.id} and id = any(${made.slice(30, 60)}::uuid[])`,
    workspace.id,
  );
  expect(await recount(workspace.id)).toBe(0);
  const before = (await read({})).pagination.total;
  await h.db.upkeep(compactRecordCounts, workspace.id);
  expect(await recount(workspace.id)).toBe(0);
  expect((await read({})).pagination.total).toBe(before);
  const people = pageIn(await rest.get('/identities?limit=1'));
  expect(people.pagination.total).toBe(10);
});
