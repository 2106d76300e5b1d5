/** Mounts the contract's operations: passes HTTP requests to `surfaces/operations/run.ts`, and returns its answers. */
import type { ApiError, ErrorCode } from '@footfall/contract/errors';
import { isWrite, type OperationSpec } from '@footfall/contract/operation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationAnswer } from '../operations/answer.ts';
import { type Caller, workspaceOf } from '../operations/caller.ts';
import type { ChangeFeed } from '../operations/change-feed.ts';
import { answerSchema } from '../operations/fields.ts';
import { filtersOf } from '../operations/filter-input.ts';
import { declaredNeeds } from '../operations/needs.ts';
import type { OperationRequest, RunOperation } from '../operations/run.ts';
import { sendChanges } from './change-stream.ts';
import type { Door } from './doors.ts';
import { compressAnswer } from './encodings.ts';
import { toApiError } from './errors.ts';
import { revalidated } from './private-answers.ts';
import { downloadOf, type FileSender } from './send-file.ts';
import { refuseEmptyId } from './unknown-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Later errors are the operation's answer. */
    hasReachedOperation: boolean;
  }
}

const bodyFaults = new Set<ErrorCode>([
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
]);

/** A way for callers to reach the operations. */
export interface OperationDoor {
  /** Prefix of each operation's path. */
  base: string;
  door: Door;
  /** Why the request is rejected unread. */
  refusal(request: FastifyRequest): ApiError | undefined;
  /** The operation's part of the query. */
  queryOf(request: FastifyRequest): unknown;
  /** Runs it for the caller of the request; `refusal`: why the operation is not for this request. */
  work(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (caller: Caller, refusal: ApiError | undefined) => Promise<OperationAnswer>,
  ): Promise<OperationAnswer>;
}

export interface MountOptions {
  run: RunOperation;
  feed: ChangeFeed;
  files: FileSender;
}

export function mountOperations(
  app: FastifyInstance,
  operations: Record<string, OperationSpec>,
  door: OperationDoor,
  options: MountOptions,
): void {
  if (!app.hasRequestDecorator('hasReachedOperation')) {
    app.decorateRequest('hasReachedOperation', false);
  }
  for (const operation of Object.values(operations)) mountOperation(app, operation, door, options);
}

function mountOperation(
  app: FastifyInstance,
  operation: OperationSpec,
  door: OperationDoor,
  { run, feed, files }: MountOptions,
): void {
  const { id, method, path, status, stream } = operation;
  const ok = answerSchema(operation);
  app.route({
    method,
    url: door.base + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation: id, door: door.door, isLong: mayTakeLong(operation) },
    ...(ok && { schema: { response: { [status]: ok, ...(status === 202 && { 200: ok }) } } }),
    onSend: compressAnswer,
    onRequest(request, _reply, done) {
      done(door.refusal(request) ?? refuseEmptyId(request));
    },
    async handler(request, reply) {
      request.hasReachedOperation = true;
      const { params, body, headers } = request;
      const urlQuery = door.queryOf(request);
      const query = stream ? withLastEventId(urlQuery, headers['last-event-id']) : urlQuery;
      const answer = await perform(request, reply, { params, query, body });
      if (answer.file) return files.send(request, reply, downloadOf(answer.file));
      if (answer.document) return files.send(request, reply, answer.document);
      if (answer.stream) return sendChanges(request, reply, feed, answer.stream);
      return send(reply, answer);
    },
    // An unreadable body fails before the operation begins, but is the last check.
    async errorHandler(error, request, reply) {
      const fault = toApiError(error);
      const isOfBody = bodyFaults.has(fault.code) && !request.hasReachedOperation;
      if (isOfBody) await perform(request, reply, fault);
      throw error;
    },
  });

  function perform(
    request: FastifyRequest,
    reply: FastifyReply,
    input: OperationRequest['input'],
  ): Promise<OperationAnswer> {
    const { headers } = request;
    return door.work(request, reply, async (caller, refusal) => {
      const answer = await run(id, caller, {
        input,
        idempotencyKey: textOf(headers['idempotency-key']),
        ifMatch: headers['if-match'],
        ifNoneMatch: headers['if-none-match'],
        origin: { ip: request.callerIp, userAgent: headers['user-agent'] ?? '' },
        refusal,
      });
      if (isWrite(operation)) feed.wake(workspaceOf(caller));
      return answer;
    });
  }
}

/** According to the contract: its statements have limits of up to ten seconds. */
function mayTakeLong({ limit, file, document, query }: OperationSpec): boolean {
  if (limit || file || document || filtersOf(query).length > 0) return true;
  return declaredNeeds(query).some(([, needs]) => needs.limit);
}

/** The header of a reconnecting client outranks the URL, which is from the first connection. */
function withLastEventId(query: unknown, last: string | string[] | undefined): unknown {
  return typeof last === 'string' && last !== '' ? { ...Object(query), after: last } : query;
}

/** Duplicated headers are invalid. */
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
