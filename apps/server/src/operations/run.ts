/**
 * Runs one operation for a caller: the one door behind REST, MCP, dashboard and command line. Knows no
 * HTTP library. Work and all checks are in one transaction; their order is that of the documents:
 * caller, what the surface refuses (an origin), feature, scope, input, then the operation itself.
 */
import type { Feature } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import type { HandlersOf, OperationSpec } from '@footfall/contract/operation';
import type { Database, Tx } from '../db/connect.ts';
import type { AccessNeeds, OperationContext } from '../resource-kit/operation-context.ts';
import {
  actorOf,
  type Caller,
  presumedScopes,
  type Standing,
  standingOf,
  withoutStanding,
  workspaceOf,
} from './caller.ts';
import { entityTag, isListed, requireMatch } from './entity-tag.ts';
import { checkedIdempotencyKey, once } from './idempotency.ts';
import { type CheckedInput, inputChecker, type RawInput } from './input.ts';

export interface OperationRequest {
  /** What came, or the fault that kept it from being read. */
  input: RawInput | ApiError;
  idempotencyKey?: string | undefined;
  /** Lists of entity tags, as the HTTP headers of these names spell them. */
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
  /** Why the surface refuses it; told to nobody whose key is not good. */
  refusal?: ApiError | undefined;
}

export interface OperationAnswer {
  status: 200 | 201 | 204;
  /** Absent with 204. */
  body: object | undefined;
  /** Of a single record. */
  entityTag: string | undefined;
  /** The caller has this version of the record already. */
  isUnchanged: boolean;
  /** It is the answer to an earlier request with the same Idempotency-Key. */
  isReplayed: boolean;
}

/** @throws ApiError */
export type RunOperation = (
  operation: string,
  caller: Caller,
  request: OperationRequest,
) => Promise<OperationAnswer>;

export interface RunnerOptions {
  db: Database;
  /** Told of every caller that was found good. */
  onUsed: (caller: Caller) => void;
}

type AnyHandler = (context: OperationContext, input: CheckedInput) => Promise<object | undefined>;

interface Runnable {
  operation: OperationSpec;
  handler: AnyHandler;
  checkInput: (raw: RawInput) => CheckedInput;
}

interface Done {
  body: object | undefined;
  isReplayed: boolean;
}

export function operationRunner<Operations extends Record<string, OperationSpec>>(
  operations: Operations,
  handlers: HandlersOf<Operations, OperationContext>,
  { db, onUsed }: RunnerOptions,
): RunOperation {
  const runnables = new Map(
    Object.entries(operations).map(([name, operation]): [string, Runnable] => {
      // The mapped type guarantees a handler for each name and its input; the loop cannot express that.
      const handler = handlers[name] as unknown as AnyHandler;
      return [operation.id, { operation, handler, checkInput: inputChecker(operation) }];
    }),
  );

  return async (id, caller, request) => {
    const runnable = runnables.get(id);
    if (!runnable) throw new Error(`there is no operation ${id}`);
    const input = checked(runnable, request);
    const done = await db.workspace(workspaceOf(caller), (tx, commitAhead) =>
      perform({ tx, commitAhead }, runnable, caller, request, input),
    );
    return answerOf(runnable.operation, request, done);
  };

  async function perform(
    transaction: Transaction,
    runnable: Runnable,
    caller: Caller,
    request: OperationRequest,
    input: CheckedInput | ApiError,
  ): Promise<Done> {
    const { operation } = runnable;
    const isHopeless =
      request.refusal !== undefined ||
      input instanceof ApiError ||
      refuseScope(operation, presumedScopes(caller)) !== undefined;
    const needs: AccessNeeds[] = [];
    // The work is sent together with the question for the caller; when that fails, all is rolled back.
    const [standing, done] = await Promise.allSettled([
      standingOf(transaction.tx, caller),
      isHopeless ? undefined : work(transaction, runnable, caller, request, input, needs),
    ]);
    if (standing.status === 'rejected') throw standing.reason;
    if (!standing.value) throw withoutStanding(caller);
    onUsed(caller);
    const refusal =
      request.refusal ?? refuse(operation, standing.value) ?? refuseNeeds(needs, standing.value);
    if (refusal) throw refusal;
    if (input instanceof ApiError) throw input;
    if (done.status === 'rejected') throw done.reason;
    // Scopes that were added a moment ago count from the next request on.
    return done.value ?? work(transaction, runnable, caller, request, input, []);
  }
}

interface Transaction {
  tx: Tx;
  commitAhead: () => void;
}

async function work(
  { tx, commitAhead }: Transaction,
  { operation, handler }: Runnable,
  caller: Caller,
  request: OperationRequest,
  input: CheckedInput,
  needs: AccessNeeds[],
): Promise<Done> {
  const actor = actorOf(caller);
  const context: OperationContext = {
    tx,
    workspaceId: workspaceOf(caller),
    actor,
    last(statements) {
      // The driver sends a statement some microtasks after the call; this runs after all of them.
      process.nextTick(commitAhead);
      return statements;
    },
    alsoNeeds(more) {
      needs.push(more);
      const refusal = refuseNeeds([more], { scopes: presumedScopes(caller) });
      if (refusal) throw refusal;
    },
    requireMatch: (record) => requireMatch(request.ifMatch, record),
  };
  const key = repeatable(operation) ? request.idempotencyKey : undefined;
  if (key === undefined || actor.kind === 'command') {
    return { body: await handler(context, input), isReplayed: false };
  }
  const { workspaceId } = context;
  return once(tx, { workspaceId, actorId: actor.id, key, operation: operation.id, input }, () =>
    handler(context, input),
  );
}

/** Only creating is not harmless when it is done twice. */
function repeatable({ method }: OperationSpec): boolean {
  return method === 'POST';
}

function checked({ operation, checkInput }: Runnable, request: OperationRequest) {
  if (request.input instanceof ApiError) return request.input;
  try {
    if (repeatable(operation)) checkedIdempotencyKey(request.idempotencyKey);
    return checkInput(request.input);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function refuse(operation: OperationSpec, { features, scopes }: Standing): ApiError | undefined {
  const { feature } = operation;
  if (features.has(feature)) return refuseScope(operation, scopes);
  return withoutFeature(feature);
}

function withoutFeature(feature: Feature): ApiError {
  return new ApiError('forbidden', `The workspace does not include the feature "${feature}".`, {
    reason: 'feature_not_included',
    feature,
  });
}

function refuseScope({ scopes }: OperationSpec, granted: Standing['scopes']): ApiError | undefined {
  if (scopes.length === 0 || scopes.some((scope) => granted.has(scope))) return undefined;
  return new ApiError('forbidden', `The key needs the scope ${scopes.join(' or ')}.`, {
    reason: 'missing_scope',
    scopes: [...scopes],
  });
}

/** `features`: as far as they are known. */
function refuseNeeds(
  needs: AccessNeeds[],
  { features, scopes }: Pick<Standing, 'scopes'> & Partial<Standing>,
): ApiError | undefined {
  const feature = needs
    .flatMap((more) => more.features)
    .find((name) => features?.has(name) === false);
  if (feature) return withoutFeature(feature);
  const missing = needs.flatMap((more) => more.scopes).filter((scope) => !scopes.has(scope));
  if (missing.length === 0) return undefined;
  const names = [...new Set(missing)];
  return new ApiError('forbidden', `The key also needs the scope ${names.join(' and ')}.`, {
    reason: 'missing_scope',
    scopes: names,
  });
}

function answerOf(
  { method, status }: OperationSpec,
  { ifNoneMatch }: OperationRequest,
  { body, isReplayed }: Done,
): OperationAnswer {
  const record = body && 'data' in body && !('pagination' in body) ? body.data : undefined;
  const tag = typeof record === 'object' && record ? entityTag(record) : undefined;
  const isUnchanged = method === 'GET' && tag !== undefined && isListed(ifNoneMatch, tag, 'weak');
  return { status, body, entityTag: tag, isUnchanged, isReplayed };
}
