/** Mounts the operations of the contract: authentication, checks in their documented order, work in one transaction. */
import { ApiError } from '@footfall/contract/errors';
import type { HandlersOf, OperationSpec } from '@footfall/contract/operation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/connect.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { KeyFacts } from '../keys/store.ts';
import type { OperationContext } from '../operation-context.ts';
import { bearerToken, checkKeyMay, secretKeyOf } from './authenticate.ts';
import { type CheckedInput, inputChecker } from './input.ts';

export const apiBase = '/api/v1';

export interface MountOptions {
  db: Database;
  keys: KeyRing;
}

type AnyHandler = (context: OperationContext, input: CheckedInput) => Promise<unknown>;

export function mountOperations<Operations extends Record<string, OperationSpec>>(
  app: FastifyInstance,
  operations: Operations,
  handlers: HandlersOf<Operations, OperationContext>,
  options: MountOptions,
): void {
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
    async handler(request, reply) {
      const key = await secretKeyOf(request, keys);
      reply.header('x-workspace-id', key.workspaceId);
      const scopeRefusal = refuseMissingScope(operation, key);
      const input = attempt(() => checkInput(request));
      const data = await db
        .workspace(key.workspaceId, async (tx) => {
          const allowed = checkKeyMay(tx, key, operation.feature);
          if (scopeRefusal || input instanceof ApiError) {
            await allowed;
            throw scopeRefusal ?? input;
          }
          // Sent together with the check; when the check fails, the transaction is rolled back.
          const work = handler({ tx, workspaceId: key.workspaceId }, input);
          const [checked, done] = await Promise.allSettled([allowed, work]);
          if (checked.status === 'rejected') throw checked.reason;
          if (done.status === 'rejected') throw done.reason;
          return done.value;
        })
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'unauthorized') forget(keys, request);
          throw error;
        });
      keys.markUsed(key);
      return reply.code(operation.status).send(data);
    },
  });
}

function refuseMissingScope({ scopes }: OperationSpec, key: KeyFacts): ApiError | undefined {
  if (scopes.length === 0 || scopes.some((scope) => key.scopes.has(scope))) return undefined;
  return new ApiError('forbidden', `The key needs the scope ${scopes.join(' or ')}.`, {
    reason: 'missing_scope',
    scopes: [...scopes],
  });
}

function attempt<T>(check: () => T): T | ApiError {
  try {
    return check();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function forget(keys: KeyRing, request: FastifyRequest): void {
  const token = bearerToken(request);
  if (token !== undefined) keys.forget(token);
}
