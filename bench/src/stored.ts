import postgres from 'postgres';
import { type Counts, messageTypes, noCounts } from './load/jobs.ts';
import type { Target } from './servers/target.ts';

export type Stored = {
  counts: Counts;
  /** Table, indexes and TOAST of the events. */
  eventBytes: number;
  /** Every table of the application. */
  allBytes: number;
};

const eventTable = { bare: 'bare_events', service: 'events' };

/** Stored rows and sizes, read as the owner. */
export async function stored(target: Target): Promise<Stored> {
  const sql = postgres(target.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const table = eventTable[target.name];
    const rows = await sql<{ type: string; count: number }[]>`
      select type, count(*)::float8 as count from ${sql(table)} group by type`;
    const [size] = await sql<{ events: number; all: number }[]>`
      select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(${table})),
                      pg_total_relation_size(${table}::regclass))::float8 as events,
             (select sum(pg_total_relation_size(c.oid)) from pg_class c
              join pg_namespace n on n.oid = c.relnamespace
              where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
             )::float8 as all`;
    const counts = noCounts();
    for (const type of messageTypes)
      counts[type] = rows.find((row) => row.type === type)?.count ?? 0;
    return { counts, eventBytes: size?.events ?? 0, allBytes: size?.all ?? 0 };
  } finally {
    await sql.end();
  }
}

/** Share of session updates since the start that changed no index. */
export async function hotShareOfSessions(target: Target): Promise<number | undefined> {
  const sql = postgres(target.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql<{ share: number | null }[]>`
      select n_tup_hot_upd / nullif(n_tup_upd, 0)::float8 as share from pg_stat_user_tables where relname = 'sessions'`;
    return row?.share ?? undefined;
  } finally {
    await sql.end();
  }
}
