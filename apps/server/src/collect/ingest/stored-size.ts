/** Approximate stored size of messages. */
import { isProved } from '../../identity/making/who-is-who.ts';
import type { FailedMessage, Message } from './message.ts';

/** Bytes per event beside its texts. */
export const rowBytes = 250;

/** Characters stored for it; a batch's shared context counts for each message. */
export function bytesOf({ name, url, title, referrer, properties, context, visit }: Message) {
  const page = url.length + title.length + referrer.length;
  const texts = (properties?.length ?? 0) + (context?.length ?? 0) + visit.userAgent.length;
  return rowBytes + name.length + page + texts;
}

export function bytesOfAll(messages: Message[]): number {
  let bytes = 0;
  for (const { storedBytes } of messages) bytes += storedBytes;
  return bytes;
}

/**
 * Bytes per new visit of a new visitor, beside its events: rows, counts and indexes. Measured: 2.7 kB for a visit of
 * one short event.
 */
const visitBytes = 2_300;

/** Assumes that every unproved visit is new. Proved senders may report as many visits as they had. */
export function bytesOfVisits(messages: Message[]): number {
  const seen = new Set<string>();
  let bytes = 0;
  for (const {
    verificationLevel,
    namesSession,
    sessionId,
    visitorId,
    url,
    referrer,
    visit,
  } of messages) {
    const visitKey = namesSession ? sessionId + visitorId : visitorId;
    if (isProved(verificationLevel) || seen.has(visitKey)) continue;
    seen.add(visitKey);
    // The URL is stored as entry and exit of the visit, and entry of the visitor.
    bytes += visitBytes + 3 * url.length + 2 * referrer.length + visit.userAgent.length;
  }
  return bytes;
}

/** Assumes that all are kept. */
export function bytesOfFailed(failed: FailedMessage[]): number {
  return failed.reduce((sum, { body, reason }) => sum + body.length + reason.length + rowBytes, 0);
}
