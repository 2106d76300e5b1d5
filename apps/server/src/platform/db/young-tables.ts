/**
 * Statistics for tables that have just begun to fill. Without any, PostgreSQL takes the two
 * conditions on workspace_id (the query's and row level security's) for independent, expects a
 * single row, and reads all sessions for each write: 7 ms instead of 0.3 with 10,000 of them.
 * Autovacuum gathers them too, but only after its first minute; an import is over by then.
 */
import type { Tx } from './connect.ts';

/** From this many rows on autovacuum keeps up by itself. */
const grownUpRows = 10_000;

export async function analyzeYoungTables(tx: Tx): Promise<void> {
  // Those that have doubled since the last time, or were empty then.
  const tables = await tx<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.reltuples < ${grownUpRows}
      and pg_relation_size(c.oid) >= greatest(1, 2 * c.relpages * current_setting('block_size')::bigint)
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id')`;
  if (tables.length === 0) return;
  // A coarse picture will do until autovacuum paints its own: 25 ms of work instead of 300.
  await tx`set local default_statistics_target = 10`;
  await tx.unsafe(`analyze ${tables.map(({ name }) => name).join(', ')}`);
}
