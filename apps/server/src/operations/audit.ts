/** What the audit log keeps of an operation: names that the contract knows, and never what was written there. */
import type { OperationSpec } from '@footfall/contract/operation';
import type { NewAuditEntry, Origin } from '../workspaces/audit-log.ts';
import type { CheckedInput } from './input.ts';

/** Whether it leaves an entry: what changes something, and is not merely tried. */
export function isChange({ method }: OperationSpec, { query, body }: CheckedInput): boolean {
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
  { params, body }: CheckedInput,
  { body: answer, noted, origin }: Outcome,
): NewAuditEntry {
  const [, collection = ''] = operation.path.split('/');
  const named = writableNames(operation).filter((name) => name in body);
  return {
    actor,
    action: operation.id,
    resourceType: collection,
    resourceId: idIn(params) ?? idIn(dataIn(answer)) ?? null,
    fields: [...new Set([...named, ...Object.keys(noted)])],
    changes: noted,
    ...(origin && { origin }),
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
