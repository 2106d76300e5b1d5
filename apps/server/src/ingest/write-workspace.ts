/**
 * Writes the checked messages of one workspace inside a group's transaction: events first, and only
 * what was really new counts for visitors, sessions, people, conversions and leads.
 */
import type { Tx } from '../db/connect.ts';
import { insertEvents, selectSessionsOfEvents } from '../events/store.ts';
import { selectLiveKeys } from '../keys/store.ts';
import { assignSessions, sessionCapMs, sessionIdleMs } from '../sessions/assign-session.ts';
import { lockSessionAssignment, selectSessionSpans, upsertSessions } from '../sessions/store.ts';
import { upsertVisitors } from '../visitors/store.ts';
import { insertFailedEvents } from './failed-events.ts';
import type { FailedMessage, Message } from './message.ts';
import { sumUp } from './sum-up.ts';
import { writePeople } from './write-people.ts';

export type Outcome =
  | { status: 'accepted' | 'duplicate'; sessionId: string }
  | { status: 'rejected'; reason: string }
  | { status: 'revoked' };

export interface WorkspaceWork {
  messages: Message[];
  failed: FailedMessage[];
}

/** An outcome for each message, in order. */
export async function writeWorkspace(
  tx: Tx,
  workspaceId: string,
  { messages, failed }: WorkspaceWork,
): Promise<Map<Message, Outcome>> {
  const outcomes = new Map<Message, Outcome>();
  const keyIds = [...new Set([...messages, ...failed].map(({ key }) => key.id))];
  const live = await selectLiveKeys(tx, workspaceId, keyIds);
  const kept = failed.filter(({ key }) => live.has(key.id));
  if (kept.length > 0) await insertFailedEvents(tx, workspaceId, kept);
  const allowed: Message[] = [];
  for (const message of messages) {
    if (live.has(message.key.id)) allowed.push(message);
    else outcomes.set(message, { status: 'revoked' });
  }
  if (allowed.length === 0) return outcomes;

  const sessionless = allowed.filter(({ sessionId }) => sessionId === undefined);
  if (sessionless.length > 0) await findSessions(tx, workspaceId, sessionless);

  const unique = firstOfEach(allowed);
  const newIds = await insertEvents(tx, workspaceId, unique.map(toEvent));
  const fresh = unique.filter(({ eventId }) => newIds.has(eventId));
  if (fresh.length > 0) {
    const { visitors, sessions } = sumUp(fresh);
    const visits = upsertVisitors(tx, workspaceId, visitors);
    await Promise.all([visits, upsertSessions(tx, workspaceId, sessions)]);
    await writePeople(tx, workspaceId, fresh);
  }
  const freshSet = new Set(fresh);
  const stored = await sessionsOfDuplicates(tx, workspaceId, allowed, freshSet, sessionless);
  for (const message of allowed) {
    const status = freshSet.has(message) ? 'accepted' : 'duplicate';
    outcomes.set(message, {
      status,
      sessionId: stored.get(message.eventId) ?? message.sessionId ?? '',
    });
  }
  return outcomes;
}

async function findSessions(tx: Tx, workspaceId: string, messages: Message[]): Promise<void> {
  const visitorIds = [...new Set(messages.map(({ visitorId }) => visitorId))];
  const locked = lockSessionAssignment(tx, visitorIds);
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { occurredMs } of messages) {
    first = Math.min(first, occurredMs);
    last = Math.max(last, occurredMs);
  }
  const from = new Date(first - sessionIdleMs);
  const until = new Date(last + Math.max(sessionIdleMs, sessionCapMs));
  await locked;
  const spans = await selectSessionSpans(tx, workspaceId, visitorIds, from, until);
  const ids = assignSessions(messages, spans);
  for (const [place, message] of messages.entries()) message.sessionId = ids[place];
}

/** The same message twice in one transaction: the first one counts. */
function firstOfEach(messages: Message[]): Message[] {
  const seen = new Set<string>();
  return messages.filter(({ eventId }) => !seen.has(eventId) && seen.add(eventId));
}

function toEvent(message: Message) {
  const { campaign, clickIds } = message.visit;
  const context = campaign || clickIds ? `{"campaign":${campaign},"click_ids":${clickIds}}` : null;
  return { ...message, sessionId: message.sessionId ?? '', context };
}

/** A duplicate that names no session belongs to the one that it was stored with. */
async function sessionsOfDuplicates(
  tx: Tx,
  workspaceId: string,
  allowed: Message[],
  fresh: Set<Message>,
  sessionless: Message[],
): Promise<Map<string, string>> {
  if (fresh.size === allowed.length || sessionless.length === 0) return new Map();
  const ids = sessionless.filter((message) => !fresh.has(message)).map(({ eventId }) => eventId);
  return ids.length > 0 ? selectSessionsOfEvents(tx, workspaceId, ids) : new Map();
}
