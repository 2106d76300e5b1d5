/**
 * Puts the tables on a Citus cluster, where the database has its extension: what has a workspace_id is distributed by it,
 * all of a workspace on one node; accounts of people, which belong to no workspace, are on every node; the rest is the
 * owner's alone and stays on the coordinator. Whatever is done already is left as it is.
 */

import type postgres from 'postgres';
import { accountTables, anchorTable } from './tables.ts';

export interface TableToPlace {
  name: string;
  kind: 'distributed' | 'everywhere';
}

/** Those that are not where they belong. */
export async function tablesToPlace(owner: postgres.ISql): Promise<TableToPlace[]> {
  return owner<TableToPlace[]>`
    select c.relname as name, case when c.relname = any(${accountTables}) then 'everywhere' else 'distributed' end as kind
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
      and (c.relname = any(${accountTables})
           or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id'))
    order by c.relname <> ${anchorTable}, c.relname`;
}

/** Functions are wherever rows are, also those that later migrations replace. */
async function distributeFunctions(owner: postgres.TransactionSql): Promise<void> {
  const functions = await owner<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  for (const { name } of functions)
    await owner`select create_distributed_function(${name}::regprocedure)`;
}

/** In a transaction: all of them, or none. `isChanged`: there may be functions that the nodes do not have. */
export async function distributeTables(
  owner: postgres.TransactionSql,
  isChanged: boolean,
): Promise<void> {
  const tables = await tablesToPlace(owner);
  if (isChanged || tables.length > 0) await distributeFunctions(owner);
  if (tables.length === 0) return;
  // Triggers change tables of the same workspace only, which are on the same node, by the views there (shard-views.ts).
  await owner`set local citus.enable_unsafe_triggers = on`;
  // Hundreds of shards at once want more locks and connections than one after another.
  await owner`set local citus.multi_shard_modify_mode = 'sequential'`;
  for (const { name, kind } of tables) {
    const table = `public.${name}`;
    // The rows that are there are copied as the owner, which row level security does not take part in; nobody else sees
    // the table before this is committed.
    const { isProtected } = await protectionOf(owner, name);
    if (isProtected)
      await owner.unsafe(
        `alter table ${table} no force row level security, disable row level security`,
      );
    // Nothing happens anew to rows that are copied, or that go where they were.
    const triggers = await owner<{ name: string; definition: string }[]>`
      select quote_ident(tgname) as name, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = ${table}::regclass and not tgisinternal`;
    for (const trigger of triggers) await owner.unsafe(`drop trigger ${trigger.name} on ${table}`);
    if (kind === 'everywhere') await owner`select create_reference_table(${table})`;
    else if (name === anchorTable) {
      await owner`select create_distributed_table(${table}, 'workspace_id', colocate_with => 'none')`;
    } else {
      await owner`select create_distributed_table(${table}, 'workspace_id', colocate_with => ${anchorTable})`;
    }
    await owner`select truncate_local_data_after_distributing_table(${table}::regclass)`;
    if (isProtected)
      await owner.unsafe(
        `alter table ${table} enable row level security, force row level security`,
      );
    for (const { definition } of triggers) await owner.unsafe(definition);
  }
}

async function protectionOf(owner: postgres.ISql, name: string): Promise<{ isProtected: boolean }> {
  const [row] = await owner<{ isProtected: boolean }[]>`
    select relrowsecurity as "isProtected" from pg_class
    where relname = ${name} and relnamespace = 'public'::regnamespace`;
  return row ?? { isProtected: false };
}
