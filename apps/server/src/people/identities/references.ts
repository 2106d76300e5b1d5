/** Records that a list's entries refer to by id, returned with them. */
import type { Reference } from '@footfall/contract/reference-needs';
import { listCompanies } from '../../companies/read.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { listIdentities } from './read.ts';

type Named = Partial<Record<`${Reference}_id`, string | null>>;

/** Adds the records that a page of results refers to. */
export async function withReferences<Shown extends Named, Answer extends { data: Shown[] }>(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  answer: Answer & { data: Shown[] },
  references: readonly Reference[] = [],
): Promise<Answer> {
  let { data } = answer;
  for (const reference of new Set(references)) {
    const named = await namedRecords(tx, workspaceId, isTest, data, reference);
    data = data.map((record) => {
      const referenced = named.get(record[`${reference}_id`] ?? '');
      return referenced ? { ...record, [reference]: referenced } : record;
    });
  }
  return { ...answer, data };
}

async function namedRecords(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  records: Named[],
  reference: Reference,
): Promise<Map<string, object>> {
  const ids = new Set(records.flatMap((record) => record[`${reference}_id`] ?? []));
  if (ids.size === 0) return new Map();
  const filter = { isTest, filter: idIs([...ids]) };
  const page = orderedPageOf({ limit: ids.size });
  const asker = { tx, needsTotal: false };
  const { data } =
    reference === 'identity'
      ? await listIdentities(asker, workspaceId, filter, page, [])
      : await listCompanies(asker, workspaceId, filter, page);
  return new Map(data.map((record) => [record.id, record]));
}

function idIs(values: string[]) {
  const path = { relations: [], field: 'id', kind: 'id' as const, keys: [] };
  return { is: 'one of' as const, path, values };
}
