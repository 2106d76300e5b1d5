/**
 * Recomputes the sessions around a late message: the sweep used for messages in order, over stored ones. The
 * job that `late-arrivals.ts` requests.
 */

import { recordChanges } from '../../platform/changes/record.ts';
import { runCombined } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { sharePeople } from '../../platform/db/people-lock.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { enqueueJobs, type JobSubject } from '../../platform/jobs/queue.ts';
import {
  type BotOverride,
  selectBotOverrides,
  visitorKeyOf,
} from '../../records/visit/bot-overrides.ts';
import { markSessions } from '../../records/visit/stats-marks.ts';
import {
  moveEvents,
  type SessionEvent,
  selectEventsOfSessions,
  selectVisitorsOfSessions,
} from '../events/store.ts';
import {
  deleteSessions,
  replaceSessionTotals,
  type SessionDelta,
  upsertSessions,
} from '../sessions/store.ts';
import { sessionIdleMs, sweep } from './assign-session.ts';
import type { SessionMessage } from './session-message.ts';
import { lockSessionsOfVisitor, type SessionPlace } from './store.ts';
import { sessionDeltas, withOpenings } from './sum-up.ts';
import { tagsKeyOf, visitOf } from './visit-context.ts';

/**
 * `jobs`: sessions. Locks in ingest's order (people, visitors, their sessions), so that both wait instead of
 * deadlocking.
 */
export async function reassignSessions(
  tx: Tx,
  workspaceId: string,
  jobs: JobSubject[],
): Promise<void> {
  await sharePeople(tx, workspaceId);
  const visitors = await selectVisitorsOfSessions(tx, workspaceId, jobs);
  await lockVisitors(
    tx,
    'sessions',
    workspaceId,
    visitors.map(({ visitorId }) => visitorId),
  );
  const overrides = await selectBotOverrides(
    tx,
    workspaceId,
    visitors.map(({ visitorId }) => visitorId),
  );
  const located: { visitor: Visitor; sessions: SessionPlace[]; sessionIds: string[] }[] = [];
  for (const { visitorId, isTest, sessionIds } of visitors) {
    const sessions = await lockSessionsOfVisitor(tx, workspaceId, visitorId, isTest);
    const override = overrides.get(visitorKeyOf({ visitorId, isTest }));
    located.push({ visitor: { workspaceId, visitorId, isTest, override }, sessions, sessionIds });
  }
  for (const { visitor, sessions, sessionIds } of located) {
    const done = new Set<string>();
    for (const id of sessionIds) {
      if (done.has(id)) continue;
      const near = neighbours(sessions, id);
      if (near.length > 0) await reassign(tx, visitor, near);
      for (const other of near) done.add(other);
    }
  }
  const subjects = visitors.map(({ visitorId, isTest }) => ({ subject: visitorId, isTest }));
  await enqueueJobs(tx, workspaceId, 'people', subjects);
}

export interface Visitor {
  workspaceId: string;
  visitorId: string;
  isTest: boolean;
  override: BotOverride | undefined;
}

/** `near`: sessions without a pause between them. */
async function reassign(tx: Tx, visitor: Visitor, near: string[]): Promise<void> {
  const { workspaceId, visitorId, isTest } = visitor;
  const events = await selectEventsOfSessions(tx, workspaceId, visitorId, isTest, near);
  const { ids } = sweep(
    events.map((event) => ({
      visitorId,
      isTest,
      eventId: event.id,
      occurredMs: Date.parse(event.at),
      sessionId: event.assigned ? undefined : event.session_id,
      url: event.url ?? '',
      tags: tagsKeyOf(event.context),
    })),
    [],
  );
  const moves = events.flatMap(({ id, session_id }, place) => {
    const next = ids[place] ?? session_id;
    return next === session_id ? [] : [{ id, sessionId: next }];
  });
  if (moves.length > 0) await moveEvents(tx, workspaceId, moves);
  const messages = events.map((event, place) =>
    messageOf(visitor, event, ids[place] ?? event.session_id),
  );
  await storeSessions(tx, visitor, near, sessionDeltas(messages));
}

/** The session and all without a pause in between. */
function neighbours(sessions: SessionPlace[], sessionId: string): string[] {
  const own = sessions.find(({ id }) => id === sessionId);
  if (!own) return [];
  let [from, until] = [own.startedMs, own.lastActivityMs];
  const near = new Set([sessionId]);
  for (let size = 0; size < near.size; ) {
    size = near.size;
    for (const { id, startedMs, lastActivityMs } of sessions) {
      if (startedMs > until + sessionIdleMs || lastActivityMs < from - sessionIdleMs) continue;
      near.add(id);
      from = Math.min(from, startedMs);
      until = Math.max(until, lastActivityMs);
    }
  }
  return [...near];
}

/**
 * Sessions with an id in messages keep their opening, which only such messages can change; generated ones are
 * replaced.
 */
async function storeSessions(
  tx: Tx,
  { workspaceId, visitorId, isTest }: Visitor,
  before: string[],
  after: SessionDelta[],
): Promise<void> {
  const named = after.filter((session) => session.named);
  const made = after.filter((session) => !session.named);
  const kept = new Set(named.map(({ id }) => id));
  const gone = before.filter((id) => !kept.has(id));
  if (gone.length > 0) await deleteSessions(tx, workspaceId, visitorId, isTest, gone);
  if (named.length > 0) await replaceSessionTotals(tx, workspaceId, named);
  if (made.length > 0) await runCombined(tx, workspaceId, [upsertSessions(withOpenings(made))]);
  const written = new Set([...before, ...after.map(({ id }) => id)]);
  const marks = [...written].map((sessionId) => ({ visitorId, sessionId, isTest }));
  await markSessions(tx, workspaceId, marks);
  const left = new Set(after.map(({ id }) => id));
  const change = { kind: 'session' as const, visitorId, isTest };
  await recordChanges(tx, workspaceId, [
    ...after.map(({ id }) => ({ ...change, id })),
    ...gone.filter((id) => !left.has(id)).map((id) => ({ ...change, id, isRemoved: true })),
  ]);
}

/** A stored event, as input for summing up its session. */
export function messageOf(
  { override, ...visitor }: Visitor,
  event: SessionEvent,
  sessionId: string,
): SessionMessage {
  const { properties } = event;
  const engaged = properties?.engaged_ms;
  return {
    ...visitor,
    eventId: event.id,
    sessionId,
    namesSession: !event.assigned,
    visitorAssigned: true,
    occurredAt: event.at,
    type: event.type,
    name: event.name,
    url: event.url ?? '',
    referrer: event.referrer ?? '',
    session:
      event.type === 'session'
        ? {
            ends: event.name === 'end',
            engagedMs: typeof engaged === 'number' ? Math.round(engaged) : 0,
          }
        : undefined,
    visit: visitOf(event.context, override),
  };
}
