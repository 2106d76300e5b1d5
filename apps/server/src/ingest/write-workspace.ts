/**
 * Writes the checked messages of one workspace inside a group's transaction: events first, and only
 * what was really new counts for visitors, sessions, people, conversions and leads.
 */
import type { Tx } from '../db/connect.ts';
import { insertMissingEvents, insertNewEvents, selectSessionsOfEvents } from '../events/store.ts';
import { selectLiveKeys } from '../keys/store.ts';
import { assignSessions, sessionCapMs, sessionIdleMs } from '../sessions/assign-session.ts';
import {
  growSessions,
  lockSessionAssignment,
  openSessions,
  selectSessionSpans,
} from '../sessions/store.ts';
import { upsertVisitors } from '../visitors/store.ts';
import { insertFailedEvents } from './failed-events.ts';
import type { FailedMessage, Message } from './message.ts';
import { firstTouches, sessionDeltas } from './sum-up.ts';
import { writePeople } from './write-people.ts';

export interface WorkspaceWork {
  messages: Message[];
  failed: FailedMessage[];
}

/** Not the usual case: the transaction must start again, with care. */
export class NotAsExpected extends Error {}

/**
 * The usual case in one round trip: every key is live, every message is new and names its session.
 * Sets the outcome of each message; it holds when the transaction commits.
 * @throws NotAsExpected, or PostgreSQL's unique_violation, when it is not the usual case
 */
export async function writeExpected(
  tx: Tx,
  workspaceId: string,
  { messages, failed }: WorkspaceWork,
): Promise<void> {
  if (failed.length > 0 || messages.some(({ sessionId }) => sessionId === '')) {
    throw new NotAsExpected();
  }
  const keyIds = [...new Set(messages.map(({ key }) => key.id))];
  const sessions = sessionDeltas(messages);
  const [live, opened] = await Promise.all([
    selectLiveKeys(tx, workspaceId, keyIds),
    growSessions(tx, workspaceId, sessions),
    insertNewEvents(tx, workspaceId, messages),
  ]);
  if (live.size < keyIds.length) throw new NotAsExpected();
  for (const message of messages) message.outcome = 'accepted';
  await Promise.all([
    opened.length > 0 && openSessions(tx, workspaceId, opened),
    opened.length > 0 && upsertVisitors(tx, workspaceId, firstTouches(opened)),
    writePeople(tx, workspaceId, messages),
  ]);
}

/** Any case, step by step. Sets the outcome of each message; it holds when the transaction commits. */
export async function writeCarefully(
  tx: Tx,
  workspaceId: string,
  { messages, failed }: WorkspaceWork,
): Promise<void> {
  const allowed = await refuseRevoked(tx, workspaceId, messages, failed);
  if (allowed.length === 0) return;
  const sessionless = allowed.filter(({ sessionId }) => sessionId === '');
  if (sessionless.length > 0) await findSessions(tx, workspaceId, sessionless);

  const unique = firstOfEach(allowed);
  const newIds = await insertMissingEvents(tx, workspaceId, unique);
  const fresh = unique.filter(({ eventId }) => newIds.has(eventId));
  for (const message of allowed) message.outcome = 'duplicate';
  for (const message of fresh) message.outcome = 'accepted';
  if (fresh.length > 0) {
    const opened = await growSessions(tx, workspaceId, sessionDeltas(fresh));
    if (opened.length > 0) {
      await openSessions(tx, workspaceId, opened);
      await upsertVisitors(tx, workspaceId, firstTouches(opened));
    }
    await writePeople(tx, workspaceId, fresh);
  }
  if (fresh.length < allowed.length && sessionless.length > 0) {
    await tellStoredSessions(tx, workspaceId, sessionless);
  }
}

/** A key may have been revoked since the request came: the transaction decides. */
async function refuseRevoked(
  tx: Tx,
  workspaceId: string,
  messages: Message[],
  failed: FailedMessage[],
): Promise<Message[]> {
  const keyIds = new Set<string>();
  for (const { key } of messages) keyIds.add(key.id);
  for (const { key } of failed) keyIds.add(key.id);
  const live = await selectLiveKeys(tx, workspaceId, [...keyIds]);
  const kept = failed.filter(({ key }) => live.has(key.id));
  if (kept.length > 0) await insertFailedEvents(tx, workspaceId, kept);
  if (live.size === keyIds.size) return messages;
  for (const message of messages) message.outcome = 'revoked';
  return messages.filter(({ key }) => live.has(key.id));
}

async function findSessions(tx: Tx, workspaceId: string, messages: Message[]): Promise<void> {
  const visitorIds = [...new Set(messages.map(({ visitorId }) => visitorId))];
  await lockSessionAssignment(tx, visitorIds);
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { occurredMs } of messages) {
    first = Math.min(first, occurredMs);
    last = Math.max(last, occurredMs);
  }
  const from = new Date(first - sessionIdleMs);
  const until = new Date(last + Math.max(sessionIdleMs, sessionCapMs));
  const spans = await selectSessionSpans(tx, workspaceId, visitorIds, from, until);
  const ids = assignSessions(messages, spans);
  for (const [place, message] of messages.entries()) message.sessionId = ids[place] ?? '';
}

/** The same message twice in one transaction: the first one counts. */
function firstOfEach(messages: Message[]): Message[] {
  const byId = new Map<string, Message>();
  for (const message of messages) {
    if (!byId.has(message.eventId)) byId.set(message.eventId, message);
  }
  return byId.size === messages.length ? messages : [...byId.values()];
}

/** A duplicate that names no session belongs to the one that it was stored with. */
async function tellStoredSessions(tx: Tx, workspaceId: string, sessionless: Message[]) {
  const duplicates = sessionless.filter(({ outcome }) => outcome === 'duplicate');
  if (duplicates.length === 0) return;
  const ids = duplicates.map(({ eventId }) => eventId);
  const stored = await selectSessionsOfEvents(tx, workspaceId, ids);
  for (const message of duplicates) {
    message.sessionId = stored.get(message.eventId) ?? message.sessionId;
  }
}
