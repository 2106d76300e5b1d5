/** Records that those of a list name by their ids, told with them. */
import type { Reference } from '@footfall/contract/reference-needs';
import { selectCompanies } from '../../companies/read.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { type OrderedPage, orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { selectIdentities } from './read.ts';

type Named = Partial<Record<`${Reference}_id`, string | null>>;

/** `records`: at most a page of them. */
export async function withReferences<Told extends Named>(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  records: Told[],
  reference: Reference | undefined,
): Promise<Told[]> {
  if (reference === undefined) return records;
  const ids = new Set(records.flatMap((record) => record[`${reference}_id`] ?? []));
  if (ids.size === 0) return records;
  const filter = { isTest, asked: idIs([...ids]) };
  const page: OrderedPage = orderedPageOf({ limit: ids.size });
  const { data } =
    reference === 'identity'
      ? await selectIdentities(tx, workspaceId, filter, page, undefined)
      : await selectCompanies(tx, workspaceId, filter, page);
  const known = new Map<string, object>(data.map((record) => [record.id, record]));
  return records.map((record) => {
    const found = known.get(record[`${reference}_id`] ?? '');
    return found ? { ...record, [reference]: found } : record;
  });
}

function idIs(values: string[]) {
  const path = { relations: [], field: 'id', kind: 'id' as const, keys: [] };
  return { is: 'one of' as const, path, values };
}
