/** Handles the body of a request to /ingest or /ingest/batch, from any transport. */

import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@footfall/contract/errors';
import type { IngestAnswer } from '@footfall/contract/ingest';
import type { KeyRing } from '../../accounts/keys/key-ring.ts';
import { type KeyFacts, selectLiveKeys } from '../../accounts/keys/store.ts';
import type { DailyUsage } from '../../accounts/workspaces/daily-usage.ts';
import type { SettingsCache } from '../../accounts/workspaces/settings-cache.ts';
import type { AddressLookup } from '../../enrichment/addresses/address-tables.ts';
import type { BrowserHeaders } from '../../enrichment/user-agents/detect-bot.ts';
import { type NewConsent, upsertConsents } from '../../people/visitors/consents.ts';
import { isObject } from '../../platform/common/is-object.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { DatabaseClock } from '../../platform/db/database-clock.ts';
import { anonymousVisitor, type Ids, visitorOfTheDay } from '../senders/mapping.ts';
import { acceptMessages } from './accept.ts';
import type { Allowances } from './allowances.ts';
import { clockShift } from './check-message.ts';
import { signalsRefusal } from './consent.ts';
import type { FailedLane } from './failed-lane.ts';
import type { GroupCommit } from './group-commit.ts';
import type { KnownErasures } from './known-erasures.ts';
import { type ReadBody, readBody, readPiecewise } from './read-body.ts';
import { levelOfRequest, levelOfSecret } from './request-level.ts';
import type { Sender } from './sender.ts';
import type { StoreFaults } from './store-faults.ts';
import { type ForeignBody, translate } from './translate.ts';
import { unauthorizedToSend } from './write-key.ts';

export interface IngestOptions {
  db: Database;
  clock: DatabaseClock;
  keys: KeyRing;
  commit: GroupCommit;
  failedLane: FailedLane;
  allowances: Allowances;
  settings: SettingsCache;
  usage: DailyUsage;
  addresses: AddressLookup;
  faults: StoreFaults;
  erasures: KnownErasures;
  onAnswer: (answer: IngestAnswer['data']) => void;
}

export interface IngestRequest {
  isBatch: boolean;
  key: KeyFacts;
  /** The key's text. */
  token: string | undefined;
  ip: string;
  headers: IncomingHttpHeaders;
  /** Whether it arrived over HTTPS, as far as known. */
  isSecure: boolean;
  /** Network of the sender's address; requests are counted per network. */
  network: string;
  /** Size as sent. */
  wireBytes: number;
  /** Unpacked. */
  body: Buffer;
  /** Processed in a separate turn, with pauses (`surfaces/http/heavy-turns.ts`). */
  isLarge: boolean;
  /** Called, possibly repeatedly, once the messages are checked and wait to be written, or are rejected. */
  onTaken: () => void;
  /** Set if the body was parsed from another service's sender. */
  foreign?: ForeignBody;
}

/** @throws ApiError; then nothing was stored, or storing may have failed midway */
export async function serveIngest(
  request: IngestRequest,
  {
    db,
    clock,
    keys,
    commit,
    failedLane,
    allowances,
    settings,
    usage,
    addresses,
    faults,
    erasures,
    onAnswer,
  }: IngestOptions,
): Promise<IngestAnswer> {
  const { key, token, onTaken } = request;
  try {
    const reading = settings.get(key.workspaceId);
    const decided = reading instanceof Promise ? await reading : reading;
    const opened = usage.open(key.workspaceId);
    const account = opened instanceof Promise ? await faults.watch('day', opened) : opened;
    const facts = { settings: decided, account, addresses };
    const translation =
      request.foreign && (await translate(request.foreign, idsOf(request, facts)));
    const own = translation?.read ?? readOwn(request);
    const read = own instanceof Promise ? await own : own;
    const { messages, rawBytes } = read;
    const now = clock.now();
    const receivedMs = typeof now === 'number' ? now : await now;
    const sender = senderOf(request, read, facts, receivedMs);
    const { answer: written, consents } = await acceptMessages(messages, sender, {
      rawBytes,
      commit,
      failedLane,
      allowances,
      onTaken,
    });
    const { rejected, ignored = 0 } = written.data;
    if (rejected + ignored === messages.length) await requireLiveKey(db, key);
    if (consents.length > 0) {
      await faults.watch('consents', keepConsents(db, key, consents, erasures));
    }
    keys.markUsed(key);
    const answer = translation ? translation.answerOf(written) : written;
    onAnswer(answer.data);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') keys.forget(token ?? '');
    throw error;
  } finally {
    onTaken();
  }
}

/** Synchronous for small bodies: a turn of the event loop costs as much as a header. */
function readOwn({ isLarge, body, isBatch }: IngestRequest): ReadBody | Promise<ReadBody> {
  return isLarge ? readPiecewise(body, isBatch) : readBody(body, isBatch);
}

function idsOf(
  { key, ip, headers, foreign }: IngestRequest,
  { settings, account }: KnownSender,
): Ids {
  const environment = key.kind === 'development';
  const userAgent = headers['user-agent'] ?? '';
  // As for messages that contain the visitor's address and browser.
  const speaksForOthers = foreign?.secret !== undefined;
  return {
    ofAnonymous: (text) => anonymousVisitor(settings.visitorSecret, environment, text),
    ofTheDay: (site, ofIp, ofAgent) => {
      const [own, agent] = speaksForOthers ? [ofIp ?? ip, ofAgent ?? userAgent] : [ip, userAgent];
      return visitorOfTheDay(account.networkSecret, environment, site, own, agent);
    },
  };
}

/** Before the response, since acknowledged data must be stored. Repeats change nothing. */
function keepConsents(
  db: Database,
  { workspaceId }: KeyFacts,
  consents: NewConsent[],
  erasures: KnownErasures,
) {
  return db.workspace(workspaceId, async (tx) => {
    const kept = await erasures.admitConsents(tx, workspaceId, consents);
    if (kept.length > 0) await upsertConsents(tx, workspaceId, kept);
  });
}

/**
 * For requests without a transaction that would check the key.
 * @throws ApiError unauthorized
 */
export async function requireLiveKey(db: Database, { id, workspaceId }: KeyFacts): Promise<void> {
  const live = await db.workspace(workspaceId, (tx) => selectLiveKeys(tx, workspaceId, [id]));
  if (!live.has(id)) throw unauthorizedToSend();
}

type KnownSender = Pick<Sender, 'settings' | 'account' | 'addresses'>;

function senderOf(
  request: IngestRequest,
  { value, mayNeedCleaning }: ReadBody,
  { settings, account, addresses }: KnownSender,
  receivedMs: number,
): Sender {
  const { key, ip, network, headers, isBatch, wireBytes, body, foreign } = request;
  const verificationLevel =
    foreign?.secret === undefined
      ? levelOfRequest(headers, body, settings, receivedMs)
      : levelOfSecret(foreign.secret, headers, settings);
  const sentAt = isObject(value) && typeof value.sent_at === 'string' ? value.sent_at : undefined;
  return {
    key,
    isTest: key.kind === 'development',
    receivedMs,
    receivedAt: isoOf(receivedMs),
    clockShiftMs: clockShift(sentAt, receivedMs),
    ip,
    network,
    wireBytes,
    bodyBytes: body.length,
    userAgent: headers['user-agent'] ?? '',
    headers: browserHeaders(request),
    settings,
    account,
    addresses,
    isServer: headers.origin === undefined,
    signalsRefusal: settings.privacy_signals === 'refuse' && signalsRefusal(headers),
    verificationLevel,
    context: isBatch && isObject(value) ? value.context : undefined,
    mayNeedCleaning,
    ownClients: new Map(),
  };
}

let latest = { ms: -1, iso: '' };

/** Cached: several requests arrive in a millisecond. */
function isoOf(ms: number): string {
  if (latest.ms !== ms) latest = { ms, iso: new Date(ms).toISOString() };
  return latest.iso;
}

function browserHeaders({ headers, isSecure }: IngestRequest): BrowserHeaders {
  return {
    acceptLanguage: headers['accept-language'] ?? '',
    secFetchSite: textOf(headers['sec-fetch-site']),
    clientHintsBrand: textOf(headers['sec-ch-ua']),
    signatureAgent: textOf(headers['signature-agent']),
    isSecure,
  };
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
