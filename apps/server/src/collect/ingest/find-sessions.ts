/**
 * Assigns sessions to messages without one. In order, they continue the visitor's latest session or begin a
 * new one; a late message joins the nearest, and a background job then recomputes the visitor's sessions.
 */
import { compareText } from '../../platform/common/compare-text.ts';
import { instantOf } from '../../platform/common/instant.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { enqueueInSeries } from '../../platform/jobs/queue.ts';
import {
  nearestSession,
  type SessionState,
  type SweptMessage,
  sessionIdleMs,
  sweep,
  tagsKey,
} from '../../visits/cutting/assign-session.ts';
import { selectSessionStates } from '../../visits/cutting/store.ts';
import type { Message } from './message.ts';

export async function findSessions(tx: Tx, workspaceId: string, all: Message[]): Promise<void> {
  const concerned = new Set(
    all.filter(({ namesSession }) => !namesSession).map((message) => visitorKey(message)),
  );
  if (concerned.size === 0) return;
  const byVisitor = new Map<string, Message[]>();
  for (const message of all) {
    const key = visitorKey(message);
    if (!concerned.has(key)) continue;
    message.visitorAssigned = true;
    const messages = byVisitor.get(key);
    if (messages) messages.push(message);
    else byVisitor.set(key, [message]);
  }
  const visitorIds = [...new Set([...byVisitor.values()].flat().map((m) => m.visitorId))];
  const namedIds = all.filter(({ namesSession }) => namesSession).map((m) => m.sessionId);
  const first = Math.min(...all.map(({ occurredMs }) => occurredMs));
  // In one round trip; sessions are read after the visitors are locked.
  const [, states] = await Promise.all([
    lockVisitors(tx, 'sessions', workspaceId, visitorIds),
    selectSessionStates(tx, workspaceId, visitorIds, new Date(first - sessionIdleMs), namedIds),
  ]);
  const late: { subject: string; isTest: boolean }[] = [];
  for (const [key, messages] of byVisitor) {
    const sessions = states.get(key) ?? [];
    if (!findInOrder(messages, sessions)) {
      late.push(...findNearest(messages, sessions));
    }
  }
  await enqueueInSeries(tx, workspaceId, 'sessions', late);
}

/** False, with nothing assigned, if stored data would have to change. */
function findInOrder(messages: Message[], states: SessionState[]): boolean {
  const last = Math.max(...states.map(({ lastActivityMs }) => lastActivityMs), -1);
  if (messages.some(({ occurredMs }) => occurredMs <= last)) return false;
  const inTime = messages
    .map((message) => ({ message, at: instantOf(message.occurredAt) }))
    .sort((a, b) => compareText(a.at, b.at) || compareText(a.message.eventId, b.message.eventId));
  const { ids, joined } = sweep(
    inTime.map(({ message }) => sweptMessage(message)),
    states,
  );
  if (joined.length > 0) return false;
  for (const [place, { message }] of inTime.entries()) {
    if (!message.namesSession) message.sessionId = ids[place] ?? '';
  }
  return true;
}

/** Returns the sessions they joined, to be checked again. */
function findNearest(messages: Message[], states: SessionState[]) {
  for (const message of messages) {
    if (message.namesSession) continue;
    const near = nearestSession(states, message.occurredMs);
    message.sessionId = near?.id ?? sweep([sweptMessage(message)], []).ids[0] ?? '';
  }
  return messages.map(({ sessionId, isTest }) => ({ subject: sessionId, isTest }));
}

function sweptMessage(message: Message): SweptMessage {
  const { visitorId, isTest, eventId, occurredMs, sessionId, namesSession, url, visit } = message;
  return {
    visitorId,
    isTest,
    eventId,
    occurredMs,
    sessionId: namesSession ? sessionId : undefined,
    url,
    tags: tagsKey(parsed(visit.campaign), parsed(visit.clickIds)),
  };
}

function parsed(json: string | null): Record<string, unknown> | null {
  return json === null ? null : JSON.parse(json);
}

function visitorKey({ visitorId, isTest }: { visitorId: string; isTest: boolean }): string {
  return `${isTest}${visitorId}`;
}
