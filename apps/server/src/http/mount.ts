/** Mounts the operations of the contract: HTTP requests to `operations/run.ts`, and its answers back. */
import type { ErrorCode } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing } from '../keys/key-ring.ts';
import { secretKeyNeeded } from '../operations/caller.ts';
import type { ChangeFeed } from '../operations/change-feed.ts';
import { answerSchema } from '../operations/fields.ts';
import type { OperationAnswer, OperationRequest, RunOperation } from '../operations/run.ts';
import { sendChanges } from './change-stream.ts';
import { compressAnswer } from './encodings.ts';
import { toApiError } from './errors.ts';
import { refuseOrigin } from './origins.ts';
import { revalidated } from './private-answers.ts';
import type { FileSender } from './send-file.ts';
import { withKey } from './with-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation has begun, so that a later error is its answer. */
    hasReachedOperation: boolean;
  }
}

export const apiBase = '/api/v1';

const bodyFaults = new Set<ErrorCode>([
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
]);

export interface MountOptions {
  run: RunOperation;
  keys: KeyRing;
  feed: ChangeFeed;
  files: FileSender;
}

export function mountOperations(
  app: FastifyInstance,
  operations: Record<string, OperationSpec>,
  options: MountOptions,
): void {
  app.decorateRequest('hasReachedOperation', false);
  for (const operation of Object.values(operations)) mountOperation(app, operation, options);
}

function mountOperation(
  app: FastifyInstance,
  operation: OperationSpec,
  { run, keys, feed, files }: MountOptions,
): void {
  const { id, method, path, status, stream } = operation;
  const ok = answerSchema(operation);
  app.route({
    method,
    url: apiBase + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation: id },
    ...(ok && { schema: { response: { [status]: ok } } }),
    onSend: compressAnswer,
    onRequest(request, _reply, done) {
      done(request.callerKey ? undefined : secretKeyNeeded());
    },
    async handler(request, reply) {
      request.hasReachedOperation = true;
      const { params, body, headers } = request;
      const query = stream
        ? withLastEventId(request.query, headers['last-event-id'])
        : request.query;
      const answer = await perform(request, reply, { params, query, body });
      if (answer.file) return files.send(request, reply, answer.file);
      if (answer.stream) return sendChanges(request, reply, feed, answer.stream);
      if (method !== 'GET') feed.wake(request.callerKey?.workspaceId ?? '');
      return send(reply, answer);
    },
    // A body that cannot be read shows before the operation begins, but comes last of the checks.
    async errorHandler(error, request, reply) {
      const fault = toApiError(error);
      const isOfBody = bodyFaults.has(fault.code) && !request.hasReachedOperation;
      if (isOfBody) await perform(request, reply, fault);
      throw error;
    },
  });

  async function perform(
    request: FastifyRequest,
    reply: FastifyReply,
    input: OperationRequest['input'],
  ): Promise<OperationAnswer> {
    const { headers } = request;
    return withKey(request, reply, keys, (key) =>
      run(
        id,
        { kind: 'key', key },
        {
          input,
          idempotencyKey: textOf(headers['idempotency-key']),
          ifMatch: headers['if-match'],
          ifNoneMatch: headers['if-none-match'],
          origin: { ip: request.callerIp, userAgent: headers['user-agent'] ?? '' },
          refusal: refuseOrigin(request, key),
        },
      ),
    );
  }
}

/** What a client sends that connects again says more than the address, which is that of the first time. */
function withLastEventId(query: unknown, last: string | string[] | undefined): unknown {
  return typeof last === 'string' && last !== '' ? { ...Object(query), after: last } : query;
}

/** Sent twice it is no valid one. */
function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? '' : header;
}

function send(reply: FastifyReply, answer: OperationAnswer) {
  const { status, body, entityTag, isUnchanged, isReplayed } = answer;
  if (isReplayed) reply.header('idempotency-replayed', 'true');
  if (entityTag !== undefined) reply.headers({ ...revalidated, etag: entityTag });
  if (isUnchanged) return reply.code(304).send();
  return reply.code(status).send(body);
}
