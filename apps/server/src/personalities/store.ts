/**
 * The facts behind a personality, from the person's slices of their visitors' sessions. A session
 * that people shared counts once for each of them, to the end of their own time in it.
 */
import type { Tx } from '../db/connect.ts';
import { slicesOf } from '../identities/slices.ts';
import type { BehaviourFacts } from './personality.ts';

export async function selectBehaviour(
  tx: Tx,
  workspaceId: string,
  identityId: string,
  now: Date,
): Promise<BehaviourFacts> {
  const [row] = await tx<
    {
      last_seen: Date | null;
      sessions: number;
      page_views: number;
      active_days: number;
      conversions: number;
    }[]
  >`
    with ${slicesOf(tx, workspaceId, [identityId])}, shares as (
      select v.page_view_count, min(greatest(v.started_at, s.since)) as seen_from,
             max(least(v.last_activity_at, s.until)) as seen_until
      from slices s join sessions v
        on v.workspace_id = ${workspaceId} and v.visitor_id = s.visitor_id and v.is_test = s.is_test
       and v.started_at < s.until and v.last_activity_at >= s.since
      group by v.workspace_id, v.visitor_id, v.id, v.is_test
    ),
    visits as (
      select *, seen_until > ${now}::timestamptz - interval '30 days' as is_recent from shares
    )
    select max(seen_until) as last_seen,
           (count(*) filter (where is_recent))::integer as sessions,
           coalesce(sum(page_view_count) filter (where is_recent), 0)::integer as page_views,
           (count(distinct (seen_from at time zone 'UTC')::date) filter (where is_recent))::integer as active_days,
           (select count(*)::integer from conversions c
            where c.workspace_id = ${workspaceId} and c.identity_id = ${identityId}) as conversions
    from visits`;
  const lastSeen = row?.last_seen ?? now;
  return {
    daysSinceLastSeen: (now.getTime() - lastSeen.getTime()) / 86_400_000,
    sessionsIn30Days: row?.sessions ?? 0,
    pageViewsIn30Days: row?.page_views ?? 0,
    activeDaysIn30Days: row?.active_days ?? 0,
    conversions: row?.conversions ?? 0,
  };
}
