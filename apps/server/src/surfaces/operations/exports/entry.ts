/** What the audit log keeps of an export: of what and by which parameters, never what somebody wrote into them. */
import { createHash } from 'node:crypto';
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { OperationSpec } from '@footfall/contract/operation';
import type { NewAuditEntry } from '../../../accounts/workspaces/audit-log.ts';
import { leavesOf } from '../../../records/filters/leaves.ts';
import { filtersOf } from '../filter-input.ts';
import type { CheckedInput } from '../input.ts';

type Exported = Pick<NewAuditEntry, 'resourceType' | 'resourceId' | 'fields' | 'call'>;

/** How a page is read is no parameter of an export. */
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

/** Names that the contract knows; those inside of an object somebody made up. */
function fieldsIn(filter: CheckedFilter): string[] {
  return leavesOf(filter).flatMap((leaf) => {
    if (leaf.is === 'did') return ['did', ...(leaf.where ? fieldsIn(leaf.where) : [])];
    return [[...leaf.path.relations, leaf.path.field ?? '*'].join('.')];
  });
}
