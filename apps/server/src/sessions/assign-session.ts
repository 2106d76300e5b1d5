/**
 * The session of messages whose sender keeps none: the visitor's session that the message falls
 * into or lies near, else a new one. 30 minutes without activity end a session, 24 hours cap it.
 */
import { namedId } from '../ids.ts';
import type { SessionSpan } from './store.ts';

export const sessionIdleMs = 30 * 60_000;
export const sessionCapMs = 24 * 60 * 60_000;

export interface Unassigned {
  visitorId: string;
  isTest: boolean;
  occurredMs: number;
  eventId: string;
}

/** A session id for each message, in the order of the messages; `spans` are the stored sessions. */
export function assignSessions(messages: Unassigned[], spans: SessionSpan[]): string[] {
  const byVisitor = new Map<string, SessionSpan[]>();
  for (const span of spans) push(byVisitor, visitorKey(span), { ...span });
  const inTime = messages
    .map((message, place) => ({ message, place }))
    .sort((a, b) => a.message.occurredMs - b.message.occurredMs || a.place - b.place);
  const ids: string[] = new Array(messages.length);
  for (const { message, place } of inTime) {
    const known = byVisitor.get(visitorKey(message)) ?? [];
    const near = nearest(known, message.occurredMs);
    if (near) {
      near.startedMs = Math.min(near.startedMs, message.occurredMs);
      near.lastActivityMs = Math.max(near.lastActivityMs, message.occurredMs);
      ids[place] = near.id;
    } else {
      const id = namedId(`session:${visitorKey(message)}:${message.eventId}`);
      const { visitorId, isTest, occurredMs } = message;
      const opened = { id, visitorId, isTest, startedMs: occurredMs, lastActivityMs: occurredMs };
      push(byVisitor, visitorKey(message), opened);
      ids[place] = id;
    }
  }
  return ids;
}

function nearest(spans: SessionSpan[], at: number): SessionSpan | undefined {
  let best: SessionSpan | undefined;
  let bestGap = Number.POSITIVE_INFINITY;
  for (const span of spans) {
    const gap = Math.max(span.startedMs - at, at - span.lastActivityMs, 0);
    const length = Math.max(span.lastActivityMs, at) - Math.min(span.startedMs, at);
    if (gap <= sessionIdleMs && length <= sessionCapMs && gap < bestGap) {
      best = span;
      bestGap = gap;
    }
  }
  return best;
}

function visitorKey({ visitorId, isTest }: { visitorId: string; isTest: boolean }): string {
  return isTest ? `${visitorId}:test` : visitorId;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
