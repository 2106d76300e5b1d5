/** What the audit log keeps of an operation: names that the contract knows, and never what was written there. */
import type { OperationSpec, RecordsPage } from '@footfall/contract/operation';
import type { NewAuditEntry, Origin } from '../../accounts/workspaces/audit-log.ts';
import { exportedIn } from './exports/entry.ts';
import type { CheckedInput } from './input.ts';

/** What changes something, and is not merely tried; and that records leave in a file, once. */
export function leavesEntry(
  { method }: OperationSpec,
  { query, body, page }: CheckedInput,
): boolean {
  if (page) return page === 'first';
  return method !== 'GET' && query.dry_run !== true && body.dry_run !== true;
}

export interface Outcome {
  /** The answer of the operation, which tells the id of what was made. */
  body: object | undefined;
  /** Values that the operation wants to be kept. */
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
  const { file } = operation;
  if (file) return { ...what, ...exportedIn(operation, file, input, answer as RecordsPage) };
  const { auditedAs } = operation;
  const [, collection = ''] = auditedAs === undefined ? operation.path.split('/') : ['', auditedAs];
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

/** Of the body; a record that is sent back has others too, which change nothing. */
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
