/** The answer to an operation, as surfaces send it. */
import { ApiError } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import type { Outgoing } from '../../platform/resource-kit/operation-context.ts';
import { usualDaysOf } from '../../platform/resource-kit/time-window.ts';
import type { AnsweredStream } from './answered-stream.ts';
import { entityTag, isListed } from './entity-tag.ts';
import type { AnsweredFile } from './exports/file.ts';
import { withFields } from './fields.ts';
import type { CheckedInput } from './input.ts';

export interface OperationAnswer {
  status: OperationSpec['status'];
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
  /** The answer is sent as it is read; whoever is given it ends it. */
  file: AnsweredFile | undefined;
}

/** What an operation did. */
export interface Done {
  body: object | undefined;
  isReplayed: boolean;
  /** To be sent when what they tell of is stored. */
  mails?: Outgoing[];
  file?: AnsweredFile;
}

export function answerOf(
  { method, status, window }: OperationSpec,
  { ifNoneMatch }: { ifNoneMatch?: string | undefined },
  { body, isReplayed, file }: Done,
  input: CheckedInput | ApiError,
): OperationAnswer {
  const record = body && 'data' in body && !Array.isArray(body.data) ? body.data : undefined;
  const tag = typeof record === 'object' && record ? entityTag(record) : undefined;
  const isUnchanged = method === 'GET' && tag !== undefined && isListed(ifNoneMatch, tag, 'weak');
  const sent = input instanceof ApiError ? body : asAsked(body, window, input.query);
  const isDryRun = !(input instanceof ApiError) && input.query.dry_run === true;
  return {
    status: isDryRun && status === 202 ? 200 : status,
    body: sent,
    entityTag: tag,
    isUnchanged,
    isReplayed,
    stream: undefined,
    file,
  };
}

/** With the fields that the query names, and with the days that the list covers. */
function asAsked(
  body: object | undefined,
  window: OperationSpec['window'],
  query: CheckedInput['query'],
): object | undefined {
  const sent = withFields(body, query.fields);
  const days = usualDaysOf(window, query);
  if (days === undefined || !sent || !('pagination' in sent)) return sent;
  return { ...sent, pagination: { ...Object(sent.pagination), window_days: days } };
}
