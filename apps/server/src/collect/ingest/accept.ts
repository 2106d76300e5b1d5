/** A request's messages: each checked by itself, written together, answered one by one. */
import { ApiError } from '@footfall/contract/errors';
import type { IngestAnswer, IngestResult } from '@footfall/contract/ingest';
import { parseInstant } from '@footfall/contract/instant';
import { uuidv7 } from 'uuidv7';
import type { NewConsent, Purposes } from '../../people/visitors/consents.ts';
import { isRandomId } from '../../platform/common/ids.ts';
import { instantOf } from '../../platform/common/instant.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { Pauses } from '../../platform/common/pauses.ts';
import type { Allowances } from './allowances.ts';
import { checkMessage, whenWasIt } from './check-message.ts';
import { type Consent, consentOf, visitorNamedBy } from './consent.ts';
import { keptOf, numberedRefusal } from './failed-events.ts';
import type { FailedLane } from './failed-lane.ts';
import type { GroupCommit } from './group-commit.ts';
import { namesIn, saidTimeOf } from './known-erasures.ts';
import { setNetworks } from './lead-networks.ts';
import type { FailedMessage, Message } from './message.ts';
import { MessageIgnored, MessageRefused } from './message-refused.ts';
import { reserveQuota } from './quota-use.ts';
import type { Sender } from './sender.ts';
import { bytesOfAll, bytesOfFailed, bytesOfVisits, rowBytes } from './stored-size.ts';
import { unauthorizedToSend } from './write-key.ts';

export interface Accepted {
  answer: IngestAnswer;
  /** Evidence that is still to be kept. */
  consents: NewConsent[];
}

export interface Acceptance {
  /** The bytes of the message at an index, as they came. */
  rawBytes: (index: number) => Buffer;
  commit: GroupCommit;
  failedLane: FailedLane;
  /** What is stored beyond what is in proportion to the wire. */
  allowances: Allowances;
  /** When the messages have been checked and wait to be written. */
  onTaken: () => void;
}

/** A batch of usual events is a tenth of its size when packed; what is far beyond was made for it. */
const mostPerWireByte = 20;
/** Of every request on the wire, beside its body. */
const headBytes = 300;

/** @throws ApiError unauthorized when the key was revoked, unavailable when nothing can be stored */
export async function acceptMessages(
  raw: unknown[],
  sender: Sender,
  { rawBytes, commit, failedLane, allowances, onTaken }: Acceptance,
): Promise<Accepted> {
  const checks: Checks = { messages: [], failed: [], consents: [], results: [] };
  const { messages, failed, consents } = checks;
  check(raw, 0, sender, rawBytes, checks);
  if (raw.length > checkedAtATime) await checkOthers(raw, sender, rawBytes, checks);
  const { key, network, wireBytes } = sender;
  const { workspaceId } = key;
  const stored = bytesOfAll(messages);
  const beyond = beyondDue(messages, stored, sender);
  if (beyond > 0 && !allowances.take(`${key.id} ${network}`, beyond)) throw outOfProportion();
  setNetworks(sender, messages);
  const settleQuota = reserveQuota(sender, messages, besides(failed, consents));
  const bytes = sender.bodyBytes + stored;
  const written = messages.length > 0 && commit.write({ messages, workspaceId, network, bytes });
  const kept = failed.length > 0 && failedLane.keep({ failed, workspaceId, network, wireBytes });
  onTaken();
  try {
    if (written && kept) await Promise.all([written, kept]);
    else await (written || kept);
  } finally {
    settleQuota();
  }
  const results = checks.results.map((item, index) =>
    'eventId' in item ? resultOf(item, index) : item,
  );
  return { answer: { data: summaryOf(results) }, consents };
}

/** Bytes that are stored beyond what is in proportion to the wire. */
function beyondDue(messages: Message[], stored: number, { wireBytes, bodyBytes }: Sender): number {
  const due = (headBytes + wireBytes) * mostPerWireByte;
  // A plain body says as much of each visitor as there is to say.
  const isPacked = wireBytes < bodyBytes;
  return stored + (isPacked ? bytesOfVisits(messages) : 0) - due;
}

function summaryOf(results: IngestResult[]): IngestAnswer['data'] {
  const counts = { accepted: 0, duplicate: 0, rejected: 0, ignored: 0 };
  for (const { status } of results) counts[status] += 1;
  const { accepted, duplicate: duplicates, rejected: refused, ignored } = counts;
  if (ignored === 0) return { accepted, duplicates, rejected: refused, results };
  return { accepted, duplicates, rejected: refused, ignored, results };
}

/** What is stored beside the messages: a visitor's states of consent are few, however often they are told. */
function besides(failed: FailedMessage[], consents: NewConsent[]) {
  if (failed.length + consents.length === 0) return nothingBeside;
  const visitorCount = new Set(consents.map(({ visitorId }) => visitorId)).size;
  return {
    rows: failed.length + visitorCount,
    bytes: bytesOfFailed(failed) + visitorCount * rowBytes,
  };
}

const nothingBeside = { rows: 0, bytes: 0 };

interface Checks {
  messages: Message[];
  failed: FailedMessage[];
  consents: NewConsent[];
  /** One for each, in order; a message has its result when it is written. */
  results: (Message | IngestResult)[];
}

const checkedAtATime = 16;

/** After the first few, with pauses for others. */
async function checkOthers(
  raw: unknown[],
  sender: Sender,
  rawBytes: (index: number) => Buffer,
  checks: Checks,
): Promise<void> {
  const pauses = new Pauses();
  for (let from = checkedAtATime; from < raw.length; from += checkedAtATime) {
    if (pauses.isDue()) await pauses.take();
    check(raw, from, sender, rawBytes, checks);
  }
}

/** The next few. */
function check(
  raw: unknown[],
  from: number,
  sender: Sender,
  rawBytes: (index: number) => Buffer,
  { messages, failed, consents, results }: Checks,
): void {
  const end = Math.min(from + checkedAtATime, raw.length);
  for (let index = from; index < end; index += 1) {
    const value = raw[index];
    // Before anything else: of who refuses, what is faulty is not kept either.
    const consent = consentOf(value, sender);
    if (consent.refusal) {
      const refusal = refusalToKeep(value, index, consent, sender);
      if (refusal) consents.push(refusal);
      results.push(notStored('ignored', index, messageIdOf(value), { reason: consent.refusal }));
      continue;
    }
    try {
      const message = checkMessage(value, index, sender, () => rawBytes(index));
      messages.push(message);
      if (consent.purposes) consents.push(consentOfMessage(message, consent.purposes, sender));
      results.push(message);
    } catch (error) {
      if (error instanceof MessageIgnored) {
        results.push(notStored('ignored', index, messageIdOf(value), { reason: error.message }));
      } else {
        failed.push(failedMessage(sender, faultOf(error), rawBytes(index), value));
        results.push(rejected(index, messageIdOf(value), faultOf(error)));
      }
    }
  }
}

/** What is wrong with a message. @throws what is no fault of the message */
function faultOf(error: unknown): string {
  if (error instanceof MessageRefused) return error.message;
  throw error;
}

function outOfProportion(): ApiError {
  return new ApiError(
    'payload_too_large',
    `The messages are more than ${mostPerWireByte} times larger than the compressed body. Send them uncompressed.`,
  );
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
    session_id: mayKnowVisit(message) ? message.sessionId : null,
  };
}

/**
 * The running visit of a visitor whose id is not random would tell anybody who knows the name whether, and since when,
 * somebody is here.
 */
function mayKnowVisit({ visitorId, right }: Message): boolean {
  return right !== 'public' || isRandomId(visitorId);
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
  const { occurredAt } = whenWasIt(sent, index, sender, sender.right);
  const given = { givenAt: instantOf(occurredAt), saidMs: sent?.ms };
  return { visitorId, ...given, purposes, ...senderFacts(sender) };
}

function consentOfMessage(
  { visitorId, occurredAt, saidMs }: Message,
  purposes: Purposes,
  sender: Sender,
): NewConsent {
  const given = { givenAt: instantOf(occurredAt), saidMs };
  return { visitorId, ...given, purposes, ...senderFacts(sender) };
}

function senderFacts({ isTest, receivedAt, isServer }: Sender) {
  return { isTest, receivedAt, source: isServer ? 'server' : 'browser' } as const;
}

function failedMessage(
  sender: Sender,
  reason: string,
  body: Buffer,
  value: unknown,
): FailedMessage {
  const { message_id, visitor_id, session_id } = isObject(value) ? value : {};
  return {
    key: sender.key,
    workspaceId: sender.key.workspaceId,
    isTest: sender.isTest,
    id: uuidv7(),
    receivedAt: sender.receivedAt,
    reason,
    body: keptOf(body),
    said: { names: namesIn(value), at: saidTimeOf(value) },
    numbered: numberedRefusal(message_id, visitor_id, session_id),
  };
}

/** The sender's own id, where there is one to answer with. */
function messageIdOf(value: unknown): string {
  const id =
    typeof value === 'object' && value !== null && 'message_id' in value ? value.message_id : '';
  return typeof id === 'string' ? id.slice(0, 100).toWellFormed() : '';
}
