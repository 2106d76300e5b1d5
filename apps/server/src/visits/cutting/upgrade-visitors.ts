/**
 * Moves the visit a browser began without an id to the visitor id it has now: the day visitor's earlier events join that
 * visitor's session, so it keeps its landing page, source and campaign.
 */

import { recordChanges } from '../../platform/changes/record.ts';
import { runCombined } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { sharePeople } from '../../platform/db/people-lock.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { continueJobs, enqueueJobs, type JobSubject } from '../../platform/jobs/queue.ts';
import { selectBotOverrides, visitorKeyOf } from '../../records/visit/bot-overrides.ts';
import { markSessions } from '../../records/visit/stats-marks.ts';
import {
  giveEvents,
  type SessionEvent,
  selectEventsOfSessions,
  selectUpgrades,
  type Upgrade,
} from '../events/store.ts';
import { deleteSessions, upsertSessions } from '../sessions/store.ts';
import { sessionIdleMs } from './assign-session.ts';
import { messageOf, type Visitor } from './reassign-sessions.ts';
import { lockSessionsOfVisitor, type SessionPlace } from './store.ts';
import { firstTouches, sessionDeltas, withOpenings } from './sum-up.ts';
import {
  deleteEmptyVisitor,
  isKnownBeyondVisits,
  lockVisitor,
  upsertVisitors,
} from './visitors.ts';

/** Messages sent without an id before consent have arrived by then, or never will. */
const againAfterMs = 120_000;

/** `jobs`: sessions. Locks in ingest's order. */
export async function upgradeVisitors(
  tx: Tx,
  workspaceId: string,
  jobs: JobSubject[],
): Promise<void> {
  await sharePeople(tx, workspaceId);
  const upgrades = await selectUpgrades(tx, workspaceId, jobs);
  if (upgrades.length === 0) return;
  const visitors = upgrades
    .flatMap(({ visitorId, before, isTest }) => [
      { visitorId, isTest },
      { visitorId: before, isTest },
    ])
    .sort((a, b) => (a.visitorId < b.visitorId ? -1 : 1));
  await lockVisitors(
    tx,
    'sessions',
    workspaceId,
    visitors.map(({ visitorId }) => visitorId),
  );
  for (const visitor of visitors) await lockVisitor(tx, workspaceId, visitor);
  for (const { visitorId, isTest } of visitors) {
    await lockSessionsOfVisitor(tx, workspaceId, visitorId, isTest);
  }
  for (const upgrade of upgrades) await goOn(tx, workspaceId, upgrade);
  const again = upgrades.filter(({ isNew }) => isNew);
  const sessions = again.map(({ sessionId, isTest }) => ({ subject: sessionId, isTest }));
  await continueJobs(tx, workspaceId, 'upgrades', sessions, againAfterMs);
}

async function goOn(tx: Tx, workspaceId: string, upgrade: Upgrade): Promise<void> {
  const { visitorId, sessionId, isTest, before, at } = upgrade;
  const places = await lockSessionsOfVisitor(tx, workspaceId, before, isTest);
  const visit = visitAt(places, Date.parse(at));
  if (!visit) return;
  // Identifications and conversions stay with the day's visitor.
  if (await isKnownBeyondVisits(tx, workspaceId, before, isTest)) return;
  const own = { visitorId, sessionId };
  const theirs = { visitorId: before, sessionId: visit.id, until: at };
  if (!(await giveEvents(tx, workspaceId, isTest, theirs, own))) return;
  await sumUpAnew(tx, { workspaceId, visitorId, isTest }, sessionId);
  const isLeft = await sumUpAnew(tx, { workspaceId, visitorId: before, isTest }, visit.id);
  await deleteEmptyVisitor(tx, workspaceId, before, isTest);
  await markSessions(tx, workspaceId, [
    { ...own, isTest },
    { visitorId: before, sessionId: visit.id, isTest },
  ]);
  await recordChanges(tx, workspaceId, [
    { kind: 'session', id: sessionId, visitorId, isTest },
    { kind: 'session', id: visit.id, visitorId: before, isTest, isRemoved: !isLeft },
  ]);
  // The remaining part begins later than before.
  if (isLeft) await enqueueJobs(tx, workspaceId, 'sessions', [{ subject: visit.id, isTest }]);
  await enqueueJobs(tx, workspaceId, 'people', [{ subject: visitorId, isTest }]);
}

/** The session active at that time. */
function visitAt(places: SessionPlace[], atMs: number): SessionPlace | undefined {
  return places.findLast(
    ({ startedMs, lastActivityMs }) => startedMs <= atMs && atMs - lastActivityMs <= sessionIdleMs,
  );
}

/** From its events; false without any. */
async function sumUpAnew(
  tx: Tx,
  visitor: Omit<Visitor, 'override'>,
  sessionId: string,
): Promise<boolean> {
  const { workspaceId, visitorId, isTest } = visitor;
  const overrides = await selectBotOverrides(tx, workspaceId, [visitorId]);
  const override = overrides.get(visitorKeyOf({ visitorId, isTest }));
  const events = await selectEventsOfSessions(tx, workspaceId, visitorId, isTest, [sessionId]);
  await deleteSessions(tx, workspaceId, visitorId, isTest, [sessionId]);
  if (events.length === 0) return false;
  const toMessage = (event: SessionEvent) => messageOf({ ...visitor, override }, event, sessionId);
  const sessions = withOpenings(sessionDeltas(events.map(toMessage)));
  await runCombined(tx, workspaceId, [
    upsertVisitors(firstTouches(sessions)),
    upsertSessions(sessions),
  ]);
  return true;
}
