/** An operation's answer for surfaces. */
import { ApiError } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import type { Outgoing } from '../../platform/resource-kit/operation-context.ts';
import { usualDaysOf } from '../../platform/resource-kit/time-window.ts';
import type { AnsweredStream } from './answered-stream.ts';
import { entityTag, isListed } from './entity-tag.ts';
import type { Download } from './exports/document.ts';
import type { AnsweredFile } from './exports/file.ts';
import { withFields } from './fields.ts';
import type { CheckedInput } from './input.ts';

export interface OperationAnswer {
  status: OperationSpec['status'];
  /** Absent with 204. */
  body: object | undefined;
  /** For a single record. */
  entityTag: string | undefined;
  /** The caller already has this version of the record. */
  isUnchanged: boolean;
  /** The answer of an earlier request with the same Idempotency-Key. */
  isReplayed: boolean;
  /** A continuing answer. */
  stream: AnsweredStream | undefined;
  /** Sent while it is read; the receiver must close it. */
  file: AnsweredFile | undefined;
  /** The same of a document. */
  document: Download | undefined;
}

/** The outcome of an operation. */
export interface Done {
  body: object | undefined;
  isReplayed: boolean;
  /** Sent after the commit. */
  mails?: Outgoing[];
  file?: AnsweredFile;
  document?: Download;
}

export function answerOf(
  { method, status, window }: OperationSpec,
  { ifNoneMatch }: { ifNoneMatch?: string | undefined },
  { body, isReplayed, file, document }: Done,
  input: CheckedInput | ApiError,
): OperationAnswer {
  const record = body && 'data' in body && !Array.isArray(body.data) ? body.data : undefined;
  const tag = typeof record === 'object' && record ? entityTag(record) : undefined;
  const isUnchanged = method === 'GET' && tag !== undefined && isListed(ifNoneMatch, tag, 'weak');
  const sent = input instanceof ApiError ? body : applyQuery(body, window, input.query);
  const isDryRun = !(input instanceof ApiError) && input.query.dry_run === true;
  return {
    status: isDryRun && status === 202 ? 200 : status,
    body: sent,
    entityTag: tag,
    isUnchanged,
    isReplayed,
    stream: undefined,
    file,
    document,
  };
}

/** Applies `fields`, and adds the days the list covers. */
function applyQuery(
  body: object | undefined,
  window: OperationSpec['window'],
  query: CheckedInput['query'],
): object | undefined {
  const sent = withFields(body, query.fields);
  const days = usualDaysOf(window, query);
  if (days === undefined || !sent || !('pagination' in sent)) return sent;
  return { ...sent, pagination: { ...Object(sent.pagination), window_days: days } };
}
