/** /ingest, /ingest/batch and /visitor-resolve: what websites and backends send. */
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import { type IngestAnswer, ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/connect.ts';
import { mayNeedCleaning, parseJson, unpackBody } from '../http/json-body.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeyFacts } from '../keys/store.ts';
import { acceptMessages } from './accept.ts';
import { clockShift } from './check-message.ts';
import type { GroupCommit } from './group-commit.ts';
import { rawMessages } from './raw-messages.ts';
import { resolveVisitor } from './resolve-visitor.ts';
import type { Sender } from './sender.ts';
import { writeKeyOf, writeKeyText } from './write-key.ts';

export interface IngestOptions {
  db: Database;
  keys: KeyRing;
  commit: GroupCommit;
  onAnswer: (answer: IngestAnswer['data']) => void;
}

interface Body {
  value: unknown;
  text: string;
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

  app.post('/ingest', { bodyLimit: ingestLimits.wireBytes }, async (request, reply) => {
    const key = await writeKeyOf(request, keys);
    reply.header('x-workspace-id', key.workspaceId);
    const body = await readBody(request);
    const sentAt = stringField(body.value, 'sent_at');
    return answer(request, key, body, [body.value], sentAt, undefined, () => body.text);
  });

  app.post('/ingest/batch', { bodyLimit: ingestLimits.wireBytes }, async (request, reply) => {
    const key = await writeKeyOf(request, keys);
    reply.header('x-workspace-id', key.workspaceId);
    const body = await readBody(request);
    const batch = batchOf(body.value);
    let texts: string[] | undefined;
    const rawText = (index: number) => {
      texts ??= rawMessages(body.text);
      return texts[index] ?? '';
    };
    const { context } = body.value as { context?: unknown };
    const sentAt = stringField(body.value, 'sent_at');
    return answer(request, key, body, batch, sentAt, context, rawText);
  });

  app.post('/visitor-resolve', { bodyLimit: ingestLimits.wireBytes }, async (request, reply) => {
    const key = await writeKeyOf(request, keys);
    reply.header('x-workspace-id', key.workspaceId);
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
    rawText: (index: number) => string,
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
      const result = await acceptMessages(batch, sender, rawText, commit);
      keys.markUsed(key);
      onAnswer(result.data);
      return result;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthorized') {
        keys.forget(writeKeyText(request) ?? '');
      }
      throw error;
    }
  }
}

async function readBody(request: FastifyRequest): Promise<Body> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const unpacked = unpackBody(
    bytes,
    request.headers['content-encoding'],
    ingestLimits.unpackedBytes,
  );
  const text = (Buffer.isBuffer(unpacked) ? unpacked : await unpacked).toString('utf8');
  return { value: parseJson(text), text };
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
