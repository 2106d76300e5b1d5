/** Checks one raw message: returns what the write path needs, or throws why it is rejected. */

import {
  type ConversionMessage,
  clockSkewToleranceMs,
  futureToleranceMs,
  type IngestMessage,
  ingestLimits,
  type MessageType,
  messageSchemas,
  messageTypes,
} from '@footfall/contract/ingest';
import { type Instant, parseInstant } from '@footfall/contract/instant';
import { unsignedAgeMs, type VerificationLevel } from '@footfall/contract/verification-levels';
import { Compile } from 'typebox/compile';
import { V7Generator } from 'uuidv7';
import { leadRuleAt } from '../../accounts/workspaces/settings.ts';
import { maskValues } from '../../enrichment/mask-values.ts';
import { scrubAddress, scrubReferrer } from '../../enrichment/scrub-address.ts';
import { isPassage } from '../../enrichment/sources/passed-domains.ts';
import { isProved } from '../../identity/making/who-is-who.ts';
import { idTime, isUuidV7, namedId, timedId } from '../../platform/common/ids.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { cleanJson, sizeAtMost, UnstorableJson } from '../../platform/common/json-body.ts';
import { faultsInWords } from '../../platform/common/schema-faults.ts';
import type { VisitFacts } from '../../visits/cutting/session-message.ts';
import { tagsContext, visitContext } from '../../visits/cutting/visit-context.ts';
import type { Conversion, Message } from './message.ts';
import { MessageIgnored, MessageRefused } from './message-refused.ts';
import { OversizedMessage } from './read-body.ts';
import type { Sender } from './sender.ts';
import { bytesOf } from './stored-size.ts';
import { UnmappedItem } from './translate.ts';
import { visitFacts } from './visit-facts.ts';
import { asOfTheDay, whoIsIt } from './who-is-it.ts';

const checks = {
  event: Compile(messageSchemas.event),
  session: Compile(messageSchemas.session),
  identify: Compile(messageSchemas.identify),
  conversion: Compile(messageSchemas.conversion),
} as const satisfies Record<MessageType, unknown>;

/** The referrer to store; empty if the workspace ignores its domain. */
function referrerOf(
  page: { url?: string | null; referrer?: string | null },
  { settings }: Sender,
): string {
  const referrer = page.referrer ?? '';
  if (isPassage(page.url ?? '', referrer, settings)) return '';
  return scrubReferrer(referrer, settings.url_parameters);
}

/** @throws MessageRefused, MessageIgnored */
export function checkMessage(
  value: unknown,
  index: number,
  sender: Sender,
  raw: () => Buffer,
): Message {
  requireMessage(value);
  const shaped = checkShape(storable(withContext(value, sender.context), sender));
  const message = asOfTheDay(shaped, sender);
  const { visitorId, dayVisitor, person, verificationLevel, provedName, refusedIdentifyClaim } =
    whoIsIt(message, sender);
  const sent = message.timestamp === undefined ? undefined : parseInstant(message.timestamp);
  const { occurredMs, occurredAt } = whenWasIt(sent, index, sender, verificationLevel);
  const saidMs = saidTime(message, sent, sender);
  ignoreWhatIsNotKept(saidMs, sender);
  const messageId = message.message_id ?? derivedMessageId(message, sender.receivedMs);
  const page = message.context?.page ?? {};
  const { url_parameters: allowed } = sender.settings;
  const visit = visitFacts(message.context ?? {}, sender);
  const upgrades = dayVisitor !== visitorId && message.session_id !== undefined;
  const checked: Message = {
    key: sender.key,
    workspaceId: sender.key.workspaceId,
    isTest: sender.isTest,
    type: message.type,
    messageId,
    eventId: eventIdOf(message, messageId, sent, sender.isTest, verificationLevel),
    visitorId,
    dayVisitor: upgrades ? dayVisitor : undefined,
    namesSession: message.session_id !== undefined,
    visitorAssigned: message.session_id === undefined,
    sessionId: message.session_id?.toLowerCase() ?? '',
    occurredMs,
    occurredAt,
    saidMs: Math.min(saidMs, sender.receivedMs),
    receivedAt: sender.receivedAt,
    name: nameOf(message),
    url: scrubAddress(page.url ?? page.path ?? '', allowed),
    title: maskValues(page.title ?? ''),
    referrer: referrerOf(page, sender),
    properties: propertiesOf(message),
    person,
    consent: undefined,
    verificationLevel,
    provedName,
    refusedIdentifyClaim,
    conversion: message.type === 'conversion' ? conversionOf(message) : undefined,
    made: person || message.type === 'conversion' ? { people: 0, leads: 0 } : undefined,
    network: null,
    isOverQuota: false,
    leadRule: leadRuleAt(sender.settings, occurredMs),
    session:
      message.type === 'session'
        ? { ends: message.action === 'end', engagedMs: Math.round(message.engaged_ms ?? 0) }
        : undefined,
    context: contextOf(message, visit, upgrades ? dayVisitor : undefined),
    visit,
    raw,
    storedBytes: 0,
    outcome: undefined,
  };
  checked.storedBytes = bytesOf(checked);
  return checked;
}

/** Complete if the session may be recomputed from it. */
function contextOf({ session_id }: IngestMessage, visit: VisitFacts, dayVisitor?: string) {
  if (session_id === undefined || dayVisitor !== undefined) return visitContext(visit, dayVisitor);
  return tagsContext(visit);
}

/** Rejects placeholders for messages that could not be read. */
function requireMessage(value: unknown): void {
  if (value instanceof OversizedMessage) throw tooLarge();
  if (value instanceof UnmappedItem) throw new MessageRefused(value.reason);
}

/** Batch-level context supplies fields the message's context lacks. */
function withContext(raw: unknown, context: unknown): unknown {
  if (!isObject(context) || !isObject(raw)) return raw;
  const own = raw.context ?? {};
  return isObject(own) ? { ...raw, context: { ...context, ...own } } : raw;
}

function storable(value: unknown, { mayNeedCleaning }: Sender): unknown {
  const { depth, messageBytes } = ingestLimits;
  if (sizeOf(value, depth) > messageBytes && exactSize(value) > messageBytes) {
    throw tooLarge();
  }
  return mayNeedCleaning ? cleanJson(value) : value;
}

function tooLarge(): MessageRefused {
  return new MessageRefused(`message: is larger than ${ingestLimits.messageBytes} bytes`);
}

function sizeOf(value: unknown, depth: number): number {
  try {
    return sizeAtMost(value, depth);
  } catch (error) {
    if (!(error instanceof UnstorableJson)) throw error;
    throw new MessageRefused(`message: ${error.message}`, { cause: error });
  }
}

function exactSize(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

function checkShape(raw: unknown): IngestMessage {
  if (!isObject(raw)) throw new MessageRefused('message: must be an object');
  const type = messageTypes.find((type) => type === raw.type);
  if (!type) throw new MessageRefused(`type: must be one of ${messageTypes.join(', ')}`);
  const check = checks[type];
  if (!check.Check(raw)) {
    const [fault] = faultsInWords('', messageSchemas[type], check.Errors(raw));
    throw new MessageRefused(`${fault?.path || 'message'}: ${fault?.message ?? 'is not valid'}`);
  }
  const message = raw as IngestMessage;
  if (message.type === 'identify') requireFewTraits(message.traits);
  return message;
}

function requireFewTraits(traits: object | undefined): void {
  const { traitsPerMessage: most } = ingestLimits;
  if (traits && Object.keys(traits).length > most) {
    throw new MessageRefused(`traits: has more than ${most} names`);
  }
}

/** Messages without a time use the time of receipt, with microseconds to keep their order. */
export function whenWasIt(
  sent: Instant | undefined,
  index: number,
  sender: Sender,
  verificationLevel: VerificationLevel,
) {
  if (!sent) return onReceipt(index, sender);
  const occurredMs = sent.ms + sender.clockShiftMs;
  // A stranger could claim to be first everywhere by backdating.
  const isTooOld = verificationLevel === 'public' && occurredMs < sender.receivedMs - unsignedAgeMs;
  if (isTooOld || occurredMs > sender.receivedMs + futureToleranceMs || occurredMs < 0) {
    return onReceipt(index, sender);
  }
  const occurredAt = sender.clockShiftMs === 0 ? sent.iso : new Date(occurredMs).toISOString();
  return { occurredMs, occurredAt };
}

function onReceipt(index: number, { receivedMs, receivedAt }: Sender) {
  return {
    occurredMs: receivedMs,
    occurredAt: `${receivedAt.slice(0, 23)}${String(index).padStart(3, '0')}Z`,
  };
}

/** What the message says of its time, also where that is not believed. */
function saidTime(
  { message_id: messageId = '' }: IngestMessage,
  sent: Instant | undefined,
  { receivedMs, clockShiftMs }: Sender,
): number {
  if (sent) return Math.max(0, sent.ms + clockShiftMs);
  const id = messageId.toLowerCase();
  return isUuidV7(id) ? idTime(id) : receivedMs;
}

/**
 * Events from before the retention period are removed, so a duplicate could not be detected and results are not
 * recomputed. Uses the message's own time, even if it is not trusted.
 *
 * @throws MessageIgnored
 */
function ignoreWhatIsNotKept(saidMs: number, { settings }: Sender): void {
  const { events_kept_since: keptSince } = settings;
  if (keptSince === null || saidMs >= Date.parse(keptSince)) return;
  throw new MessageIgnored(
    `retention: the service does not store events before ${keptSince.slice(0, 10)}`,
  );
}

/** The device's clock error, if it is more than transit explains. */
export function clockShift(sentAt: string | undefined, receivedMs: number): number {
  const sent = sentAt === undefined ? undefined : parseInstant(sentAt);
  const shift = sent ? receivedMs - sent.ms : 0;
  return Math.abs(shift) > clockSkewToleranceMs ? shift : 0;
}

/** With a timestamp, the content identifies the message; without one every message is new. */
function derivedMessageId(message: IngestMessage, receivedMs: number): string {
  if (message.timestamp !== undefined) return namedId(JSON.stringify(message));
  return generator.generateOrResetWithTs(receivedMs).toString();
}

const generator = new V7Generator();

/**
 * Uses the message's own time before any correction, so that retries give the same id; zero if there is a
 * message id but no time. A UUIDv7 contains its time and is the id itself, without a hash (2 of 80 us); test
 * data uses another version, to differ.
 */
function eventIdOf(
  message: IngestMessage,
  messageId: string,
  sent: Instant | undefined,
  isTest: boolean,
  verificationLevel: VerificationLevel,
): string {
  const environment = isTest ? 'test' : 'live';
  // A signed message differs from an unsigned one with the same id.
  const kind = `${environment}:${isProved(verificationLevel) ? 'signed ' : ''}`;
  if (message.type === 'conversion' && message.external_id !== undefined) {
    return timedId(0, `${kind}conversion:${message.external_id}`);
  }
  // Cannot be guessed, so it is the same message at any verification level.
  const id = messageId.toLowerCase();
  if (isUuidV7(id)) {
    return isTest ? `${id.slice(0, 14)}8${id.slice(15)}` : id;
  }
  return timedId(sent?.ms ?? 0, `${kind}message:${messageId}`);
}

function nameOf(message: IngestMessage): string {
  switch (message.type) {
    case 'event':
    case 'conversion':
      return message.name;
    case 'session':
      return message.action;
    case 'identify':
      return '';
  }
}

function propertiesOf(message: IngestMessage): string | null {
  switch (message.type) {
    case 'event':
      return jsonOrNull(message.properties);
    case 'session':
      return message.engaged_ms === undefined
        ? null
        : JSON.stringify({ engaged_ms: message.engaged_ms });
    case 'identify': {
      const { email, user_id, name, traits } = message;
      return JSON.stringify({ email, user_id, name, traits });
    }
    case 'conversion': {
      const { value, external_id, code, properties } = message;
      const currency = message.currency?.toUpperCase();
      return JSON.stringify({ value, currency, external_id, code, properties });
    }
  }
}

function conversionOf(message: ConversionMessage): Conversion {
  return {
    value: message.value ?? null,
    currency: message.currency?.toUpperCase() ?? '',
    externalId: message.external_id ?? '',
    code: message.code ?? '',
    properties: JSON.stringify(message.properties ?? {}),
    opensLead: message.lead ?? true,
  };
}

/** JSON text of an object; null if missing or empty. */
function jsonOrNull(object: object | undefined): string | null {
  if (object === undefined) return null;
  const text = JSON.stringify(object);
  return text === '{}' ? null : text;
}
