/** Reads the next data to send, in pages with limits on rows and bytes, as JSON lines. */

import {
  cutOfNew,
  isNewChange,
  knownSnapshot,
  snapshotBefore,
} from '../platform/changes/collected.ts';
import type { Sql, Tx } from '../platform/db/connect.ts';
import type { Position } from './positions.ts';
import { eventLine, type GoneVisit, goneVisitLine, visitLine } from './tables.ts';

export interface PageLimits {
  rows: number;
  /** Total of lines; the last one may exceed it. */
  bytes: number;
  /** Rows of changes, each of up to 50 visits. */
  changes: number;
}

export const usualLimits: PageLimits = { rows: 5_000, bytes: 4 * 1024 * 1024, changes: 100 };

export interface Page {
  lines: string[];
  /** Start of the next page; undefined at the end. */
  next: string[] | undefined;
}

interface Line {
  at: string[];
  /** Null for rows that are not sent. */
  line: string | null;
}

function pageOf(rows: Line[]): Page {
  return {
    lines: rows.flatMap(({ line }) => (line === null ? [] : [line])),
    next: rows.at(-1)?.at,
  };
}

/** As many lines as fit, in order. */
function withinBytes(tx: Tx, lines: Sql, bytes: number) {
  return tx<Line[]>`
    select at, line from (
      select *, sum(size) over (order by at rows between unbounded preceding and current row) - size as before
      from (select at, line, coalesce(octet_length(line), 0) as size from (${lines}) l) sized
    ) summed where before < ${bytes} order by at`;
}

/** Visits after a given one, by visitor and id; a live and a test visit with the same ids stay together. */
export async function readVisits(
  tx: Tx,
  workspaceId: string,
  { filledUntil: [visitorId, id], version }: Pick<Position, 'filledUntil' | 'version'>,
  { rows }: PageLimits,
): Promise<Page> {
  const isNext =
    visitorId === undefined || id === undefined
      ? tx`true`
      : tx`(s.visitor_id, s.id) > (${visitorId}::uuid, ${id}::uuid)`;
  // Visits have a limited size, unlike events.
  const visits = await tx<Line[]>`
    select array[s.visitor_id, s.id] as at, ${visitLine(tx, workspaceId, version)} as line from sessions s
    where s.workspace_id = ${workspaceId} and ${isNext}
    order by s.visitor_id, s.id fetch first (${rows}::integer) rows with ties`;
  return pageOf(visits);
}

/** For an event `e`: not removed by retention, and not about to be. */
function isKept(tx: Tx, { keptSince }: Pick<Position, 'keptSince'>): Sql {
  const isThere = tx`not (e.type = 'session' and e.name = '')`;
  return keptSince === null ? isThere : tx`(${isThere} and e.occurred_at >= ${keptSince})`;
}

/** Events after a given one, by id. */
export async function readEvents(
  tx: Tx,
  workspaceId: string,
  position: Position,
  { rows, bytes }: PageLimits,
): Promise<Page> {
  const [after] = position.filledUntil;
  const events = await withinBytes(
    tx,
    tx`
      select array[e.id] as at,
        case when ${isKept(tx, position)} then ${eventLine(tx, workspaceId, position.version)} end as line
      from events e
      where e.workspace_id = ${workspaceId} ${after === undefined ? tx`` : tx`and e.id > ${after}::uuid`}
      order by e.id limit ${rows}`,
    bytes,
  );
  return pageOf(events);
}

/** Visits changed since the last time; of very many, the first ones. */
export interface ChangedVisits {
  keys: GoneVisit[];
  /** Their events before this transaction were sent. */
  fromTransaction: string;
  /** All changes up to this snapshot are covered. */
  collected: string;
}

export async function readChanges(
  tx: Tx,
  workspaceId: string,
  atOnce: number,
): Promise<ChangedVisits | undefined> {
  const [row] = await tx<ChangedVisits[]>`
    with state as materialized (
      select s.collected, pg_current_snapshot() as taken
      from sink_positions p cross join lateral (select ${knownSnapshot(tx, tx`p.collected`)} as collected) s
      where p.workspace_id = ${workspaceId}
    ),
    cut as materialized (select ${cutOfNew(tx, workspaceId, tx`state`, atOnce)} as xact),
    changed as (
      select distinct t.visitor_id, t.id, c.is_test
      from state s, cut, changes c, unnest(c.visitor_ids, c.ids) as t (visitor_id, id)
      where c.workspace_id = ${workspaceId} and c.kind = 'session' and ${isNewChange(tx)} and c.xact < cut.xact
    )
    select pg_snapshot_xmin(state.collected)::text as "fromTransaction",
      ${snapshotBefore(tx, tx`taken`, tx`cut.xact`)}::text as collected,
      coalesce((select json_agg(json_build_object('visitorId', visitor_id, 'sessionId', id, 'isTest', is_test))
        from changed), '[]') as keys
    from state, cut`;
  return row;
}

const keyRows = (tx: Tx, keys: GoneVisit[]) => tx`
  unnest(${keys.map(({ visitorId }) => visitorId)}::uuid[], ${keys.map(({ sessionId }) => sessionId)}::uuid[],
    ${keys.map(({ isTest }) => String(isTest))}::text[]::boolean[]) as k (visitor_id, session_id, is_test)`;

/** Their current state; deleted ones are marked. */
export async function readTheseVisits(
  tx: Tx,
  workspaceId: string,
  keys: GoneVisit[],
  version: string,
): Promise<string[]> {
  const rows = await tx<{ line: string | null; gone: GoneVisit }[]>`
    select case when s.id is not null then ${visitLine(tx, workspaceId, version)} end as line,
      json_build_object('visitorId', k.visitor_id, 'sessionId', k.session_id, 'isTest', k.is_test) as gone
    from ${keyRows(tx, keys)}
    left join sessions s on s.workspace_id = ${workspaceId} and s.visitor_id = k.visitor_id
      and s.id = k.session_id and s.is_test = k.is_test`;
  return rows.map(({ line, gone }) => line ?? goneVisitLine(workspaceId, version, gone));
}

/**
 * Newly written events of changed visits, after a given one, by id. A row stores the lower half of its transaction number, which views
 * do not show; a very old row may be mistaken for a new one, and is then sent again.
 */
export async function readTheseEvents(
  tx: Tx,
  workspaceId: string,
  { keys, fromTransaction }: ChangedVisits,
  after: string | undefined,
  position: Position,
  { rows, bytes }: PageLimits,
): Promise<Page> {
  const lines = await withinBytes(
    tx,
    tx`
      select array[e.id] as at, ${eventLine(tx, workspaceId, position.version)} as line
      from ${keyRows(tx, keys)}
      cross join (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xact) latest
      join ${tx(tx.stored('events'))} e on e.workspace_id = ${workspaceId} and e.session_id = k.session_id
        and e.visitor_id = k.visitor_id and e.is_test = k.is_test
      where ${isKept(tx, position)} ${after === undefined ? tx`` : tx`and e.id > ${after}::uuid`}
        and latest.xact - ((latest.xact - e.xmin::text::bigint) & 4294967295) >= ${fromTransaction}::text::bigint
      order by e.id limit ${rows}`,
    bytes,
  );
  return pageOf(lines);
}
