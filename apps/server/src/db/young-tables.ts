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
  const tables = await tx<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.reltuples < ${grownUpRows} and pg_relation_size(c.oid) > 0
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id')`;
  if (tables.length > 0) await tx.unsafe(`analyze ${tables.map(({ name }) => name).join(', ')}`);
}
