/** A request's messages: each checked by itself, written together, answered one by one. */
import type { IngestAnswer, IngestResult } from '@footfall/contract/ingest';
import { parseInstant } from '@footfall/contract/instant';
import { uuidv7 } from 'uuidv7';
import { instantOf } from '../common/instant.ts';
import { isObject } from '../common/is-object.ts';
import type { NewConsent, Purposes } from '../visitors/consents.ts';
import { checkMessage, MessageRefused, whenWasIt } from './check-message.ts';
import { type Consent, consentOf, visitorNamedBy } from './consent.ts';
import type { GroupCommit } from './group-commit.ts';
import type { FailedMessage, Message } from './message.ts';
import type { Sender } from './sender.ts';
import { unauthorizedToSend } from './write-key.ts';

export interface Accepted {
  answer: IngestAnswer;
  /** Evidence that is still to be kept. */
  consents: NewConsent[];
}

/** @throws ApiError unauthorized when the key was revoked, unavailable when nothing can be stored */
export async function acceptMessages(
  raw: unknown[],
  sender: Sender,
  /** The bytes of the message at an index, as they came. */
  rawBytes: (index: number) => Buffer,
  commit: GroupCommit,
): Promise<Accepted> {
  const messages: Message[] = [];
  const failed: FailedMessage[] = [];
  const consents: NewConsent[] = [];
  const checked = raw.map((value, index): Message | IngestResult => {
    // Before anything else: of who refuses, what is faulty is not kept either.
    const consent = consentOf(value, sender);
    if (consent.refusal) {
      const told = refusalToKeep(value, index, consent, sender);
      if (told) consents.push(told);
      return notStored('ignored', index, messageIdOf(value), { reason: consent.refusal });
    }
    try {
      const message = checkMessage(value, index, sender, () => rawBytes(index));
      messages.push(message);
      if (consent.purposes) consents.push(consentOfMessage(message, consent.purposes, sender));
      return message;
    } catch (error) {
      if (!(error instanceof MessageRefused)) throw error;
      failed.push(failedMessage(sender, error.message, rawBytes(index)));
      return rejected(index, messageIdOf(value), error.message);
    }
  });
  await commit.write(messages, failed);
  const results = checked.map((item, index) => ('eventId' in item ? resultOf(item, index) : item));
  return { answer: { data: { ...countsOf(results), results } }, consents };
}

function countsOf(results: IngestResult[]) {
  const counts = { accepted: 0, duplicate: 0, rejected: 0, ignored: 0 };
  for (const { status } of results) counts[status] += 1;
  const { accepted, duplicate: duplicates, rejected: refused, ignored } = counts;
  return { accepted, duplicates, rejected: refused, ...(ignored > 0 && { ignored }) };
}

function resultOf(message: Message, index: number): IngestResult {
  const { outcome, messageId } = message;
  if (!outcome) throw new Error('a message has no outcome');
  if (outcome === 'revoked') throw unauthorizedToSend();
  if (typeof outcome === 'object') return rejected(index, messageId, outcome.rejected);
  return {
    index,
    message_id: messageId,
    status: outcome,
    visitor_id: message.visitorId,
    session_id: message.sessionId,
  };
}

function rejected(index: number, messageId: string, error: string): IngestResult {
  return notStored('rejected', index, messageId, { error });
}

function notStored(
  status: 'rejected' | 'ignored',
  index: number,
  messageId: string,
  why: Pick<IngestResult, 'error' | 'reason'>,
): IngestResult {
  return { index, message_id: messageId, status, visitor_id: null, session_id: null, ...why };
}

/** Undefined where the message does not say whose it is, or the browser alone said it. */
function refusalToKeep(
  value: unknown,
  index: number,
  { purposes }: Consent,
  sender: Sender,
): NewConsent | undefined {
  const visitorId = visitorNamedBy(value);
  if (!purposes || visitorId === undefined) return undefined;
  const { timestamp } = isObject(value) ? value : {};
  const sent = typeof timestamp === 'string' ? parseInstant(timestamp) : undefined;
  const { occurredAt } = whenWasIt(sent, index, sender);
  return { visitorId, givenAt: instantOf(occurredAt), purposes, ...toldBy(sender) };
}

function consentOfMessage(
  { visitorId, occurredAt }: Message,
  purposes: Purposes,
  sender: Sender,
): NewConsent {
  return { visitorId, givenAt: instantOf(occurredAt), purposes, ...toldBy(sender) };
}

function toldBy({ isTest, receivedAt, isServer }: Sender) {
  return { isTest, receivedAt, source: isServer ? 'server' : 'browser' } as const;
}

function failedMessage(sender: Sender, reason: string, body: Buffer): FailedMessage {
  return {
    key: sender.key,
    workspaceId: sender.key.workspaceId,
    isTest: sender.isTest,
    id: uuidv7(),
    receivedAt: sender.receivedAt,
    reason,
    body,
  };
}

/** The sender's own id, where there is one to answer with. */
function messageIdOf(value: unknown): string {
  const id =
    typeof value === 'object' && value !== null && 'message_id' in value ? value.message_id : '';
  return typeof id === 'string' ? id.slice(0, 100).toWellFormed() : '';
}
