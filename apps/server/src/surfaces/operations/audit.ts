/** The audit log's data on an operation: names in the contract, never written values. */
import { isWrite, type OperationSpec, type RecordsPage } from '@footfall/contract/operation';
import type { NewAuditEntry, Origin } from '../../accounts/workspaces/audit-log.ts';
import { exportedIn } from './exports/entry.ts';
import type { CheckedInput } from './input.ts';

/** Changes that are not trials; and exports, once. */
export function leavesEntry(
  operation: OperationSpec,
  { query, body, page }: CheckedInput,
): boolean {
  if (page) return page === 'first';
  return isWrite(operation) && query.dry_run !== true && body.dry_run !== true;
}

export interface Outcome {
  /** The operation's answer, with the id of a new record. */
  body: object | undefined;
  /** Values that the operation records. */
  noted: Record<string, [unknown, unknown]>;
  origin: Origin | undefined;
}

export function auditEntry(
  operation: OperationSpec,
  actor: NewAuditEntry['actor'],
  input: CheckedInput,
  { body: answer, noted, origin }: Outcome,
): NewAuditEntry {
  const { params, body } = input;
  const what = { actor, action: operation.id, ...(origin && { origin }) };
  const { file, document, auditedAs } = operation;
  const [, collection = ''] = auditedAs === undefined ? operation.path.split('/') : ['', auditedAs];
  if (file) {
    const { pagination } = answer as RecordsPage;
    return { ...what, ...exportedIn(operation, file.name, input, pagination.total) };
  }
  if (document) return { ...what, ...exportedIn(operation, collection, input, 1) };
  const made = idIn(dataIn(answer)) ?? null;
  const named = writableNames(operation).filter((name) => name in body);
  return {
    ...what,
    resourceType: collection,
    resourceId: auditedAs === undefined ? (idIn(params) ?? made) : made,
    fields: [...new Set([...named, ...Object.keys(noted)])],
    changes: noted,
  };
}

/** Of the body; a record sent back contains others, which change nothing. */
export function writableNames({ body }: OperationSpec): string[] {
  const properties = body && 'properties' in body ? (body.properties as object) : {};
  return Object.entries(properties).flatMap(([name, schema]) =>
    (schema as { readOnly?: boolean }).readOnly === true ? [] : [name],
  );
}

function dataIn(answer: object | undefined): unknown {
  return answer && 'data' in answer ? answer.data : undefined;
}

function idIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id : undefined;
}
