/** The tables that there are, for tests that hold for each of them: a new one is covered by being made. */
import type { Database, Tx } from '../platform/db/connect.ts';

/** `workspace_id`: of a workspace's data; `is_test`: of what visitors do, or what follows from it. */
export async function tablesWith(
  db: Database,
  column: 'workspace_id' | 'is_test',
): Promise<string[]> {
  const rows = await db.system(
    (tx) => tx<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = ${column}
      order by c.relname`,
  );
  return rows.map(({ name }) => name);
}

interface TableCounts {
  /** As the planner knows; -1: it was never told. */
  rows: number;
  /** By every statement since the database was made. */
  read: number;
  updated: number;
  updatedInPage: number;
}

/** What PostgreSQL has counted of a table so far, in all of its parts where it is on a cluster. */
export async function countsOf(db: Database, table: string): Promise<TableCounts> {
  const byServer = await db.everywhere(async (tx) => {
    await tx`select pg_stat_force_next_flush()`;
    return tx<TableCounts[]>`
      select c.reltuples::float8 as rows, (s.seq_tup_read + coalesce(s.idx_tup_fetch, 0))::float8 as read,
             s.n_tup_upd::float8 as updated, s.n_tup_hot_upd::float8 as "updatedInPage"
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.schemaname = 'public' and s.relname ~ ${`^${table}(_[0-9]+)?$`}`;
  });
  const all = byServer.flat();
  const sum = (of: Exclude<keyof TableCounts, 'rows'>) =>
    all.reduce((total, counts) => total + counts[of], 0);
  return {
    rows: Math.max(-1, ...all.map(({ rows }) => rows)),
    read: sum('read'),
    updated: sum('updated'),
    updatedInPage: sum('updatedInPage'),
  };
}

/**
 * The rows of the tables that `work` reads in a transaction, by statistics of this moment: no others can come before it ends.
 * What the connection counted before is left out: PostgreSQL passes that on once a second.
 */
export async function rowsReadBy(tx: Tx, tables: string[], work: () => Promise<unknown>) {
  await tx.unsafe(`analyze ${tables.join(', ')}`);
  const readSoFar = async () => {
    const [row] = await tx<{ read: number }[]>`
      select sum(seq_tup_read + idx_tup_fetch)::integer as read
      from pg_stat_xact_user_tables where relname = any(${tables})`;
    return row?.read ?? 0;
  };
  const before = await readSoFar();
  await work();
  return (await readSoFar()) - before;
}
