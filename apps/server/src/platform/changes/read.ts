/** Changes for readers: only of transactions with no earlier one still running. */
import type { Change } from '@footfall/contract/changes';
import { timestamp } from '../common/timestamp.ts';
import type { Sql, Tx } from '../db/connect.ts';
import { isBefore, type Position, positionText, startOf } from './position.ts';

export interface StoredChange {
  at: Position;
  isTest: boolean;
  change: Change;
}

export interface ChangesRead {
  changes: StoredChange[];
  /** Where to continue: after the last change, or after all settled ones. */
  next: Position;
  /** Changes after the position were deleted, or it is from another database. */
  isGone: boolean;
}

export interface ChangesFilter {
  isTest?: boolean;
  kinds?: readonly string[];
}

interface Row {
  settled: number;
  is_gone: boolean;
  xact: number | null;
  id: string;
  is_test: boolean;
  kind: Change['kind'];
  action: Change['action'];
  ids: string[];
  visitor_ids: string[];
  created_at: Date;
}

/**
 * One statement, for a single snapshot: every transaction below `settled` has ended, and its changes are
 * visible.
 */
export async function selectChanges(
  tx: Tx,
  workspaceId: string,
  from: Position,
  { isTest, kinds }: ChangesFilter,
  limit: number,
): Promise<ChangesRead> {
  const { xact, id } = from;
  const rows = await tx<Row[]>`
    select now.settled::float8 as settled,
           ${xact}::bigint > now.latest or ${isForgotten(tx, workspaceId, from)} as is_gone,
           c.xact::float8 as xact, c.id, c.is_test, c.kind, c.action, c.ids, c.visitor_ids, c.created_at
    from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled,
                 pg_snapshot_xmax(pg_current_snapshot())::text::bigint as latest) now
    left join lateral (
      select * from changes
      where workspace_id = ${workspaceId} and (xact, id) > (${xact}::bigint, ${id}::uuid)
        and xact < now.settled
        ${isTest === undefined ? tx`` : tx`and is_test = ${isTest}`}
        ${kinds === undefined ? tx`` : tx`and kind = any(${[...kinds]})`}
      order by xact, id limit ${limit}
    ) c on true
    order by c.xact, c.id`;
  const [{ settled = xact, is_gone: isGone = false } = {}] = rows;
  const changes = rows.flatMap((row) => (row.xact === null ? [] : [toChange(row, row.xact)]));
  const last = changes.at(-1);
  if (last && changes.length === limit) return { changes, next: last.at, isGone };
  const certain = startOf(settled);
  return { changes, next: isBefore(from, certain) ? certain : from, isGone };
}

function isForgotten(tx: Tx, workspaceId: string, { xact, id }: Position): Sql {
  return tx`exists (
    select from change_floors f
    where f.workspace_id = ${workspaceId} and (f.xact, f.id) > (${xact}::bigint, ${id}::uuid))`;
}

/** Whether changes after the position were deleted. */
export async function isForgottenAfter(
  tx: Tx,
  workspaceId: string,
  position: Position,
): Promise<boolean> {
  const [row] = await tx<{ yes: boolean }[]>`
    select ${isForgotten(tx, workspaceId, position)} as yes`;
  return row?.yes === true;
}

/** Position of a reader who only wants new changes. */
export async function selectNewestPosition(tx: Tx): Promise<Position> {
  const [row] = await tx<{ settled: number }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::float8 as settled`;
  return startOf(row?.settled ?? 0);
}

function toChange(row: Row, xact: number): StoredChange {
  const at = { xact, id: row.id };
  const { is_test: isTest, kind, action, ids, visitor_ids, created_at } = row;
  return {
    at,
    isTest,
    change: {
      position: positionText(at),
      kind,
      action,
      ids,
      visitor_ids,
      created_at: timestamp(created_at),
    },
  };
}
