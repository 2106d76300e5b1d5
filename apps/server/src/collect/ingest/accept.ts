/** Accepts a request's messages: checks each one, writes them together, and returns a result for each. */
import { ApiError } from '@footfall/contract/errors';
import type { IngestAnswer, IngestResult } from '@footfall/contract/ingest';
import { parseInstant } from '@footfall/contract/instant';
import { uuidv7 } from 'uuidv7';
import type { NewConsent, Withdrawal } from '../../people/visitors/consents.ts';
import { isRandomId } from '../../platform/common/ids.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { Pauses } from '../../platform/common/pauses.ts';
import type { Allowances } from './allowances.ts';
import { checkMessage, whenWasIt } from './check-message.ts';
import { type Consent, consentOf, visitorNamedBy } from './consent.ts';
import { evidenceOf } from './consent-evidence.ts';
import type { FailedLane } from './failed-lane.ts';
import type { GroupCommit } from './group-commit.ts';
import { namesIn, saidTimeOf } from './known-erasures.ts';
import { setNetworks } from './lead-networks.ts';
import type { FailedMessage, Message } from './message.ts';
import { MessageIgnored, MessageRefused } from './message-refused.ts';
import { reserveQuota } from './quota-use.ts';
import { keptOf, numberedRefusal } from './rejected-events.ts';
import type { Sender } from './sender.ts';
import { bytesOfAll, bytesOfFailed, bytesOfVisits, rowBytes } from './stored-size.ts';
import { bound, withdrawnReason } from './withdrawals.ts';
import { unauthorizedToSend } from './write-key.ts';

export interface Accepted {
  answer: IngestAnswer;
  /** Evidence still to be stored. */
  consents: NewConsent[];
}

export interface Acceptance {
  /** The original bytes of the message at an index. */
  rawBytes: (index: number) => Buffer;
  commit: GroupCommit;
  failedLane: FailedLane;
  /** Allowance for storage out of proportion to the bytes received. */
  allowances: Allowances;
  /** Called once the messages are checked and wait to be written. */
  onTaken: () => void;
}

/** Packing shrinks a normal batch to a tenth; far higher ratios are deliberate. */
const mostPerWireByte = 20;
/** Bytes per request on the wire beside the body. */
const headBytes = 300;

/** @throws ApiError unauthorized if the key was revoked, unavailable if nothing can be stored */
export async function acceptMessages(
  raw: unknown[],
  sender: Sender,
  { rawBytes, commit, failedLane, allowances, onTaken }: Acceptance,
): Promise<Accepted> {
  const checks: Checks = { messages: [], failed: [], consents: [], results: [] };
  const { failed, consents } = checks;
  check(raw, 0, sender, rawBytes, checks);
  if (raw.length > checkedAtATime) await checkOthers(raw, sender, rawBytes, checks);
  bindWithin(checks);
  const { messages } = checks;
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

/** Stored bytes beyond the proportion to the wire. */
function beyondDue(messages: Message[], stored: number, { wireBytes, bodyBytes }: Sender): number {
  const due = (headBytes + wireBytes) * mostPerWireByte;
  // An uncompressed body is as large as its visits.
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

/** Storage beside the messages: a visitor has few consent states, however often they are sent. */
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
  /** One per message, in order; a message gets its result when it is written. */
  results: (Message | IngestResult)[];
}

const checkedAtATime = 16;

/** Checks those after the first few, pausing for other requests. */
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

/** Checks the next few. */
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
    // First of all: without consent, not even a faulty message is kept.
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
      noteConsent(message, consent, sender, consents);
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

function noteConsent(
  message: Message,
  consent: Consent,
  sender: Sender,
  consents: NewConsent[],
): void {
  if (consent.analytics) message.consent = consent.purposes ? 'given' : 'word';
  if (!consent.purposes) return;
  const { visitorId, occurredAt: givenAt, saidMs, verificationLevel } = message;
  consents.push(evidenceOf({ visitorId, givenAt, saidMs, verificationLevel }, consent, sender));
}

/** What is wrong with a message. @throws errors that are not the message's fault */
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
  if (outcome === 'ignored') return notStored('ignored', index, messageId, withdrawn);
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
 * With a non-random visitor id, the running visit would reveal to anybody who knows the name whether somebody is here,
 * and since when.
 */
function mayKnowVisit({ visitorId, verificationLevel }: Message): boolean {
  return verificationLevel !== 'public' || isRandomId(visitorId);
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

/** Undefined if the message identifies nobody, or only the browser's signal refuses. */
function refusalToKeep(
  value: unknown,
  index: number,
  consent: Consent,
  sender: Sender,
): NewConsent | undefined {
  const visitorId = visitorNamedBy(value);
  if (!consent.purposes || visitorId === undefined) return undefined;
  const { timestamp } = isObject(value) ? value : {};
  const sent = typeof timestamp === 'string' ? parseInstant(timestamp) : undefined;
  const { occurredAt } = whenWasIt(sent, index, sender, sender.verificationLevel);
  const { verificationLevel } = sender;
  const claim = { visitorId, givenAt: occurredAt, saidMs: sent?.ms, verificationLevel };
  return evidenceOf(claim, consent, sender);
}

const withdrawn = { reason: withdrawnReason };

/** A refusal in a request holds for its later messages, as for those of later requests. */
function bindWithin(checks: Checks): void {
  const { messages, consents, results } = checks;
  const refused = new Map<string, Withdrawal>();
  for (const { visitorId, isTest, analytics, givenAt: since } of consents) {
    const key = `${isTest}${visitorId}`;
    const isEarlier = since < (refused.get(key)?.since ?? '~');
    if (analytics === false && isEarlier) refused.set(key, { visitorId, isTest, since });
  }
  if (refused.size === 0) return;
  const { allowed, refused: ignored, grants } = bound(messages, refused);
  consents.push(...grants);
  if (ignored.length === 0) return;
  checks.messages = allowed;
  for (const message of ignored) {
    const index = results.indexOf(message);
    results[index] = notStored('ignored', index, message.messageId, withdrawn);
  }
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
    said: { names: namesIn(value), atMs: saidTimeOf(value) },
    numbered: numberedRefusal(message_id, visitor_id, session_id),
  };
}

/** The sender's own id, if there is one. */
function messageIdOf(value: unknown): string {
  const id =
    typeof value === 'object' && value !== null && 'message_id' in value ? value.message_id : '';
  return typeof id === 'string' ? id.slice(0, 100).toWellFormed() : '';
}
