/** Visits of people who were erased go from ClickHouse, too: once it has all changes that the erasure made. */
import { isNewChange, knownSnapshot } from '../platform/changes/collected.ts';
import type { Sql, Tx } from '../platform/db/connect.ts';

/** Visitors, or periods of them, of some erasures. */
export interface ErasedVisits {
  erasureIds: string[];
  /** Text of a condition for each table. */
  visits: string;
  events: string;
}

const erasuresAtOnce = 100;

/** Of erasures `e`: nothing of them is left here, and it is there. */
const isDue = (tx: Tx): Sql => tx`(
  e.state = 'running' and e.sink = 'waiting' and not exists (
    select from erasure_parts p where p.workspace_id = e.workspace_id and p.erasure_id = e.id and not p.is_removed))`;

/** Beside workspaces `w`: something is to be erased there. */
export const hasErasures = (tx: Tx): Sql => tx`
  exists (select from erasures e where e.workspace_id = w.workspace_id and ${isDue(tx)})`;

interface PartRow {
  erasureId: string;
  visitorId: string;
  since: string | null;
  until: string | null;
}

/** Undefined where there are none of which all changes were followed. */
export async function selectErasedVisits(
  tx: Tx,
  workspaceId: string,
): Promise<ErasedVisits | undefined> {
  const parts = await tx<PartRow[]>`
    with due as materialized (
      select e.id, e.requested_at from erasures e
      where e.workspace_id = ${workspaceId} and ${isDue(tx)} and not exists (
        select from changes c
        cross join (select ${knownSnapshot(tx, tx`k.collected`)} as collected from sink_positions k
                    where k.workspace_id = ${workspaceId}) s
        join erasure_parts p on p.workspace_id = ${workspaceId} and p.erasure_id = e.id and p.kind in ('visitor', 'slice')
        where c.workspace_id = ${workspaceId} and c.kind = 'session' and p.key::uuid = any(c.visitor_ids)
          and ${isNewChange(tx)})
      order by e.id limit ${erasuresAtOnce}
    )
    select d.id as "erasureId", p.key as "visitorId",
      case when p.kind = 'slice' and p.since > '-infinity' then ${text(tx, tx`p.since`)} end as since,
      ${text(tx, tx`least(p.until, d.requested_at)`)} as until
    from due d
    left join erasure_parts p on p.workspace_id = ${workspaceId} and p.erasure_id = d.id and p.kind in ('visitor', 'slice')
    order by 1, 2`;
  const erasureIds = [...new Set(parts.map(({ erasureId }) => erasureId))];
  if (erasureIds.length === 0) return undefined;
  const named = parts.filter(({ visitorId }) => visitorId !== null);
  const conditionOf = (column: string) =>
    ['0', ...named.map((part) => `(${isPart(part, column)})`)].join(' or ');
  const within = (condition: string) => `workspace_id = '${workspaceId}' and (${condition})`;
  return {
    erasureIds,
    visits: within(conditionOf('started_at')),
    events: within(conditionOf('occurred_at')),
  };
}

const text = (tx: Tx, at: Sql) => tx`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`;

/** What is marked as gone has no time. */
function isPart({ visitorId, since, until }: PartRow, column: string): string {
  const instant = (at: string) => `toDateTime64('${at}', 3, 'UTC')`;
  const period = [
    `visitor_id = '${visitorId}'`,
    ...(since === null ? [] : [`${column} >= ${instant(since)}`]),
    ...(until === null ? [] : [`${column} <= ${instant(until)}`]),
  ].join(' and ');
  return since === null ? period : `${period} or visitor_id = '${visitorId}' and is_deleted = 1`;
}

export async function noteErased(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  await tx`
    update erasures set sink = 'done' where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`;
}
