/** Display names of campaigns, companies and lists, and the numbers of filter values. */
import type { StatsDimension } from '@footfall/contract/stats';
import type { Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/db/fragments.ts';
import { valueKinds } from './dimensions.ts';
import type { NumberFilter } from './figures.ts';
import type { StatsFilter } from './request.ts';

/** A number that nothing is counted under. */
const nothing = -1;
/** More lists than anybody looks at; the newest ones. */
const listsCounted = 1_000;

/** The workspace's lists, in counting order. */
export async function selectListIds(tx: Tx, workspaceId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from visitor_lists where workspace_id = ${workspaceId}
    order by created_at desc, id desc limit ${listsCounted}`;
  return rows.map(({ id }) => id);
}

export async function selectNumbers(
  tx: Tx,
  workspaceId: string,
  filters: StatsFilter[],
  lists: string[],
): Promise<NumberFilter[]> {
  if (filters.length === 0) return [];
  const kinds = filters.map(({ dimension }) => (dimension === 'list' ? 0 : valueKinds[dimension]));
  const rows = await tx<{ kind: number; value: string; id: number }[]>`
    select v.kind, v.value, v.id
    from unnest(${kinds}::smallint[], ${filters.map(({ value }) => value)}::text[]) as t (kind, value)
    join stats_values v on v.workspace_id = ${workspaceId} and v.kind = t.kind and v.value = t.value`;
  return filters.map(({ dimension, value }, place): NumberFilter => {
    if (dimension === 'list') {
      const number = lists.indexOf(value.toLowerCase()) + 1;
      return { dimension, values: [number || nothing] };
    }
    const match = rows.find((row) => row.kind === kinds[place] && row.value === value);
    return { dimension, values: [value === '' ? 0 : (match?.id ?? nothing)] };
  });
}

const labelled: Partial<Record<StatsDimension, (tx: Tx) => Sql>> = {
  campaign: (tx) => tx`
    select id, case when name <> '' then name else concat_ws(' / ', nullif(source, ''), nullif(medium, '')) end as label
    from campaigns`,
  company: (tx) => tx`
    select id, coalesce(nullif(name, ''), nullif(domain, ''), owner_name) as label from companies`,
  list: (tx) => tx`select id, name as label from visitor_lists`,
};

/** By id; other dimensions' values are their own labels. */
export async function selectLabels(
  tx: Tx,
  workspaceId: string,
  dimension: StatsDimension,
  values: string[],
): Promise<Map<string, string>> {
  const table = labelled[dimension];
  const ids = values.filter((value) => value !== '');
  if (!table || ids.length === 0) return new Map();
  const rows = await tx<{ id: string; label: string }[]>`
    ${table(tx)} where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`;
  return new Map(rows.map(({ id, label }) => [id, label]));
}
