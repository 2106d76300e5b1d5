/** How much is stored of messages, nearly. */
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
  for (const message of messages) bytes += bytesOf(message);
  return bytes;
}

/** As if all of them were kept. */
export function bytesOfFailed(failed: FailedMessage[]): number {
  return failed.reduce((sum, { body, reason }) => sum + body.length + reason.length + rowBytes, 0);
}
