/**
 * Runs one operation for a caller: the common entry of REST, MCP, dashboard and command line. Independent of
 * HTTP libraries. Work and all checks share a transaction; their documented order: caller, the surface's
 * refusal (an origin), feature, scope, input, then the operation.
 */
import { ApiError } from '@footfall/contract/errors';
import {
  type DocumentPiece,
  type DocumentSpec,
  type FileSpec,
  type HandlersOf,
  isRepeatable,
  type OperationSpec,
  type RecordsPage,
  type StreamStart,
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
import { type Download, openDocument } from './exports/document.ts';
import { type AnsweredFile, openFile, requireExportable } from './exports/file.ts';
import { ExportPlaces, type HasCompany, type Place } from './exports/places.ts';
import { withFields } from './fields.ts';
import { shortened, tooMuch } from './filter-limits.ts';
import type { CheckedInput, RawInput } from './input.ts';
import { refuse, refuseOldProof } from './refusals.ts';
import { type AnyHandler, type Runnable, runnableOf } from './runnable.ts';
import { sharedInput } from './shared-input.ts';
import { rolledBack } from './trial.ts';

export interface OperationRequest {
  /** The input, or the error of reading it. */
  input: RawInput | ApiError;
  idempotencyKey?: string | undefined;
  /** Lists of entity tags, as in the HTTP headers. */
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
  /** Source of the request, for the audit log. */
  origin?: Origin | undefined;
  /** Why the surface refuses it; only revealed to valid keys. */
  refusal?: ApiError | undefined;
  /** Returns the result without effect. */
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
  /** Called for every valid caller. */
  onUsed: (caller: Caller) => void;
  /** Absent: nobody else is served. */
  hasCompany?: HasCompany;
  /** Absent if operations have no external effects. */
  outside?: Outside;
  /** Shorter than declared limits only in tests. */
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
      // The mapped type guarantees a handler per name and input; the loop cannot express that.
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
    const sent = await sentAsRead(runnable, caller, request, input);
    if (sent)
      return answerOf(operation, request, { body: undefined, isReplayed: false, ...sent }, input);
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

  /** A file or document, which is sent while it is read. */
  async function sentAsRead(
    runnable: Runnable,
    caller: Caller,
    request: OperationRequest,
    input: CheckedInput | ApiError,
  ) {
    const { file, document } = runnable.operation;
    if (file) return { file: await fileOf(file, runnable, caller, request, input) };
    if (!document) return undefined;
    return { document: await documentOf(document, runnable, caller, request, input) };
  }

  function fileOf(
    spec: FileSpec,
    runnable: Runnable,
    caller: Caller,
    request: OperationRequest,
    input: CheckedInput | ApiError,
  ): Promise<AnsweredFile> {
    return inPlace(runnable, caller, request, input, (checked, place, perform) => {
      const read = async (page: CheckedInput) =>
        withFields(shownBody(runnable, await perform(page)), checked.query.fields) as RecordsPage;
      return openFile({ operation: runnable.operation, spec, input: checked, place, read });
    });
  }

  function documentOf(
    spec: DocumentSpec,
    runnable: Runnable,
    caller: Caller,
    request: OperationRequest,
    input: CheckedInput | ApiError,
  ): Promise<Download> {
    return inPlace(runnable, caller, request, input, (checked, place, perform) => {
      const read = async (piece: CheckedInput) => (await perform(piece)).body as DocumentPiece;
      return openDocument({ spec, input: checked, place, read });
    });
  }

  /** Opens what is sent as it is read, in one of the places for that. */
  async function inPlace<T>(
    runnable: Runnable,
    caller: Caller,
    request: OperationRequest,
    input: CheckedInput | ApiError,
    open: (
      input: CheckedInput,
      place: Place,
      perform: (input: CheckedInput) => Promise<Performed>,
    ) => Promise<T>,
  ): Promise<T> {
    const place = places.take(workspaceOf(caller));
    const placed = { ...request, refusal: request.refusal ?? place.refusal };
    try {
      // Throws the first of all objections.
      if (input instanceof ApiError) await performed(runnable, caller, placed, input);
      else return await open(input, place, (page) => performed(runnable, caller, placed, page));
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

/** The input, after all checks. @throws ApiError the first refusal */
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
    position: input.position,
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
  // Limits the time of arbitrary queries.
  if (input.limit) tx.limitTime(input.limit.seconds * 1000);
  const key = isRepeatable(operation) ? request.idempotencyKey : undefined;
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

/** The work and its audit log entry are committed together. */
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

function checked({ operation, checkInput }: Runnable, caller: Caller, request: OperationRequest) {
  if (request.input instanceof ApiError) return request.input;
  try {
    if (isRepeatable(operation)) checkedIdempotencyKey(request.idempotencyKey);
    const { input: came } = request;
    return checkInput(
      caller.kind === 'share' ? sharedInput(operation.id, caller.share, came) : came,
    );
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
