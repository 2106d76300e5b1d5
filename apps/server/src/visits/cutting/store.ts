/** Sessions found for messages without a session id, in the database. */
import type { Tx } from '../../platform/db/connect.ts';
import { type SessionState, sessionCapMs, tagsKey } from './assign-session.ts';

/** A session's time span within its visitor. */
export interface SessionPlace {
  id: string;
  startedMs: number;
  lastActivityMs: number;
}

/** A visitor's sessions with complete events, in time order, locked until the transaction ends. */
export async function lockSessionsOfVisitor(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
): Promise<SessionPlace[]> {
  const rows = await tx<{ id: string; started_at: Date; last_activity_at: Date }[]>`
    select id, started_at, last_activity_at from sessions s
    where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}
      and not exists (select from kept_visits k where k.workspace_id = ${workspaceId}
        and k.session_id = s.id and k.visitor_id = s.visitor_id and k.is_test = s.is_test)
    order by id for no key update of s`;
  return rows
    .map(({ id, started_at, last_activity_at }) => ({
      id,
      startedMs: started_at.getTime(),
      lastActivityMs: last_activity_at.getTime(),
    }))
    .sort((a, b) => a.startedMs - b.startedMs);
}

interface StateRow {
  id: string;
  visitor_id: string;
  is_test: boolean;
  named: boolean;
  started_at: Date;
  last_activity_at: Date;
  entry_url: string;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
}

/**
 * Marks all sessions of visitors that send messages without session ids. In a separate transaction: writers of
 * messages already hold sessions that must be locked first here.
 */
export async function markAssigned(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
): Promise<void> {
  await tx`
    with unmarked as materialized (
      select visitor_id, id, is_test from sessions
      where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[]) and not visitor_assigned
      order by visitor_id, id, is_test for no key update)
    update sessions s set visitor_assigned = true from unmarked u
    where s.workspace_id = ${workspaceId} and s.visitor_id = u.visitor_id and s.id = u.id and s.is_test = u.is_test`;
}

/** These visitors have sessions, but none is marked. */
export class NotMarked extends Error {
  override readonly name = 'NotMarked';
  readonly workspaceId: string;
  readonly visitorIds: string[];

  constructor(workspaceId: string, visitorIds: string[]) {
    super('sessions of visitors with messages that name none are not marked yet');
    this.workspaceId = workspaceId;
    this.visitorIds = visitorIds;
  }
}

/**
 * By visitor: sessions active since then, or with one of the given ids.
 * @throws NotMarked
 */
export async function selectSessionStates(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  since: Date,
  namedIds: string[],
): Promise<Map<string, SessionState[]>> {
  const columns = tx`
    s.id, s.visitor_id, s.is_test, s.named, s.started_at, s.last_activity_at, s.entry_url, s.campaign, s.click_ids`;
  const ofVisitors = tx`
    from unnest(${visitorIds}::uuid[]) as v (id)
    join sessions s on s.workspace_id = ${workspaceId} and s.visitor_id = v.id`;
  // A session accepts messages without an id for at most a day, so older ones need not be read.
  const from = new Date(since.getTime() - sessionCapMs);
  const [unmarked, rows] = await Promise.all([
    tx<{ visitor_id: string }[]>`
      select distinct s.visitor_id ${ofVisitors}
      where not s.visitor_assigned
        and not exists (select from sessions o where o.workspace_id = ${workspaceId}
          and o.visitor_id = v.id and o.is_test = s.is_test and o.visitor_assigned)`,
    tx<StateRow[]>`
      select ${columns} ${ofVisitors}
      where s.visitor_assigned and s.started_at >= ${from} and s.last_activity_at >= ${since}
      union
      select ${columns} ${ofVisitors} where s.id = any(${namedIds}::uuid[])`,
  ]);
  if (unmarked.length > 0) {
    const ids = unmarked.map(({ visitor_id }) => visitor_id);
    throw new NotMarked(workspaceId, ids);
  }
  const states = new Map<string, SessionState[]>();
  for (const row of rows) {
    const key = `${row.is_test}${row.visitor_id}`;
    const sessions = states.get(key) ?? [];
    states.set(key, sessions);
    sessions.push({
      id: row.id,
      startedMs: row.started_at.getTime(),
      lastActivityMs: row.last_activity_at.getTime(),
      opening: {
        named: row.named,
        entryUrl: row.entry_url,
        tags: tagsKey(row.campaign, row.click_ids),
      },
    });
  }
  return states;
}
