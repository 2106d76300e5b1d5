/** Of whom a list's filter is true: all, these, or so many that they are only counted. */
import type { CheckedFilter } from '@footfall/contract/filter-check';
import { type ListPreview, type ListSubject, listSubjects } from '@footfall/contract/list-record';
import type { Sql, Tx } from '../../db/connect.ts';
import { isAsked, isAskedOfFew, plannedAnew } from '../../filters/asked.ts';

const recordsOf = {
  visitors: (tx: Tx, workspaceId: string) =>
    tx`visitors v where v.workspace_id = ${workspaceId} and not v.is_test and v.bot = ''`,
  identities: (tx: Tx, workspaceId: string) =>
    tx`identities i where i.workspace_id = ${workspaceId} and not i.is_test`,
};

const columnsOf = {
  visitors: (tx: Tx) => ({ id: tx`v.id`, made: tx`v.first_seen_at` }),
  identities: (tx: Tx) => ({ id: tx`i.id`, made: tx`i.created_at` }),
};

/** The same live records as the list of them shows with this filter; from `from` on. */
function listed(
  tx: Tx,
  workspaceId: string,
  of: ListSubject,
  filter: CheckedFilter | undefined,
): Sql {
  const asked = isAsked(tx, workspaceId, listSubjects[of], { isTest: false, asked: filter });
  return tx`${recordsOf[of](tx, workspaceId)} ${asked}`;
}

const sampleSize = 20;

export async function previewOf(
  tx: Tx,
  workspaceId: string,
  of: ListSubject,
  filter: CheckedFilter | undefined,
): Promise<ListPreview> {
  const { id, made } = columnsOf[of](tx);
  const [row] = await plannedAnew(tx<Omit<ListPreview, 'of'>[]>`
    with listed as materialized (
      select ${id} as id, ${made} as made from ${listed(tx, workspaceId, of, filter)}
    )
    select (select count(*) from listed)::integer as total,
           array(select id from listed order by made desc, id desc limit ${sampleSize}) as sample`);
  return { of, total: row?.total ?? 0, sample: row?.sample ?? [] };
}

export interface Difference {
  /** Of how many it is true. */
  total: number;
  entering: string[];
  leaving: string[];
}

/** Between the members and whom the filter is true of; of very many a part, `most` of each. */
export async function differenceOf(
  tx: Tx,
  workspaceId: string,
  list: { id: string; of: ListSubject; filter: CheckedFilter },
  most: number,
): Promise<Difference> {
  const { of } = list;
  const { id } = columnsOf[of](tx);
  const members = tx`
    select member_id from visitor_list_members
    where workspace_id = ${workspaceId} and list_id = ${list.id} and type = ${listSubjects[of]}`;
  const [row] = await plannedAnew(tx<Difference[]>`
    with listed as materialized (select ${id} as id from ${listed(tx, workspaceId, of, list.filter)}),
    members as materialized (${members})
    select (select count(*) from listed)::integer as total,
           array(select id from listed except select member_id from members limit ${most}) as entering,
           array(select member_id from members except select id from listed limit ${most}) as leaving`);
  return row ?? { total: 0, entering: [], leaving: [] };
}

/** The same of these alone. */
export async function differenceOfSome(
  tx: Tx,
  workspaceId: string,
  list: { id: string; of: ListSubject; filter: CheckedFilter },
  ids: string[],
): Promise<Difference> {
  const { of, filter } = list;
  if (ids.length === 0) return { total: 0, entering: [], leaving: [] };
  const { id } = columnsOf[of](tx);
  const asked = isAskedOfFew(tx, workspaceId, listSubjects[of], filter);
  const [are, were] = await Promise.all([
    plannedAnew(tx<{ id: string }[]>`
      select ${id} as id from ${recordsOf[of](tx, workspaceId)} and ${id} = any(${ids}::uuid[]) and ${asked}`),
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
