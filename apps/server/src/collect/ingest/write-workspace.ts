/**
 * Writes one workspace's checked messages in a group's transaction: events first, then only new ones count
 * for visitors, sessions, people, conversions and leads.
 */

import { requireLiveKeys, selectLiveKeys } from '../../accounts/keys/store.ts';
import {
  requestPeopleRecompute,
  requestReassignmentAfterUpdate,
  requestReassignmentAfterUpsert,
} from '../../identity/late-arrivals.ts';
import { changesPart } from '../../platform/changes/record.ts';
import { runCombined, type StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { databaseTime } from '../../platform/db/database-clock.ts';
import { sharePeople } from '../../platform/db/people-lock.ts';
import { enqueuePart } from '../../platform/jobs/queue.ts';
import { firstTouches, sessionDeltas, withOpenings } from '../../visits/cutting/sum-up.ts';
import { upsertVisitors } from '../../visits/cutting/visitors.ts';
import {
  insertMissingEvents,
  insertNewEvents,
  selectSessionsOfEvents,
} from '../../visits/events/store.ts';
import {
  type SessionDelta,
  updateStoredSessions,
  upsertSessions,
} from '../../visits/sessions/store.ts';
import { findSessions } from './find-sessions.ts';
import { firstSeen } from './first-seen.ts';
import type { KnownBotOverrides } from './known-bot-overrides.ts';
import type { KnownErasures } from './known-erasures.ts';
import { KnownFirstSeen } from './known-first-seen.ts';
import type { KnownSessions, StoredSession } from './known-sessions.ts';
import { concernsPeople, type FailedMessage, type Message } from './message.ts';
import { insertRejectedEvents } from './rejected-events.ts';
import type { KnownWithdrawals } from './withdrawals.ts';
import { keepOtherClaims } from './write-claims.ts';
import { writePeople } from './write-people.ts';

export interface WorkspaceWork {
  messages: Message[];
  failed: FailedMessage[];
}

/**
 * The usual case, sent at once: every key is live, every message is new and has its session. Sets each
 * message's outcome, valid once the transaction commits. People are not written. `sent` rejects with one of
 * `unexpected` in any other case.
 */
export function sendExpected(
  tx: Tx,
  workspaceId: string,
  messages: Message[],
  caches: IngestCaches,
): { sent: Promise<{ databaseMs: number }>; stored: Stored } {
  const keyIds = [...new Set(messages.map(({ key }) => key.id))];
  const overrides = caches.botOverrides.assume(workspaceId, messages);
  const erasures = caches.erasures.assume(workspaceId, messages);
  const sessions = sessionDeltas(messages);
  const { stored, others, fresh } = caches.sessions.divide(workspaceId, sessions);
  const { parts: seenParts, seen } = firstSeen(workspaceId, messages, caches.firstSeen);
  for (const message of messages) message.outcome = 'accepted';
  const parts = [
    sessionChanges(sessions),
    requireLiveKeys(keyIds),
    caches.withdrawals.require(workspaceId, messages),
    overrides,
    erasures,
    insertNewEvents(messages),
    timePart,
  ];
  const opened = withOpenings(others);
  if (others.length > 0) parts.push(upsertVisitors(firstTouches(opened)));
  if (stored.length > 0) {
    parts.push(updateStoredSessions(stored), requestReassignmentAfterUpdate);
  }
  if (others.length > 0) {
    const upserted = upsertSessions(opened);
    // Another process may disagree about which sessions are stored.
    parts.push(stored.length > 0 ? { ...upserted, waits: 'out of order' } : upserted);
    parts.push(...requestsAfterUpsert);
  }
  parts.push(...upgradeParts(messages));
  const sent = runCombined(tx, workspaceId, [...parts, ...seenParts]).then((answers) => {
    return { databaseMs: Number(answers[timePart.name]) };
  });
  return { sent, stored: { sessions: fresh, seen } };
}

const timePart: StatementPart = { name: 'database_ms', tells: databaseTime, parameters: () => [] };

/** Caches of stored data that save work. */
export interface IngestCaches {
  sessions: KnownSessions;
  firstSeen: KnownFirstSeen;
  botOverrides: KnownBotOverrides;
  withdrawals: KnownWithdrawals;
  erasures: KnownErasures;
}

/** To be cached after COMMIT. */
export interface Stored {
  sessions: StoredSession[];
  seen: Map<string, string>;
}

/**
 * PostgreSQL's errors for unusual cases: unique_violation, division_by_zero, lock_not_available, and
 * in_failed_sql_transaction from later statements, whichever arrives first.
 */
export const unexpected = ['23505', '22012', '55P03', '25P02'];

/** Handles any case, step by step. Sets each message's outcome, valid once the transaction commits. */
export async function writeCarefully(
  tx: Tx,
  workspaceId: string,
  { messages, failed }: WorkspaceWork,
  {
    botOverrides,
    withdrawals,
    erasures,
  }: Pick<IngestCaches, 'botOverrides' | 'withdrawals' | 'erasures'>,
): Promise<void> {
  if (messages.some(concernsPeople)) await sharePeople(tx, workspaceId);
  const sent = await refuseRevoked(tx, workspaceId, messages, failed, erasures);
  const live = sent.length > 0 ? await erasures.admit(tx, workspaceId, sent) : [];
  if (live.length === 0) return;
  const allowed = await withdrawals.settle(tx, workspaceId, live);
  if (allowed.length === 0) return;
  await botOverrides.learn(tx, workspaceId, allowed);
  const sessionless = allowed.filter(({ namesSession }) => !namesSession);
  await findSessions(tx, workspaceId, allowed);

  const unique = firstOfEach(allowed);
  const newIds = await insertMissingEvents(tx, workspaceId, unique);
  const fresh = unique.filter(({ eventId }) => newIds.has(eventId));
  for (const message of allowed) message.outcome = 'duplicate';
  for (const message of fresh) message.outcome = 'accepted';
  if (fresh.length > 0) {
    const { parts } = firstSeen(workspaceId, fresh, new KnownFirstSeen());
    const sessions = sessionDeltas(fresh);
    const opened = withOpenings(sessions);
    await runCombined(tx, workspaceId, [
      sessionChanges(sessions),
      upsertVisitors(firstTouches(opened)),
      upsertSessions(opened),
      ...requestsAfterUpsert,
      ...upgradeParts(fresh),
      ...parts,
    ]);
    await writePeople(tx, workspaceId, fresh);
  }
  if (fresh.length === allowed.length) return;
  const stored = new Set(fresh);
  const duplicates = allowed.filter((message) => !stored.has(message));
  await keepOtherClaims(tx, workspaceId, duplicates);
  if (sessionless.length > 0) await setStoredSessions(tx, workspaceId, sessionless);
}

const requestsAfterUpsert = [requestReassignmentAfterUpsert, requestPeopleRecompute];

/** Browsers that received an id and continue a visit they began without one. */
function upgradeParts(messages: Message[]): StatementPart[] {
  const going = messages.filter(({ dayVisitor }) => dayVisitor !== undefined);
  if (going.length === 0) return [];
  return [
    enqueuePart(
      'upgrades',
      going.map(({ sessionId, isTest }) => ({ subject: sessionId, isTest })),
    ),
  ];
}

function sessionChanges(sessions: SessionDelta[]): StatementPart {
  const live = sessions.filter(({ isTest }) => !isTest);
  const test = live.length === sessions.length ? [] : sessions.filter(({ isTest }) => isTest);
  return changesPart(
    [live, test].map((changed, place) => ({
      kind: 'session',
      action: 'changed',
      isTest: place === 1,
      ids: changed.map(({ id }) => id),
      visitorIds: changed.map(({ visitorId }) => visitorId),
    })),
  );
}

/** A key may have been revoked since the request arrived: the transaction decides. */
async function refuseRevoked(
  tx: Tx,
  workspaceId: string,
  messages: Message[],
  failed: FailedMessage[],
  erasures: KnownErasures,
): Promise<Message[]> {
  const keyIds = new Set<string>();
  for (const { key } of messages) keyIds.add(key.id);
  for (const { key } of failed) keyIds.add(key.id);
  const live = await selectLiveKeys(tx, workspaceId, [...keyIds]);
  const kept = await erasures.admitFailed(
    tx,
    workspaceId,
    failed.filter(({ key }) => live.has(key.id)),
  );
  if (kept.length > 0) await insertRejectedEvents(tx, workspaceId, kept);
  if (live.size === keyIds.size) return messages;
  for (const message of messages) message.outcome = 'revoked';
  return messages.filter(({ key }) => live.has(key.id));
}

/** Of the same message twice in a transaction, the first counts. */
function firstOfEach(messages: Message[]): Message[] {
  const byId = new Map<string, Message>();
  for (const message of messages) {
    if (!byId.has(message.eventId)) byId.set(message.eventId, message);
  }
  return byId.size === messages.length ? messages : [...byId.values()];
}

/** A duplicate without a session gets the session it was stored with. */
async function setStoredSessions(tx: Tx, workspaceId: string, sessionless: Message[]) {
  const duplicates = sessionless.filter(({ outcome }) => outcome === 'duplicate');
  if (duplicates.length === 0) return;
  const ids = duplicates.map(({ eventId }) => eventId);
  const stored = await selectSessionsOfEvents(tx, workspaceId, ids);
  for (const message of duplicates) {
    message.sessionId = stored.get(message.eventId) ?? message.sessionId;
  }
}
