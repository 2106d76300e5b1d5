/** Mounts the operations of the contract: checks in their documented order, work in one transaction. */
import type { Feature } from '@footfall/contract/access';
import { ApiError, type ErrorCode } from '@footfall/contract/errors';
import type { HandlersOf, OperationSpec } from '@footfall/contract/operation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationContext } from '../common/operation-context.ts';
import type { Database, Tx } from '../db/connect.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type KeyFacts, selectKeyFeatures } from '../keys/store.ts';
import { entityTag, isUnchanged, requireMatch } from '../operations/entity-tag.ts';
import { idempotencyKeyOf, once } from '../operations/idempotency.ts';
import { type CheckedInput, inputChecker } from '../operations/input.ts';
import { toApiError } from './errors.ts';
import { refuseOrigin } from './origins.ts';

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
  db: Database;
  keys: KeyRing;
}

interface Transaction {
  tx: Tx;
  commitAhead: () => void;
}

interface Input extends CheckedInput {
  idempotencyKey: string | undefined;
}

type AnyHandler = (context: OperationContext, input: CheckedInput) => Promise<object>;

export function mountOperations<Operations extends Record<string, OperationSpec>>(
  app: FastifyInstance,
  operations: Operations,
  handlers: HandlersOf<Operations, OperationContext>,
  options: MountOptions,
): void {
  app.decorateRequest('hasReachedOperation', false);
  for (const [name, operation] of Object.entries(operations)) {
    // The mapped type guarantees a handler for each name and its input; the loop cannot express that.
    const handler = handlers[name] as unknown as AnyHandler;
    mountOperation(app, operation, handler, options);
  }
}

function mountOperation(
  app: FastifyInstance,
  operation: OperationSpec,
  handler: AnyHandler,
  { db, keys }: MountOptions,
): void {
  const checkInput = inputChecker(operation);

  app.route({
    method: operation.method,
    url: apiBase + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation: operation.id },
    schema: { response: { [operation.status]: operation.ok } },
    onRequest(request, _reply, done) {
      done(request.callerKey ? undefined : unauthorized());
    },
    async handler(request, reply) {
      request.hasReachedOperation = true;
      const input = attempt(() => ({
        ...checkInput(request),
        idempotencyKey: operation.method === 'POST' ? idempotencyKeyOf(request) : undefined,
      }));
      const answer = await perform(request, reply, input);
      return send(request, reply, operation, answer);
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
    input: Input | ApiError,
  ): Promise<object> {
    const key = request.callerKey;
    if (!key) throw unauthorized();
    return db.workspace(key.workspaceId, (tx, commitAhead) =>
      run({ tx, commitAhead }, key, input, request, reply),
    );
  }

  async function run(
    transaction: Transaction,
    key: KeyFacts,
    input: Input | ApiError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<object> {
    const wrongOrigin = refuseOrigin(request, key);
    const wrongScope = refuseScope(operation, key);
    // The work is sent together with the check of the key; when that fails, all is rolled back.
    const [live, done] = await Promise.allSettled([
      selectKeyFeatures(transaction.tx, key),
      wrongOrigin || wrongScope || input instanceof ApiError
        ? undefined
        : work(transaction, key, input, request, reply),
    ]);
    if (live.status === 'rejected') throw live.reason;
    if (!live.value) {
      keys.forget(request.callerToken ?? '');
      // A revoked key is as good as none.
      reply.removeHeader('x-workspace-id');
      throw unauthorized();
    }
    keys.markUsed(key);
    const wrongFeature = refuseFeature(operation, live.value);
    const refusal = wrongOrigin ?? wrongFeature ?? wrongScope ?? faultOf(input);
    if (refusal) throw refusal;
    if (done.status === 'rejected') throw done.reason;
    if (!done.value) throw new Error('the operation gave no answer');
    return done.value;
  }

  async function work(
    { tx, commitAhead }: Transaction,
    key: KeyFacts,
    input: Input,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<object> {
    const context: OperationContext = {
      tx,
      workspaceId: key.workspaceId,
      last(statements) {
        // The driver sends a statement some microtasks after the call; this runs after all of them.
        process.nextTick(commitAhead);
        return statements;
      },
      requireMatch: (record) => requireMatch(request, record),
    };
    const { idempotencyKey } = input;
    if (idempotencyKey === undefined) return handler(context, input);
    const { answer, isRepeated } = await once(tx, key, idempotencyKey, request, () =>
      handler(context, input),
    );
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    return answer;
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: OperationSpec,
  answer: object,
) {
  const isRecord = !('pagination' in answer) && 'data' in answer;
  if (isRecord && typeof answer.data === 'object' && answer.data) {
    const tag = entityTag(answer.data);
    reply.header('etag', tag);
    if (operation.method === 'GET' && isUnchanged(request, tag)) return reply.code(304).send();
  }
  return reply.code(operation.status).send(answer);
}

function unauthorized(): ApiError {
  return new ApiError(
    'unauthorized',
    'A secret key is needed: send `Authorization: Bearer svc_sk_…` with a key that is spelled right and not revoked.',
  );
}

function refuseFeature(
  { feature }: OperationSpec,
  features: ReadonlySet<Feature>,
): ApiError | undefined {
  if (features.has(feature)) return undefined;
  return new ApiError('forbidden', `The workspace does not include the feature "${feature}".`, {
    reason: 'feature_not_included',
    feature,
  });
}

function refuseScope({ scopes }: OperationSpec, key: KeyFacts): ApiError | undefined {
  if (scopes.length === 0 || scopes.some((scope) => key.scopes.has(scope))) return undefined;
  return new ApiError('forbidden', `The key needs the scope ${scopes.join(' or ')}.`, {
    reason: 'missing_scope',
    scopes: [...scopes],
  });
}

function faultOf(input: Input | ApiError): ApiError | undefined {
  return input instanceof ApiError ? input : undefined;
}

function attempt<T>(check: () => T): T | ApiError {
  try {
    return check();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
