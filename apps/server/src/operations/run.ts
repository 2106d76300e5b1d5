/**
 * Runs one operation for a caller: the one door behind REST, MCP, dashboard and command line. Knows no
 * HTTP library. Work and all checks are in one transaction; their order is that of the documents:
 * caller, what the surface refuses (an origin), feature, scope, input, then the operation itself.
 */
import type { Feature } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import type { HandlersOf, OperationSpec, StreamStart } from '@footfall/contract/operation';
import type { Database, Tx } from '../db/connect.ts';
import { refuseNeeds } from '../filters/needs.ts';
import type { OperationContext, Standing } from '../resource-kit/operation-context.ts';
import { insertAuditEntry, type Origin } from '../workspaces/audit-log.ts';
import { selectSettings } from '../workspaces/settings.ts';
import { auditEntry, isChange } from './audit.ts';
import {
  actorOf,
  type Caller,
  hidesPersonal,
  presumedRole,
  presumedScopes,
  standingOf,
  workspaceOf,
} from './caller.ts';
import { entityTag, isListed, requireMatch } from './entity-tag.ts';
import { withFields } from './fields.ts';
import { limitTime, tooMuch } from './filter-limits.ts';
import { checkedIdempotencyKey, once } from './idempotency.ts';
import type { CheckedInput, RawInput } from './input.ts';
import { type AnyHandler, type Runnable, runnableOf } from './runnable.ts';

export interface OperationRequest {
  /** What came, or the fault that kept it from being read. */
  input: RawInput | ApiError;
  idempotencyKey?: string | undefined;
  /** Lists of entity tags, as the HTTP headers of these names spell them. */
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
  /** Where it came from, for the audit log. */
  origin?: Origin | undefined;
  /** Why the surface refuses it; told to nobody whose key is not good. */
  refusal?: ApiError | undefined;
  /** What the surface itself takes of the workspace, beside what the operation does. */
  surface?: Feature | undefined;
  /** Answers what would be, and leaves nothing. */
  isTrial?: boolean;
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
  /** The answer goes on. */
  stream: AnsweredStream | undefined;
}

export interface AnsweredStream extends StreamStart {
  workspaceId: string;
  /** Whose it is: the same for all streams of one caller. */
  callerId: string;
  /** What the caller might do when it began. */
  rights: string;
  /** Whether the caller still has these rights, as of this transaction. */
  isAllowed: (tx: Tx) => Promise<boolean>;
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

interface Done {
  body: object | undefined;
  isReplayed: boolean;
}

interface Performed extends Done {
  standing: Standing;
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
      return [operation.id, runnableOf(operation, handler, operations)];
    }),
  );

  return async (id, caller, request) => {
    const runnable = runnables.get(id);
    if (!runnable) throw new Error(`there is no operation ${id}`);
    const input = checked(runnable, caller, request);
    const inTransaction = request.isTrial ? rolledBack(db) : db.workspace;
    const done = await inTransaction(workspaceOf(caller), (tx, commitAhead) =>
      perform({ tx, commitAhead }, runnable, caller, request, input),
    );
    const told =
      hidesPersonal(caller) && done.body
        ? { ...done, body: runnable.hideInAnswer(done.body) }
        : done;
    const answer = answerOf(runnable.operation, request, told, input);
    if (!runnable.operation.stream) return answer;
    const stream = streamOf(caller, done.standing, done.body as StreamStart);
    return { ...answer, body: undefined, stream };
  };

  async function perform(
    transaction: Transaction,
    runnable: Runnable,
    caller: Caller,
    request: OperationRequest,
    input: CheckedInput | ApiError,
  ): Promise<Performed> {
    const { operation } = runnable;
    const isHopeless =
      request.refusal !== undefined ||
      input instanceof ApiError ||
      refuseRole(operation, presumedRole(caller)) !== undefined ||
      refuseScope(operation, presumedScopes(caller)) !== undefined;
    // The work is sent together with the question for the caller; when that fails, all is rolled back.
    const asked = standingOf(transaction.tx, caller);
    const known = { ...transaction, standing: () => goodStanding(asked) };
    const [standing, done] = await Promise.allSettled([
      asked,
      isHopeless ? undefined : work(known, runnable, caller, request, input),
    ]);
    if (standing.status === 'rejected') throw standing.reason;
    if (standing.value instanceof ApiError) throw standing.value;
    onUsed(caller);
    const admitted = admit(operation, request, input, standing.value);
    if (done.status === 'rejected') throw tooMuch(done.reason, admitted.limit);
    // Scopes that were added a moment ago count from the next request on.
    const value = done.value ?? (await work(known, runnable, caller, request, admitted));
    return { ...value, standing: standing.value };
  }
}

/** Runs the work in a transaction that is given up. Of work that only reads the door would send COMMIT ahead. */
function rolledBack(db: Database): Database['workspace'] {
  return async (workspaceId, work) => {
    const given = new Error('a trial is given up');
    const tried: Awaited<ReturnType<typeof work>>[] = [];
    try {
      await db.workspace(workspaceId, async (tx) => {
        tried.push(await work(tx, () => undefined));
        throw given;
      });
    } catch (error) {
      if (error !== given) throw error;
    }
    const [done] = tried;
    if (done === undefined) throw given;
    return done;
  };
}

/** The input of who may do this. @throws ApiError the first of the refusals */
function admit(
  operation: OperationSpec,
  request: OperationRequest,
  input: CheckedInput | ApiError,
  standing: Standing,
): CheckedInput {
  const refusal =
    request.refusal ?? refuseSurface(request, standing) ?? refuse(operation, standing);
  if (refusal) throw refusal;
  if (input instanceof ApiError) throw input;
  const unmet = input.needs && refuseNeeds(input.needs, standing);
  if (unmet) throw unmet;
  return input;
}

interface Transaction {
  tx: Tx;
  commitAhead: () => void;
}

interface KnownCaller extends Transaction {
  standing: () => Promise<Standing>;
}

async function goodStanding(asked: Promise<Standing | ApiError>): Promise<Standing> {
  const found = await asked;
  if (found instanceof ApiError) throw found;
  return found;
}

async function work(
  { tx, commitAhead, standing }: KnownCaller,
  runnable: Runnable,
  caller: Caller,
  request: OperationRequest,
  input: CheckedInput,
): Promise<Done> {
  const { operation } = runnable;
  const actor = actorOf(caller);
  const context: OperationContext = {
    tx,
    workspaceId: workspaceOf(caller),
    actor,
    session: caller.kind === 'member' ? caller : undefined,
    standing,
    last(statements) {
      // The driver sends a statement some microtasks after the call; this runs after all of them.
      if (!isChange(operation, input)) process.nextTick(commitAhead);
      return statements;
    },
    requireMatch: (record) =>
      requireMatch(request.ifMatch, hidesPersonal(caller) ? runnable.hideInRecord(record) : record),
  };
  // Sent ahead of the handler's statements; who asks for anything gets no more of the processor than this.
  if (input.limit) limitTime(tx, input.limit);
  const key = repeatable(operation) ? request.idempotencyKey : undefined;
  if (key === undefined || actor.kind === 'command') {
    return { body: await handled(runnable, context, request, input), isReplayed: false };
  }
  const { workspaceId } = context;
  return once(tx, { workspaceId, actorId: actor.id, key, operation: operation.id, input }, () =>
    handled(runnable, context, request, input),
  );
}

/** What changes something leaves an entry in the audit log, or neither is there. */
async function handled(
  { operation, handler }: Runnable,
  context: OperationContext,
  { origin }: OperationRequest,
  input: CheckedInput,
): Promise<object | undefined> {
  if (!isChange(operation, input)) return handler(context, input);
  const { tx, workspaceId, actor } = context;
  // Sent together, so that it costs no time of its own.
  const [body, settings] = await Promise.all([
    handler(context, input),
    selectSettings(tx, workspaceId),
  ]);
  const entry = auditEntry(operation, actor, input, body, origin);
  await insertAuditEntry(tx, workspaceId, entry, settings.ip_anonymisation);
  return body;
}

/** Only creating is not harmless when it is done twice. */
function repeatable({ method }: OperationSpec): boolean {
  return method === 'POST';
}

function checked(
  { operation, checkInput, refusePersonal }: Runnable,
  caller: Caller,
  request: OperationRequest,
) {
  if (request.input instanceof ApiError) return request.input;
  try {
    if (repeatable(operation)) checkedIdempotencyKey(request.idempotencyKey);
    const input = checkInput(request.input);
    if (hidesPersonal(caller)) refusePersonal(input);
    return input;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function refuseSurface({ surface }: OperationRequest, { features }: Standing) {
  return surface === undefined || features.has(surface) ? undefined : missingFeature(surface);
}

function refuse(operation: OperationSpec, standing: Standing): ApiError | undefined {
  const { features, scopes, role } = standing;
  if (standing.lacksSecondFactor && !operation.needsNoSecondFactor) return secondFactorNeeded();
  if (!features.has(operation.feature)) return missingFeature(operation.feature);
  return refuseRole(operation, role) ?? refuseScope(operation, scopes);
}

export function missingFeature(feature: Feature): ApiError {
  return new ApiError('forbidden', `The workspace does not include the feature "${feature}".`, {
    reason: 'feature_not_included',
    feature,
  });
}

function secondFactorNeeded(): ApiError {
  return new ApiError(
    'forbidden',
    'The workspace asks for a second factor: set one up in your account, or sign in with the one you have.',
    { reason: 'second_factor_needed' },
  );
}

function refuseRole({ roles }: OperationSpec, role: Standing['role']): ApiError | undefined {
  if (roles === undefined || (role !== undefined && roles.includes(role))) return undefined;
  const message = `This needs the role ${roles.join(' or ')} in the workspace.`;
  return new ApiError('forbidden', message, { reason: 'missing_role', roles: [...roles] });
}

function refuseScope({ scopes }: OperationSpec, granted: Standing['scopes']): ApiError | undefined {
  if (scopes.length === 0 || scopes.some((scope) => granted.has(scope))) return undefined;
  return new ApiError('forbidden', `The key needs the scope ${scopes.join(' or ')}.`, {
    reason: 'missing_scope',
    scopes: [...scopes],
  });
}

function answerOf(
  { method, status }: OperationSpec,
  { ifNoneMatch }: OperationRequest,
  { body, isReplayed }: Done,
  input: CheckedInput | ApiError,
): OperationAnswer {
  const record = body && 'data' in body && !Array.isArray(body.data) ? body.data : undefined;
  const tag = typeof record === 'object' && record ? entityTag(record) : undefined;
  const isUnchanged = method === 'GET' && tag !== undefined && isListed(ifNoneMatch, tag, 'weak');
  const told = input instanceof ApiError ? body : withFields(body, input.query.fields);
  return { status, body: told, entityTag: tag, isUnchanged, isReplayed, stream: undefined };
}

function streamOf(caller: Caller, begun: Standing, start: StreamStart): AnsweredStream {
  const actor = actorOf(caller);
  const rights = rightsOf(begun);
  return {
    ...start,
    workspaceId: workspaceOf(caller),
    callerId: actor.kind === 'command' ? actor.kind : actor.id,
    rights,
    async isAllowed(tx) {
      const now = await standingOf(tx, caller);
      return !(now instanceof ApiError) && rightsOf(now) === rights;
    },
  };
}

function rightsOf({ scopes, features, lacksSecondFactor }: Standing): string {
  return [...scopes].sort().join() + [...features].sort().join() + (lacksSecondFactor ? '!' : '');
}
