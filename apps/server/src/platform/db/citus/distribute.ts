/**
 * Places tables on a Citus cluster, if the extension exists: those with a workspace_id are distributed by it, so a
 * workspace is on one node; people's accounts, which belong to no workspace, are replicated; the rest is the owner's and
 * stays on the coordinator. Idempotent.
 */

import type postgres from 'postgres';
import { accountTables, anchorTable } from './tables.ts';

export interface TableToPlace {
  name: string;
  kind: 'distributed' | 'everywhere';
}

/** Tables that are not in their place. */
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

/** Distributes functions, including those that later migrations replace. */
async function distributeFunctions(owner: postgres.TransactionSql): Promise<void> {
  const functions = await owner<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  for (const { name } of functions)
    await owner`select create_distributed_function(${name}::regprocedure)`;
}

/** In one transaction: all or none. `isChanged`: nodes may lack some functions. */
export async function distributeTables(
  owner: postgres.TransactionSql,
  isChanged: boolean,
): Promise<void> {
  const tables = await tablesToPlace(owner);
  if (isChanged || tables.length > 0) await distributeFunctions(owner);
  if (tables.length === 0) return;
  // Triggers only change tables of the same workspace, on the same node, through the views there (shard-views.ts).
  await owner`set local citus.enable_unsafe_triggers = on`;
  // Hundreds of shards in parallel need more locks and connections than one after another.
  await owner`set local citus.multi_shard_modify_mode = 'sequential'`;
  for (const { name, kind } of tables) {
    const table = `public.${name}`;
    // Existing rows are copied as the owner, without row level security; nobody else sees the table before the commit.
    const { isProtected } = await protectionOf(owner, name);
    if (isProtected)
      await owner.unsafe(
        `alter table ${table} no force row level security, disable row level security`,
      );
    // Triggers must not run again for copied or moved rows.
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
