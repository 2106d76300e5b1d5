/**
 * Changes for background work, each collected once: anything outside the snapshot of the last look is new,
 * whichever transaction began first, so nothing waits for running transactions.
 */
import type { Sql, Tx } from '../db/connect.ts';

/** Empty if there is none, or if it is from another server with other transaction numbers. */
export function knownSnapshot(tx: Tx, collected: Sql): Sql {
  return tx`
    case when pg_snapshot_xmax(${collected}) <= pg_snapshot_xmax(pg_current_snapshot())
      then ${collected} else '1:1:'::pg_snapshot end`;
}

/** For a change `c` and the snapshot `collected` of `s`. */
export function isNewChange(tx: Tx): Sql {
  return tx`
    c.xact >= pg_snapshot_xmin(s.collected)::text::bigint
    and not pg_visible_in_snapshot(c.xact::text::xid8, s.collected)`;
}

/** The part of snapshot `taken` below transaction number `cut`. */
export function snapshotBefore(tx: Tx, taken: Sql, cut: Sql): Sql {
  return tx`(
    least(pg_snapshot_xmin(${taken})::text::bigint, ${cut}) || ':' || ${cut} || ':' || coalesce(
      (select string_agg(x::text, ',' order by x) from pg_snapshot_xip(${taken}) x
       where x < ${cut}::text::xid8), ''))::pg_snapshot`;
}

/** For changes `c` with the snapshot `s`: the first transaction to leave to the next time, if there are very many. */
export function cutOfNew(tx: Tx, workspaceId: string, state: Sql, atOnce: number): Sql {
  return tx`
    coalesce(
      (select greatest(max(c.xact), min(c.xact) + 1) from (
         select c.xact from changes c, ${state} s
         where c.workspace_id = ${workspaceId} and ${isNewChange(tx)}
         order by c.xact limit ${atOnce + 1}) c
       having count(*) > ${atOnce}),
      (select pg_snapshot_xmax(taken)::text::bigint from ${state}))`;
}
