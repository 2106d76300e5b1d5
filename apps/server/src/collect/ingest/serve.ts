/** What is done with the body of a request to /ingest or /ingest/batch, whoever took it in. */

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
import { rightOfRequest, rightOfSecret } from './request-right.ts';
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
  /** The text of the key. */
  token: string | undefined;
  ip: string;
  headers: IncomingHttpHeaders;
  /** It came over HTTPS, as far as we are told. */
  isSecure: boolean;
  /** Of the sender's address: whose requests are counted together. */
  network: string;
  /** The body as it came. */
  wireBytes: number;
  /** Unpacked. */
  body: Buffer;
  /** It has a turn of its own, with pauses (`surfaces/http/heavy-turns.ts`). */
  isLarge: boolean;
  /** When the messages have been checked and wait to be written, or will not; once or more often. */
  onTaken: () => void;
  /** The body is of another service's sender, and was read. */
  foreign?: ForeignBody;
}

/** @throws ApiError; then nothing was stored, or it is not known whether it was */
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

/** At once where it is small: each turn of the event loop's queue costs as much as a header. */
function readOwn({ isLarge, body, isBatch }: IngestRequest): ReadBody | Promise<ReadBody> {
  return isLarge ? readPiecewise(body, isBatch) : readBody(body, isBatch);
}

function idsOf(
  { key, ip, headers, foreign }: IngestRequest,
  { settings, account }: KnownSender,
): Ids {
  const environment = key.kind === 'development';
  const userAgent = headers['user-agent'] ?? '';
  // As where a message says whose address and browser it tells of.
  const speaksForOthers = foreign?.secret !== undefined;
  return {
    ofAnonymous: (text) => anonymousVisitor(settings.visitorSecret, environment, text),
    ofTheDay: (site, ofIp, ofAgent) => {
      const [own, agent] = speaksForOthers ? [ofIp ?? ip, ofAgent ?? userAgent] : [ip, userAgent];
      return visitorOfTheDay(account.networkSecret, environment, site, own, agent);
    },
  };
}

/** Before the answer, as what is acknowledged is kept. A repeated one changes nothing. */
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
 * For requests that come to no transaction that would tell whether the key is still good.
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
  const right =
    foreign?.secret === undefined
      ? rightOfRequest(headers, body, settings, receivedMs)
      : rightOfSecret(foreign.secret, headers, settings);
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
    right,
    context: isBatch && isObject(value) ? value.context : undefined,
    mayNeedCleaning,
    ownClients: new Map(),
  };
}

let latest = { ms: -1, iso: '' };

/** Several requests are received in a millisecond. */
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
