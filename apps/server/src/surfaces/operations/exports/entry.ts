/** The audit log's data on an export: its records and parameters, never their values. */
import { createHash } from 'node:crypto';
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { OperationSpec } from '@footfall/contract/operation';
import type { NewAuditEntry } from '../../../accounts/workspaces/audit-log.ts';
import { leavesOf } from '../../../records/filters/leaves.ts';
import { filtersOf } from '../filter-input.ts';
import type { CheckedInput } from '../input.ts';

type Exported = Pick<NewAuditEntry, 'resourceType' | 'resourceId' | 'fields' | 'call'>;

/** Paging parameters are not part of an export. */
const ofPages = new Set(['cursor', 'limit']);

/** `name`: of the records. `rows`: how many there are. */
export function exportedIn(
  operation: OperationSpec,
  name: string,
  { params, query }: CheckedInput,
  rows: number,
): Exported {
  const filters = Object.entries(query).filter(([parameter]) => !ofPages.has(parameter));
  const compared = filtersOf(operation.query).flatMap(([parameter]) =>
    query[parameter] === undefined ? [] : fieldsIn(query[parameter] as CheckedFilter),
  );
  const hash = createHash('sha256').update(JSON.stringify([params, filters]));
  const { format = operation.document ? 'json' : 'csv' } = query;
  return {
    resourceType: name,
    resourceId: typeof params.id === 'string' ? params.id : null,
    fields: [
      ...filters.map(([parameter]) => parameter),
      ...[...new Set(compared)].map((field) => `filter.${field}`),
    ],
    call: { arguments: hash.digest('hex'), rows, format: String(format) },
  };
}

/** Names in the contract; keys inside an object are made up. */
function fieldsIn(filter: CheckedFilter): string[] {
  return leavesOf(filter).flatMap((leaf) => {
    if (leaf.is === 'did') return ['did', ...(leaf.where ? fieldsIn(leaf.where) : [])];
    return [[...leaf.path.relations, leaf.path.field ?? '*'].join('.')];
  });
}
