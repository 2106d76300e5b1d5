/** Removes a visitor of no other person: visits in slices, and with the last slice everything else. */
import { recordChanges } from '../../platform/changes/record.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { settleFacts } from './facts.ts';
import { insertParts, type Part, type Removed, type RunningErasure } from './store.ts';
import { visitorTables } from './table-rules.ts';

/** Most events in a transaction; a long visit takes several. */
const eventsAtOnce = 2_000;
const visitsAtOnce = 200;

export interface RemovedSlice {
  removed: Removed;
  isLast: boolean;
}

export async function removeSliceOfVisitor(
  tx: Tx,
  workspaceId: string,
  erasure: RunningErasure,
  { key: visitorId }: Part,
): Promise<RemovedSlice> {
  const { isTest } = erasure;
  await settleFacts(tx, workspaceId, erasure, visitorId, undefined);
  const visits = await tx<{ id: string }[]>`
    select id from sessions where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}
    order by id limit ${visitsAtOnce} for update`;
  const ids = visits.map(({ id }) => id);
  const events = await deleteEvents(tx, workspaceId, isTest, visitorId, ids, tx`true`);
  if (events === eventsAtOnce) return { removed: { events }, isLast: false };
  await deleteVisits(tx, workspaceId, erasure, visitorId, ids);
  const removed = { events, sessions: ids.length };
  if (ids.length === visitsAtOnce) return { removed, isLast: false };
  const others = await deleteVisitor(tx, workspaceId, erasure, visitorId);
  return { removed: { ...removed, ...others }, isLast: true };
}

/** Deletes a slice. Returns the number. */
export async function deleteEvents(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  visitorId: string,
  sessionIds: string[],
  which: Sql,
): Promise<number> {
  const { count } = await tx`
    delete from events where workspace_id = ${workspaceId} and id in (
      select e.id from events e
      where e.workspace_id = ${workspaceId} and e.session_id = any(${sessionIds}::uuid[])
        and e.visitor_id = ${visitorId} and e.is_test = ${isTest} and ${which}
      order by e.id limit ${eventsAtOnce} for update)`;
  return count;
}

export const mostEventsAtOnce = eventsAtOnce;

/** Deletes visits without remaining events. */
export async function deleteVisits(
  tx: Tx,
  workspaceId: string,
  { id: erasureId, isTest }: RunningErasure,
  visitorId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const [table, column] of [
    ['sessions', 'id'],
    ['kept_visits', 'session_id'],
  ] as const) {
    await tx`
      delete from ${tx(table)} where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}
        and ${tx(column)} = any(${ids}::uuid[])`;
  }
  await insertParts(tx, workspaceId, erasureId, 'session', ids, true);
  const gone = { kind: 'session' as const, visitorId, isTest, isRemoved: true };
  await recordChanges(
    tx,
    workspaceId,
    ids.map((id) => ({ ...gone, id })),
  );
}

/** Includes those that a late message brought back. */
export async function deleteVisitor(
  tx: Tx,
  workspaceId: string,
  { isTest }: RunningErasure,
  visitorId: string,
): Promise<Removed> {
  const removed: Removed = {};
  const add = (kind: keyof Removed | undefined, count: number) => {
    if (kind !== undefined) removed[kind] = (removed[kind] ?? 0) + count;
  };
  // Records made for another person refer to another visitor.
  await tx`
    update leads l set visitor_id = i.visitor_id, session_id = null from identities i
    where l.workspace_id = ${workspaceId} and l.visitor_id = ${visitorId} and l.is_test = ${isTest}
      and i.workspace_id = ${workspaceId} and i.id = l.identity_id and i.visitor_id <> ${visitorId}`;
  for (const { name, column, kind } of visitorTables) {
    const { count } = await tx`
      delete from ${tx(name)} where workspace_id = ${workspaceId} and ${tx(column)} = ${visitorId} and is_test = ${isTest}`;
    add(kind, count);
  }
  const { count: verdicts } = await tx`
    delete from verdicts v where v.workspace_id = ${workspaceId} and (v.visitor_id = ${visitorId} or v.undoes in (
      select o.id from verdicts o where o.workspace_id = ${workspaceId} and o.visitor_id = ${visitorId}))`;
  add('overrides', verdicts);
  const lists = await tx<{ list_id: string }[]>`
    delete from visitor_list_members where workspace_id = ${workspaceId} and type = 'visitor'
      and (member_id = ${visitorId} or shown_id = ${visitorId}) returning list_id`;
  add('list_memberships', lists.length);
  const listIds = [...new Set(lists.map(({ list_id }) => list_id))];
  await recordChanges(tx, workspaceId, [
    { kind: 'visitor', id: visitorId, isTest, isRemoved: true },
    ...listIds.map((id) => ({ kind: 'list' as const, id, isTest: false })),
  ]);
  return removed;
}
