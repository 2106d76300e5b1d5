/** What is done with the body of a request to /ingest or /ingest/batch, whoever took it in. */

import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { type IngestAnswer, ingestLimits } from '@footfall/contract/ingest';
import type { Right } from '@footfall/contract/rights';
import { isObject } from '../common/is-object.ts';
import { mayNeedCleaning, parseJson } from '../common/json-body.ts';
import type { Database } from '../db/connect.ts';
import type { AddressLookup } from '../enrichment/addresses/address-tables.ts';
import type { BrowserHeaders } from '../enrichment/user-agents/detect-bot.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { bodySignatureFault } from '../keys/signature.ts';
import { type KeyFacts, selectLiveKeys } from '../keys/store.ts';
import type { KnownSettings, SettingsCache } from '../workspaces/settings-cache.ts';
import { acceptMessages } from './accept.ts';
import { clockShift } from './check-message.ts';
import type { GroupCommit } from './group-commit.ts';
import { rawMessages } from './raw-messages.ts';
import type { Sender } from './sender.ts';
import { unauthorizedToSend } from './write-key.ts';

export interface IngestOptions {
  db: Database;
  keys: KeyRing;
  commit: GroupCommit;
  settings: SettingsCache;
  addresses: AddressLookup;
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
  /** Unpacked. */
  body: Buffer;
}

/** @throws ApiError; then nothing was stored, or it is not known whether it was */
export async function serveIngest(
  request: IngestRequest,
  { db, keys, commit, settings, addresses, onAnswer }: IngestOptions,
): Promise<IngestAnswer> {
  const { key, token, isBatch, body } = request;
  const known = settings.get(key.workspaceId);
  const decided = known instanceof Promise ? await known : known;
  const text = body.toString('utf8');
  const value = parseJson(text);
  const messages = isBatch ? batchOf(value) : [value];
  const sender = senderOf(request, value, text, decided, addresses);
  let raw: Buffer[] | undefined;
  const rawBytes = (index: number) => {
    raw ??= isBatch ? rawMessages(body) : [body];
    return raw[index] ?? Buffer.alloc(0);
  };
  try {
    const answer = await acceptMessages(messages, sender, rawBytes, commit);
    if (answer.data.rejected === messages.length) await requireLiveKey(db, key);
    keys.markUsed(key);
    onAnswer(answer.data);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') keys.forget(token ?? '');
    throw error;
  }
}

/**
 * For requests that come to no transaction that would tell whether the key is still good.
 * @throws ApiError unauthorized
 */
export async function requireLiveKey(db: Database, { id, workspaceId }: KeyFacts): Promise<void> {
  const live = await db.workspace(workspaceId, (tx) => selectLiveKeys(tx, workspaceId, [id]));
  if (!live.has(id)) throw unauthorizedToSend();
}

function senderOf(
  request: IngestRequest,
  value: unknown,
  text: string,
  settings: KnownSettings,
  addresses: AddressLookup,
): Sender {
  const { key, ip, headers, isBatch } = request;
  const receivedMs = Date.now();
  const right = rightOf(request, settings, receivedMs);
  const sentAt = isObject(value) && typeof value.sent_at === 'string' ? value.sent_at : undefined;
  return {
    key,
    isTest: key.kind === 'development',
    receivedMs,
    receivedAt: new Date(receivedMs).toISOString(),
    clockShiftMs: clockShift(sentAt, receivedMs),
    ip,
    userAgent: headers['user-agent'] ?? '',
    headers: browserHeaders(request),
    settings,
    addresses,
    isServer: headers.origin === undefined,
    right,
    context: isBatch && isObject(value) ? value.context : undefined,
    mayNeedCleaning: mayNeedCleaning(text),
  };
}

/** @throws ApiError where a signature does not hold: who signs does not want to be taken for anyone. */
function rightOf({ headers, body }: IngestRequest, settings: KnownSettings, nowMs: number): Right {
  const header = headers['x-svc-signature'];
  if (header === undefined) return settings.trust === 'open' ? 'device' : 'public';
  const fault = bodySignatureFault(String(header), body, settings.signingSecrets, nowMs);
  if (fault === undefined) return 'signed';
  throw new ApiError('unauthorized', `The signature in X-Svc-Signature does not hold: ${fault}.`);
}

function browserHeaders({ headers, isSecure }: IngestRequest): BrowserHeaders {
  return {
    acceptLanguage: headers['accept-language'] ?? '',
    secFetchSite: textOf(headers['sec-fetch-site']),
    clientHintsBrand: textOf(headers['sec-ch-ua']),
    isSecure,
  };
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}

function batchOf(value: unknown): unknown[] {
  const batch = isObject(value) ? value.batch : undefined;
  if (!Array.isArray(batch)) {
    throw invalidRequest([{ path: 'body.batch', message: 'must be an array of messages' }]);
  }
  if (batch.length > ingestLimits.messagesPerBatch) {
    throw new ApiError(
      'payload_too_large',
      `The batch has ${batch.length} messages, and ${ingestLimits.messagesPerBatch} are the most: send it in parts.`,
      { limit_messages: ingestLimits.messagesPerBatch },
    );
  }
  return batch;
}
