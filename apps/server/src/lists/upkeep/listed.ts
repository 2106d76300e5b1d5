/** Who matches a list's filter: everybody, or among given records. */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import { type ListSubject, listSubjects } from '@footfall/contract/list-record';
import type { Tx } from '../../platform/db/connect.ts';
import {
  matchesFilter,
  matchesFilterOfFew,
  plannedAnew,
} from '../../records/filters/list-filter.ts';

/** Live records a list can contain: SQL after `from`, and two columns. */
export const recordsOf = {
  visitors: (tx: Tx, workspaceId: string) => ({
    records: tx`visitors v where v.workspace_id = ${workspaceId} and not v.is_test and v.bot = ''`,
    id: tx`v.id`,
    made: tx`v.first_seen_at`,
  }),
  identities: (tx: Tx, workspaceId: string) => ({
    records: tx`identities i where i.workspace_id = ${workspaceId} and not i.is_test`,
    id: tx`i.id`,
    made: tx`i.created_at`,
  }),
};

export interface Difference {
  /** Number of matches. */
  total: number;
  entering: string[];
  leaving: string[];
}

/** Difference between members and matches; of very many, `most` of each. */
export async function differenceOf(
  tx: Tx,
  workspaceId: string,
  list: { id: string; of: ListSubject; filter: CheckedFilter },
  most: number,
): Promise<Difference> {
  const { of } = list;
  const { records, id } = recordsOf[of](tx, workspaceId);
  const matching = matchesFilter(tx, workspaceId, listSubjects[of], {
    isTest: false,
    filter: list.filter,
  });
  const members = tx`
    select member_id from visitor_list_members
    where workspace_id = ${workspaceId} and list_id = ${list.id} and type = ${listSubjects[of]}`;
  const [row] = await plannedAnew(tx<Difference[]>`
    with listed as materialized (select ${id} as id from ${records} ${matching}),
    members as materialized (${members})
    select (select count(*) from listed)::integer as total,
           array(select id from listed except select member_id from members limit ${most}) as entering,
           array(select member_id from members except select id from listed limit ${most}) as leaving`);
  return row ?? { total: 0, entering: [], leaving: [] };
}

/** The same for given records. */
export async function differenceOfSome(
  tx: Tx,
  workspaceId: string,
  list: { id: string; of: ListSubject; filter: CheckedFilter },
  ids: string[],
): Promise<Difference> {
  const { of, filter } = list;
  if (ids.length === 0) return { total: 0, entering: [], leaving: [] };
  const { records, id } = recordsOf[of](tx, workspaceId);
  const matching = matchesFilterOfFew(tx, workspaceId, listSubjects[of], filter);
  const [are, were] = await Promise.all([
    plannedAnew(tx<{ id: string }[]>`
      select ${id} as id from ${records} and ${id} = any(${ids}::uuid[]) and ${matching}`),
    tx<{ id: string }[]>`
      select member_id as id from visitor_list_members
      where workspace_id = ${workspaceId} and list_id = ${list.id} and type = ${listSubjects[of]}
        and member_id = any(${ids}::uuid[])`,
  ]);
  const now = new Set(are.map((row) => row.id));
  const before = new Set(were.map((row) => row.id));
  return {
    total: now.size,
    entering: [...now].filter((one) => !before.has(one)),
    leaving: [...before].filter((one) => !now.has(one)),
  };
}
