/**
 * Writes the checked messages of one workspace inside a group's transaction: events first, and only
 * what was really new counts for visitors, sessions, people, conversions and leads.
 */
import { upsertCampaigns } from '../campaigns/store.ts';
import type { Tx } from '../db/connect.ts';
import { type Part, together } from '../db/together.ts';
import { insertMissingEvents, insertNewEvents, selectSessionsOfEvents } from '../events/store.ts';
import { requireLiveKeys, selectLiveKeys } from '../keys/store.ts';
import { assignSessions, sessionCapMs, sessionIdleMs } from '../sessions/assign-session.ts';
import {
  growStoredSessions,
  lockSessionAssignment,
  type SessionDelta,
  type SessionSpan,
  selectSessionSpans,
  upsertSessions,
} from '../sessions/store.ts';
import { upsertVisitors } from '../visitors/store.ts';
import { insertFailedEvents } from './failed-events.ts';
import type { KnownSessions } from './known-sessions.ts';
import type { FailedMessage, Message } from './message.ts';
import { seenCampaigns } from './seen-campaigns.ts';
import { firstTouches, sessionDeltas } from './sum-up.ts';
import { writePeople } from './write-people.ts';

export interface WorkspaceWork {
  messages: Message[];
  failed: FailedMessage[];
}

/**
 * The usual case, sent in one go: every key is live, every message is new and has its session.
 * Sets the outcome of each message; it holds when the transaction commits. People are left to do.
 * `sent` rejects with one of `unexpected` when it is not the usual case.
 */
export function sendExpected(
  tx: Tx,
  workspaceId: string,
  messages: Message[],
  known: KnownSessions,
): { sent: Promise<unknown>; newSessions: string[] } {
  const keyIds = [...new Set(messages.map(({ key }) => key.id))];
  const { stored, others, keys } = known.divide(workspaceId, sessionDeltas(messages));
  for (const message of messages) message.outcome = 'accepted';
  const parts = [requireLiveKeys(keyIds), insertNewEvents(messages)];
  if (stored.length > 0) parts.push(growStoredSessions(stored));
  if (others.length > 0) parts.push(...metBy(workspaceId, others));
  return { sent: together(tx, workspaceId, parts), newSessions: keys };
}

/** What PostgreSQL says when a case is not the usual one: unique_violation, division_by_zero. */
export const unexpected = ['23505', '22012'];

/** Any case, step by step. Sets the outcome of each message; it holds when the transaction commits. */
export async function writeCarefully(
  tx: Tx,
  workspaceId: string,
  { messages, failed }: WorkspaceWork,
): Promise<void> {
  const allowed = await refuseRevoked(tx, workspaceId, messages, failed);
  if (allowed.length === 0) return;
  const sessionless = allowed.filter(({ namesSession }) => !namesSession);
  await findSessions(tx, workspaceId, allowed);

  const unique = firstOfEach(allowed);
  const newIds = await insertMissingEvents(tx, workspaceId, unique);
  const fresh = unique.filter(({ eventId }) => newIds.has(eventId));
  for (const message of allowed) message.outcome = 'duplicate';
  for (const message of fresh) message.outcome = 'accepted';
  if (fresh.length > 0) {
    const sessions = sessionDeltas(fresh);
    await together(tx, workspaceId, metBy(workspaceId, sessions));
    await writePeople(tx, workspaceId, fresh);
  }
  if (fresh.length < allowed.length && sessionless.length > 0) {
    await tellStoredSessions(tx, workspaceId, sessionless);
  }
}

/** The sessions, and the visitors and campaigns that they tell of. */
function metBy(workspaceId: string, sessions: SessionDelta[]): Part[] {
  const campaigns = seenCampaigns(workspaceId, sessions);
  const parts = [upsertSessions(sessions), upsertVisitors(firstTouches(sessions))];
  return campaigns.length > 0 ? [...parts, upsertCampaigns(campaigns)] : parts;
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

/** For the messages that name none; in one round trip. */
export async function findSessions(tx: Tx, workspaceId: string, all: Message[]): Promise<void> {
  const messages = all.filter(({ namesSession }) => !namesSession);
  if (messages.length === 0) return;
  const visitorIds = [...new Set(messages.map(({ visitorId }) => visitorId))];
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { occurredMs } of messages) {
    first = Math.min(first, occurredMs);
    last = Math.max(last, occurredMs);
  }
  const from = new Date(first - sessionIdleMs);
  const until = new Date(last + Math.max(sessionIdleMs, sessionCapMs));
  const [, spans] = await Promise.all([
    lockSessionAssignment(tx, visitorIds),
    selectSessionSpans(tx, workspaceId, visitorIds, from, until),
  ]);
  const ids = assignSessions(messages, [...spans, ...spansOf(all)]);
  for (const [place, message] of messages.entries()) message.sessionId = ids[place] ?? '';
}

/** The sessions that messages beside them name, which may not be stored yet. */
function spansOf(messages: Message[]): SessionSpan[] {
  return messages
    .filter(({ namesSession }) => namesSession)
    .map(({ sessionId, visitorId, isTest, occurredMs }) => ({
      id: sessionId,
      visitorId,
      isTest,
      startedMs: occurredMs,
      lastActivityMs: occurredMs,
    }));
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
