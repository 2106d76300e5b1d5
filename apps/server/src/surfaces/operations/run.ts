/**
 * Runs one operation for a caller: the one door behind REST, MCP, dashboard and command line. Knows no
 * HTTP library. Work and all checks are in one transaction; their order is that of the documents:
 * caller, what the surface refuses (an origin), feature, scope, input, then the operation itself.
 */
import { ApiError } from '@footfall/contract/errors';
import type {
  FileSpec,
  HandlersOf,
  OperationSpec,
  RecordsPage,
  StreamStart,
} from '@footfall/contract/operation';
import { insertAuditEntry, type Origin } from '../../accounts/workspaces/audit-log.ts';
import { selectSettings } from '../../accounts/workspaces/settings.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { checkedIdempotencyKey, once } from '../../platform/resource-kit/idempotency.ts';
import type {
  OperationContext,
  Outgoing,
  Outside,
  Permissions,
} from '../../platform/resource-kit/operation-context.ts';
import { refuseNeeds } from '../../records/filters/needs.ts';
import { answerOf, type Done, type OperationAnswer } from './answer.ts';
import { streamOf } from './answered-stream.ts';
import { auditEntry, leavesEntry } from './audit.ts';
import { actorOf, type Caller, permissionsOf, workspaceOf } from './caller.ts';
import { requireMatch } from './entity-tag.ts';
import { type AnsweredFile, openFile, requireExportable } from './exports/file.ts';
import { ExportPlaces, type HasCompany } from './exports/places.ts';
import { withFields } from './fields.ts';
import { shortened, tooMuch } from './filter-limits.ts';
import type { CheckedInput, RawInput } from './input.ts';
import { refuse, refuseOldProof } from './refusals.ts';
import { type AnyHandler, type Runnable, runnableOf } from './runnable.ts';
import { sharedInput } from './shared-input.ts';
import { rolledBack } from './trial.ts';

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
  /** Answers what would be, and leaves nothing. */
  isTrial?: boolean;
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
  /** Absent: nobody else is served. */
  hasCompany?: HasCompany;
  /** Absent where nothing that operations do goes out. */
  outside?: Outside;
  /** Less than operations declare only in tests, which would wait for it. */
  mostSeconds?: number | undefined;
}

interface Performed extends Done {
  permissions: Permissions;
}

export function operationRunner<Operations extends Record<string, OperationSpec>>(
  operations: Operations,
  handlers: HandlersOf<Operations, OperationContext>,
  {
    db,
    onUsed,
    hasCompany = () => false,
    outside = { publicUrl: '' },
    mostSeconds = Infinity,
  }: RunnerOptions,
): RunOperation {
  const runnables = new Map(
    Object.entries(operations).map(([name, operation]): [string, Runnable] => {
      // The mapped type guarantees a handler for each name and its input; the loop cannot express that.
      const handler = handlers[name] as unknown as AnyHandler;
      return [operation.id, runnableOf(operation, handler, operations)];
    }),
  );

  const places = new ExportPlaces(hasCompany);

  return async (id, caller, request) => {
    const runnable = runnables.get(id);
    if (!runnable) throw new Error(`there is no operation ${id}`);
    const { operation } = runnable;
    const input = checked(runnable, caller, request);
    if ('limit' in input) input.limit = shortened(input.limit, mostSeconds);
    if (operation.file) {
      const file = await fileOf(operation.file, runnable, caller, request, input);
      return answerOf(operation, request, { body: undefined, isReplayed: false, file }, input);
    }
    const done = await performed(runnable, caller, request, input);
    if (!request.isTrial) {
      for (const { send, tell } of done.mails ?? []) tell(await send());
    }
    const body = shownBody(runnable, done);
    const answer = answerOf(operation, request, { ...done, body }, input);
    if (!operation.stream) return answer;
    const stream = streamOf(caller, done.permissions, done.body as StreamStart);
    return { ...answer, body: undefined, stream };
  };

  async function fileOf(
    spec: FileSpec,
    runnable: Runnable,
    caller: Caller,
    request: OperationRequest,
    input: CheckedInput | ApiError,
  ): Promise<AnsweredFile> {
    const place = places.take(workspaceOf(caller));
    const fileRequest = { ...request, refusal: request.refusal ?? place.refusal };
    const read = async (page: CheckedInput | ApiError, fields?: unknown) => {
      const done = await performed(runnable, caller, fileRequest, page);
      return withFields(shownBody(runnable, done), fields) as RecordsPage;
    };
    const { operation } = runnable;
    try {
      // Throws what comes first of all that speaks against it.
      if (input instanceof ApiError) await read(input);
      else
        return await openFile({
          operation,
          spec,
          input,
          place,
          read: (page) => read(page, input.query.fields),
        });
      throw input;
    } catch (error) {
      place.leave();
      throw error;
    }
  }

  function performed(
    runnable: Runnable,
    caller: Caller,
    request: OperationRequest,
    input: CheckedInput | ApiError,
  ): Promise<Performed> {
    const run = request.isTrial ? rolledBack(db.workspace) : db.workspace;
    return run(workspaceOf(caller), (tx) => perform(tx, runnable, caller, request, input));
  }

  async function perform(
    tx: Tx,
    runnable: Runnable,
    caller: Caller,
    request: OperationRequest,
    input: CheckedInput | ApiError,
  ): Promise<Performed> {
    const permissions = await permissionsOf(tx, caller);
    if (permissions instanceof ApiError) throw permissions;
    onUsed(caller);
    const admitted = admit(runnable, request, input, permissions);
    try {
      const done = await work({ tx, outside, permissions }, runnable, caller, request, admitted);
      return { ...done, permissions };
    } catch (error) {
      throw tooMuch(error, admitted.limit);
    }
  }
}

function shownBody({ hideInAnswer }: Runnable, { body, permissions }: Performed) {
  return body && permissions.hidesPersonal ? hideInAnswer(body) : body;
}

/** The input of who may do this. @throws ApiError the first of the refusals */
function admit(
  { operation, refusePersonal }: Runnable,
  request: OperationRequest,
  input: CheckedInput | ApiError,
  permissions: Permissions,
): CheckedInput {
  const refusal = request.refusal ?? refuse(operation, permissions);
  if (refusal) throw refusal;
  if (input instanceof ApiError) throw input;
  if (permissions.hidesPersonal) refusePersonal(input);
  const unmet =
    (input.needs && refuseNeeds(input.needs, permissions)) ??
    refuseOldProof(operation, input.body, permissions);
  if (unmet) throw unmet;
  return input;
}

interface Admitted {
  tx: Tx;
  outside: Outside;
  permissions: Permissions;
}

async function work(
  { tx, permissions, outside }: Admitted,
  runnable: Runnable,
  caller: Caller,
  request: OperationRequest,
  input: CheckedInput,
): Promise<Done> {
  const { operation } = runnable;
  const actor = actorOf(caller);
  const mails: Outgoing[] = [];
  const context: Noting = {
    noted: {},
    tx,
    workspaceId: workspaceOf(caller),
    actor,
    session: caller.kind === 'member' ? caller : undefined,
    permissions,
    needsTotal: input.page !== 'further',
    noteChanges(changes) {
      Object.assign(context.noted, changes);
    },
    publicUrl: outside.publicUrl,
    scripts: outside.scripts,
    erasureKey: outside.erasureKey ?? noErasureKey,
    async mail(mail, tell) {
      // A trial sends none, and uses up no limit.
      const send = request.isTrial ? undefined : await outside.admitMail?.(mail);
      mails.push({ send: send ?? (async () => 'none'), tell });
    },
    requireMatch: (record) =>
      requireMatch(
        request.ifMatch,
        permissions.hidesPersonal ? runnable.hideInRecord(record) : record,
      ),
  };
  // Who asks for anything gets no more of the processor than this.
  if (input.limit) tx.limitTime(input.limit.seconds * 1000);
  const key = repeatable(operation) ? request.idempotencyKey : undefined;
  if (key === undefined || actor.kind === 'command') {
    return { body: await handled(runnable, context, request, input), isReplayed: false, mails };
  }
  const { workspaceId } = context;
  const { id, showsSecretOnce } = operation;
  const call = {
    workspaceId,
    actorId: actor.id,
    key,
    operation: id,
    input,
    showsSecretOnce,
  };
  const done = await once(tx, call, () => handled(runnable, context, request, input));
  return { ...done, mails };
}

async function noErasureKey(): Promise<Buffer> {
  throw new Error('nobody can be erased here');
}

interface Noting extends OperationContext {
  noted: Record<string, [unknown, unknown]>;
}

/** What leaves an entry in the audit log is done together with it, or neither is there. */
async function handled(
  { operation, handler }: Runnable,
  context: Noting,
  { origin }: OperationRequest,
  input: CheckedInput,
): Promise<object | undefined> {
  if (!leavesEntry(operation, input)) return handler(context, input);
  const { tx, workspaceId, actor, noted } = context;
  const body = await handler(context, input);
  const settings = await selectSettings(tx, workspaceId);
  if (operation.file) requireExportable(body as RecordsPage, settings, context.permissions);
  const entry = auditEntry(operation, actor, input, { body, noted, origin });
  await insertAuditEntry(tx, workspaceId, entry, settings.ip_anonymisation);
  return body;
}

/** Only creating is not harmless when it is done twice. */
function repeatable({ method }: OperationSpec): boolean {
  return method === 'POST';
}

function checked({ operation, checkInput }: Runnable, caller: Caller, request: OperationRequest) {
  if (request.input instanceof ApiError) return request.input;
  try {
    if (repeatable(operation)) checkedIdempotencyKey(request.idempotencyKey);
    const { input: came } = request;
    return checkInput(
      caller.kind === 'share' ? sharedInput(operation.id, caller.share, came) : came,
    );
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
