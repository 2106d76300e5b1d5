/** How much is stored of messages, nearly. */
import { isProved } from '../../identity/making/who-is-who.ts';
import type { FailedMessage, Message } from './message.ts';

/** What an event costs beside its own texts. */
export const rowBytes = 250;

/** Characters of what is stored of it: a context that a batch's messages share counts for each. */
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
 * What a visit takes beside its events where it is new and its visitor is, too: their rows, what is counted of them and
 * what they are found by. Measured: 2.7 kB for a visit of one short event.
 */
const visitBytes = 2_300;

/** As if every visit of a stranger were new. Who proves who they are may tell of as many visits as they had. */
export function bytesOfVisits(messages: Message[]): number {
  const seen = new Set<string>();
  let bytes = 0;
  for (const { right, namesSession, sessionId, visitorId, url, referrer, visit } of messages) {
    const visitKey = namesSession ? sessionId + visitorId : visitorId;
    if (isProved(right) || seen.has(visitKey)) continue;
    seen.add(visitKey);
    // The page as entry and exit of the visit and entry of the visitor.
    bytes += visitBytes + 3 * url.length + 2 * referrer.length + visit.userAgent.length;
  }
  return bytes;
}

/** As if all of them were kept. */
export function bytesOfFailed(failed: FailedMessage[]): number {
  return failed.reduce((sum, { body, reason }) => sum + body.length + reason.length + rowBytes, 0);
}
