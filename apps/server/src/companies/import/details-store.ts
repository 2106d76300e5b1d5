/** Imported details in the database, companies that show them, and the progress of imports. */

import { StartError } from '../../platform/common/start-error.ts';
import {
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { changeTime, detailsOfCompany, shownName } from '../store.ts';
import type { CompanyDetails } from './details.ts';

const columns: Column<CompanyDetails>[] = [
  { name: 'domain', type: 'text', value: ({ domain }) => domain },
  { name: 'name', type: 'text', value: ({ name }) => name },
  { name: 'name_key', type: 'text', value: (details) => details.nameKey },
  { name: 'description', type: 'text', value: ({ description }) => description },
  { name: 'employees', type: 'text', value: ({ employees }) => employees },
  { name: 'main_industry', type: 'text', value: ({ mainIndustry }) => mainIndustry },
];
const changing = columns.slice(1).map(({ name }) => name);

const upsert = `
  insert into company_details as d (workspace_id, ${nameList(columns)}, changed_at)
  select $1::uuid, ${selectList(columns)}, now() from ${unnestClause(columns, 2)}
  on conflict (workspace_id, domain) do update set
    changed_at = now(), ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}
  where (${changing.map((name) => `d.${name}`).join(', ')})
    is distinct from (${changing.map((name) => `excluded.${name}`).join(', ')})`;

/** Replaces the details of these domains, each at most once. Unchanged rows stay untouched. */
export async function upsertDetails(tx: Tx, workspaceId: string, details: CompanyDetails[]) {
  // In key order, so that two imports with the same domains wait instead of deadlocking.
  const sorted = [...details].sort((a, b) => (a.domain < b.domain ? -1 : 1));
  await tx.unsafe(upsert, [workspaceId, ...columnValues(columns, sorted)], { prepare: true });
}

/** Returns how many records of the file were stored before; resets that to 0 on `restart`. */
export async function beginImport(
  tx: Tx,
  workspaceId: string,
  fileKey: string,
  restart: boolean,
): Promise<number> {
  const [row] = await tx<{ rows_done: number }[]>`
    insert into company_imports as i (workspace_id, file_key, rows_done)
    values (${workspaceId}, ${fileKey}, 0)
    on conflict (workspace_id, file_key) do update set
      rows_done = case when ${restart} then 0 else i.rows_done end, updated_at = now()
    returning rows_done`;
  return row?.rows_done ?? 0;
}

/** @throws StartError if another process advanced the same import meanwhile */
export async function advanceImport(
  tx: Tx,
  workspaceId: string,
  fileKey: string,
  from: number,
  to: number,
): Promise<void> {
  const { count } = await tx`
    update company_imports set rows_done = ${to}, updated_at = now()
    where workspace_id = ${workspaceId} and file_key = ${fileKey} and rows_done = ${from}`;
  if (count > 0) return;
  throw new StartError(
    'Another import of this file is running in this workspace. Wait until it ends.',
  );
}

export async function endImport(tx: Tx, workspaceId: string, fileKey: string): Promise<void> {
  await tx`
    delete from company_imports where workspace_id = ${workspaceId} and file_key = ${fileKey}`;
}

/** Companies per transaction, so that visits do not wait long for a row. */
const refreshedAtOnce = 1_000;

const refresh = `
  with page as (
    select * from companies where workspace_id = $1 and id > $2 order by id limit ${refreshedAtOnce}
  ), due as materialized (
    select c.id, ${shownName} as name, coalesce(d.description, '') as description,
      coalesce(d.employees, '') as employees, coalesce(d.main_industry, '') as main_industry, d.changed_at
    from page c ${detailsOfCompany('$1')}
    where d.changed_at is distinct from c.details_at
    order by c.id
  ), locked as materialized (
    select id from companies where workspace_id = $1 and id in (select id from due)
    order by id for update
  ), changed as (
    update companies k set name = d.name, description = d.description, employees = d.employees,
      main_industry = d.main_industry, details_at = d.changed_at, updated_at = ${changeTime('k')}
    from due d join locked using (id) where k.workspace_id = $1 and k.id = d.id
    returning 1
  )
  select (select count(*)::integer from changed) as changed,
         (select id from page order by id desc limit 1) as last`;

/**
 * Applies imported details to the companies after this id, in order of ids. `last` is undefined after the
 * last one.
 */
export async function refreshCompanies(
  tx: Tx,
  workspaceId: string,
  after: string,
): Promise<{ changed: number; last: string | undefined }> {
  // Without statistics for a newly filled table, the planner would scan all of it for each company.
  await tx`set local enable_seqscan = off`;
  const [row] = await tx.unsafe<{ changed: number; last: string | null }[]>(refresh, [
    workspaceId,
    after,
  ]);
  return { changed: row?.changed ?? 0, last: row?.last ?? undefined };
}
