/** The tables that there are, for tests that hold for each of them: a new one is covered by being made. */
import type { Database } from '../db/connect.ts';

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
