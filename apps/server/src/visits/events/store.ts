/** Events in the database, each stored once. */

import { idTime } from '../../platform/common/ids.ts';
import { type Column, nameList, selectList } from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicros } from '../../platform/db/instants.ts';
import { firstOwnParameter, SharedValues, sharedRows } from '../../platform/db/shared-values.ts';
import { offClockMs } from '../../records/visit/events-by-time.ts';

export interface NewEvent {
  eventId: string;
  visitorId: string;
  sessionId: string;
  occurredAt: string;
  occurredMs: number;
  isTest: boolean;
  /** False: the service found the session. */
  namesSession: boolean;
  type: string;
  name: string;
  url: string;
  title: string;
  referrer: string;
  /** JSON text, or null. */
  properties: string | null;
  context: string | null;
}

function isOffClock({ eventId, occurredMs }: NewEvent): boolean {
  return Math.abs(idTime(eventId) - occurredMs) > offClockMs;
}

const columns: Column<NewEvent>[] = [
  { name: 'id', type: 'uuid', value: (event) => event.eventId },
  { name: 'visitor_id', type: 'uuid', value: (event) => event.visitorId },
  { name: 'session_id', type: 'uuid', value: (event) => event.sessionId },
  { name: 'occurred_at', type: 'timestamptz', value: (event) => event.occurredAt },
  { name: 'is_test', type: 'boolean', value: (event) => event.isTest },
  { name: 'off_clock', type: 'boolean', value: isOffClock },
  { name: 'assigned', type: 'boolean', value: (event) => !event.namesSession },
  { name: 'type', type: 'text', value: (event) => event.type },
  { name: 'name', type: 'text', value: (event) => event.name },
  { name: 'url', type: 'text', value: (event) => event.url || null },
  { name: 'title', type: 'text', value: (event) => event.title || null },
  { name: 'referrer', type: 'text', value: (event) => event.referrer || null },
  { name: 'properties', type: 'jsonb', value: (event) => event.properties },
  { name: 'context', type: 'jsonb', value: (event) => event.context },
];

const insertNew = (first: number) => `
  insert into events (workspace_id, received_at, ${nameList(columns)})
  select $1::uuid, now(), ${selectList(columns)} from ${sharedRows(columns, first)}`;

/**
 * Requires that every event is new, which saves the conflict check, a third of an insert's cost. Fails with
 * unique_violation otherwise.
 */
export function insertNewEvents(events: NewEvent[]): StatementPart {
  return {
    name: 'new_events',
    change: (first) => `${insertNew(first)} returning 1`,
    waits: 'in order',
    parameters: (shared) => shared.columnValues(columns, inOrder(events)),
  };
}

const insertMissing = `${insertNew(firstOwnParameter)}
  on conflict (workspace_id, id) do nothing
  returning id`;

/** Returns the ids that were new. Ids must differ within a call. */
export async function insertMissingEvents(
  tx: Tx,
  workspaceId: string,
  events: NewEvent[],
): Promise<Set<string>> {
  const shared = new SharedValues();
  const own = shared.columnValues(columns, inOrder(events));
  const parameters = [workspaceId, ...shared.parameters, ...own];
  const rows = await tx.unsafe<{ id: string }[]>(insertMissing, parameters, { prepare: true });
  return new Set(rows.map(({ id }) => id));
}

/** In key order, so that two transactions with the same messages wait instead of deadlocking. */
function inOrder(events: NewEvent[]): NewEvent[] {
  return [...events].sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
}

/** Sessions of stored events, by event id. */
export async function selectSessionsOfEvents(tx: Tx, workspaceId: string, ids: string[]) {
  const rows = await tx<{ id: string; session_id: string }[]>`
    select id, session_id from events
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`;
  return new Map(rows.map(({ id, session_id }) => [id, session_id]));
}

/** Value in the messages of stored conversions, unless removed. */
export async function selectWorthOfEvents(tx: Tx, workspaceId: string, ids: string[]) {
  return tx<{ id: string; name: string; value: number | null; currency: string }[]>`
    select id, name, (properties->>'value')::float8 as value, coalesce(properties->>'currency', '') as currency
    from events where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and type = 'conversion'`;
}

/** An event, as input for its session. */
export interface SessionEvent {
  id: string;
  session_id: string;
  /** UTC, with microseconds. */
  at: string;
  assigned: boolean;
  type: string;
  name: string;
  url: string | null;
  referrer: string | null;
  properties: Record<string, unknown> | null;
  context: Record<string, unknown> | null;
}

/** All events of some sessions of a visitor, in time order. */
export async function selectEventsOfSessions(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
  sessionIds: string[],
): Promise<SessionEvent[]> {
  return tx<SessionEvent[]>`
    select id, session_id, assigned, type, name, url, referrer, properties, context,
           ${utcMicros(tx, 'occurred_at')} as at
    from events
    where workspace_id = ${workspaceId} and session_id = any(${sessionIds}::uuid[])
      and visitor_id = ${visitorId} and is_test = ${isTest}
    order by occurred_at, id`;
}

/** The visitors of these sessions, in key order. A session id sent by several visitors is several sessions. */
export async function selectVisitorsOfSessions(
  tx: Tx,
  workspaceId: string,
  sessions: { subject: string; isTest: boolean }[],
): Promise<{ visitorId: string; isTest: boolean; sessionIds: string[] }[]> {
  return tx`
    select e.visitor_id as "visitorId", e.is_test as "isTest",
           array_agg(distinct e.session_id::text) as "sessionIds"
    from unnest(${sessions.map(({ subject }) => subject)}::uuid[],
                ${sessions.map(({ isTest }) => String(isTest))}::text[]::boolean[]) as s (id, is_test)
    join events e on e.workspace_id = ${workspaceId} and e.session_id = s.id and e.is_test = s.is_test
    group by e.visitor_id, e.is_test order by e.visitor_id, e.is_test`;
}

/** A visitor that continues a day visitor's visit. */
export interface Upgrade {
  visitorId: string;
  sessionId: string;
  isTest: boolean;
  /** The day's visitor. */
  before: string;
  /** End of the earlier part. */
  at: string;
  /** Recent enough that earlier messages may still arrive. */
  isNew: boolean;
}

/** Visitors that, in these sessions, continue a day visitor's visit, with the time. */
export async function selectUpgrades(
  tx: Tx,
  workspaceId: string,
  sessions: { subject: string; isTest: boolean }[],
): Promise<Upgrade[]> {
  return tx`
    select e.visitor_id as "visitorId", e.session_id as "sessionId", e.is_test as "isTest",
           e.context->>'day_visitor' as before, ${utcMicros(tx, 'e.occurred_at')} as at,
           e.received_at > now() - interval '1 minute' as "isNew"
    from unnest(${sessions.map(({ subject }) => subject)}::uuid[],
                ${sessions.map(({ isTest }) => String(isTest))}::text[]::boolean[]) as s (id, is_test)
    join events e on e.workspace_id = ${workspaceId} and e.session_id = s.id and e.is_test = s.is_test
    where e.context ? 'day_visitor' order by e.visitor_id, e.is_test, e.occurred_at, e.id`;
}

/** Moves a visitor's earlier events in a session to another visitor; true if there were any. */
export async function giveEvents(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  from: { visitorId: string; sessionId: string; until: string },
  to: { visitorId: string; sessionId: string },
): Promise<boolean> {
  const moved = await tx`
    update events set visitor_id = ${to.visitorId}, session_id = ${to.sessionId}, assigned = false
    where workspace_id = ${workspaceId} and session_id = ${from.sessionId} and visitor_id = ${from.visitorId}
      and is_test = ${isTest} and occurred_at <= ${from.until}::text::timestamptz returning id`;
  return moved.length > 0;
}

/** An event's new session. */
export interface EventMove {
  id: string;
  sessionId: string;
}

/** Moves events, and conversions made from them. */
export async function moveEvents(tx: Tx, workspaceId: string, moves: EventMove[]): Promise<void> {
  const moved = tx`
    unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ sessionId }) => sessionId)}::uuid[])
      as t (id, session_id)`;
  await tx`
    update events e set session_id = t.session_id from ${moved}
    where e.workspace_id = ${workspaceId} and e.id = t.id`;
  await tx`
    update conversions c set session_id = t.session_id, updated_at = now() from ${moved}
    where c.workspace_id = ${workspaceId} and c.id = t.id`;
}
