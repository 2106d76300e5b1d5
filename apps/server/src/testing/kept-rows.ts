/** The rows that figures are read from, to be compared with those of other ways to the same. */
import type { Database } from '../platform/db/connect.ts';
import type { Harness, TestWorkspace } from './harness.ts';

const kept = [
  'session_facts',
  'open_facts',
  'stats_quarters',
  'stats_active_days',
  'stats_revenue',
];

export async function keptRows(
  { db }: Harness,
  { id }: TestWorkspace,
): Promise<Record<string, unknown[] | undefined>> {
  const rows = await db.workspace(id, (tx) =>
    Promise.all(
      kept.map(
        (table) => tx`
          -- Where there is no visit, it is the time of counting.
          select to_jsonb(t) - 'workspace_id'
                   - case to_jsonb(t) ->> 'sessions' when '0' then 'active_at' else '' end as row
          from ${tx(table)} t
          where workspace_id = ${id} order by 1`,
      ),
    ),
  );
  const tables = kept.map((table, place) => [table, [...(rows[place] ?? [])]] as const);
  return { ...Object.fromEntries(tables), stats_days: await sumsOf(db, id) };
}

/** Of days, whether they are in the lists of pairs already or were counted later. */
async function sumsOf(db: Database, id: string): Promise<unknown[]> {
  return db.workspace(id, async (tx) => [
    ...(await tx`
      select is_test, dimensions, day, first_value, second_value, sum(sessions) as sessions, sum(page_views) as page_views,
             sum(bounces) as bounces, sum(engaged_ms) as engaged_ms, sum(leads) as leads, sum(conversions) as conversions
      from (
        select is_test, dimensions, day, first_value, second_value, sessions, page_views, bounces, engaged_ms, leads, conversions
        from stats_days where workspace_id = ${id}
        union all
        select is_test, dimensions, day, first_value, u.second_value, coalesce(u.sessions, 0), coalesce(u.page_views, 0),
               coalesce(u.bounces, 0), coalesce(u.engaged_ms, 0), coalesce(u.leads, 0), coalesce(u.conversions, 0)
        from stats_pairs cross join lateral
          unnest(second_values, sessions, page_views, bounces, engaged_ms, leads, conversions)
            u (second_value, sessions, page_views, bounces, engaged_ms, leads, conversions)
        where workspace_id = ${id}
      ) s
      group by 1, 2, 3, 4, 5
      having row(sum(sessions), sum(page_views), sum(bounces), sum(engaged_ms), sum(leads), sum(conversions))
        <> row(0, 0, 0, 0, 0, 0)
      order by 1, 2, 3, 4, 5`),
  ]);
}
