/** /ingest, /ingest/batch and /visitor-resolve: what websites and backends send. */
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { type IngestAnswer, ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/connect.ts';
import { toApiError } from '../http/errors.ts';
import { mayNeedCleaning, parseJson, unpackBody } from '../http/json-body.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type KeyFacts, selectLiveKeys } from '../keys/store.ts';
import { acceptMessages } from './accept.ts';
import { clockShift } from './check-message.ts';
import type { GroupCommit } from './group-commit.ts';
import { rawMessages } from './raw-messages.ts';
import { resolveVisitor } from './resolve-visitor.ts';
import type { Sender } from './sender.ts';
import { unauthorizedToSend, writeKeyOf } from './write-key.ts';

export interface IngestOptions {
  db: Database;
  keys: KeyRing;
  commit: GroupCommit;
  onAnswer: (answer: IngestAnswer['data']) => void;
}

interface Body {
  value: unknown;
  text: string;
  bytes: Buffer;
}

export function ingestRoutes(app: FastifyInstance, options: IngestOptions): void {
  // A scope of its own: its body parser and its queue check concern no other route.
  app.register((scope, _options, done) => {
    mountIngest(scope, options);
    done();
  });
}

function mountIngest(app: FastifyInstance, { db, keys, commit, onAnswer }: IngestOptions): void {
  // Senders label JSON in many ways (beacons: text/plain), so every label is read as JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  // Before the body is read: a full queue must not cost memory too.
  app.addHook('onRequest', (_request, _reply, done) => {
    done(commit.isFull ? queueFull() : undefined);
  });

  // A faulty request has met no transaction that tells whether its key is still good.
  app.setErrorHandler(async (error, request) => {
    const { status, code } = toApiError(error);
    if (status < 500 && code !== 'unauthorized') await requireLiveKey(request);
    throw error;
  });

  app.post('/ingest', { bodyLimit: ingestLimits.wireBytes }, async (request) => {
    const key = writeKeyOf(request);
    const body = await readBody(request);
    const sentAt = stringField(body.value, 'sent_at');
    return answer(request, key, body, [body.value], sentAt, undefined, () => body.bytes);
  });

  app.post('/ingest/batch', { bodyLimit: ingestLimits.wireBytes }, async (request) => {
    const key = writeKeyOf(request);
    const body = await readBody(request);
    const batch = batchOf(body.value);
    let raw: Buffer[] | undefined;
    const rawBytes = (index: number) => {
      raw ??= rawMessages(body.bytes);
      return raw[index] ?? Buffer.alloc(0);
    };
    const { context } = body.value as { context?: unknown };
    const sentAt = stringField(body.value, 'sent_at');
    return answer(request, key, body, batch, sentAt, context, rawBytes);
  });

  app.post('/visitor-resolve', { bodyLimit: ingestLimits.wireBytes }, async (request) => {
    const key = writeKeyOf(request);
    const data = await resolveVisitor(db, key, (await readBody(request)).value);
    keys.markUsed(key);
    return { data };
  });

  async function answer(
    request: FastifyRequest,
    key: KeyFacts,
    body: Body,
    batch: unknown[],
    sentAt: string | undefined,
    context: unknown,
    rawBytes: (index: number) => Buffer,
  ): Promise<IngestAnswer> {
    const receivedMs = Date.now();
    const sender: Sender = {
      key,
      isTest: key.kind === 'development',
      receivedMs,
      receivedAt: new Date(receivedMs).toISOString(),
      clockShiftMs: clockShift(sentAt, receivedMs),
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      isServer: request.headers.origin === undefined,
      context,
      mayNeedCleaning: mayNeedCleaning(body.text),
    };
    try {
      const result = await acceptMessages(batch, sender, rawBytes, commit);
      if (result.data.rejected === batch.length) await requireLiveKey(request);
      keys.markUsed(key);
      onAnswer(result.data);
      return result;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthorized') {
        keys.forget(request.callerToken ?? '');
      }
      throw error;
    }
  }

  /** @throws ApiError unauthorized */
  async function requireLiveKey(request: FastifyRequest): Promise<void> {
    const { id, workspaceId } = writeKeyOf(request);
    const live = await db.workspace(workspaceId, (tx) => selectLiveKeys(tx, workspaceId, [id]));
    if (live.has(id)) return;
    keys.forget(request.callerToken ?? '');
    throw unauthorizedToSend();
  }
}

async function readBody(request: FastifyRequest): Promise<Body> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const unpacked = unpackBody(
    bytes,
    request.headers['content-encoding'],
    ingestLimits.unpackedBytes,
  );
  const body = Buffer.isBuffer(unpacked) ? unpacked : await unpacked;
  const text = body.toString('utf8');
  return { value: parseJson(text), text, bytes: body };
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

function stringField(value: unknown, name: string): string | undefined {
  const field = isObject(value) ? value[name] : undefined;
  return typeof field === 'string' ? field : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function queueFull(): ApiError {
  return new ApiError(
    'unavailable',
    'Too many messages are waiting to be stored. Try again shortly.',
  );
}
