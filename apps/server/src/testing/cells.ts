/** A service with two databases beside its home one, as cells. */
import postgres from 'postgres';
import { afterAll } from 'vitest';
import { runJson } from './command-line.ts';
import { clonedDatabase } from './database.ts';
import { startHarness } from './harness.ts';

interface Moved {
  from: string;
  to: string;
  rows: number;
  stoppedMs: number;
}

export async function startCells() {
  const cells = { one: await clonedDatabase(), two: await clonedDatabase() };
  const urls = { one: cells.one.ownerUrl, two: cells.two.ownerUrl };
  const CELLS = `one=${urls.one},two=${urls.two}`;
  // Dropped last: what is registered first is done last.
  afterAll(async () => {
    await Promise.all(Object.values(cells).map(({ drop }) => drop()));
  });
  const h = await startHarness({ CELLS });
  const env = { CELLS, DATABASE_URL: h.ownerUrl };

  const move = (id: string, to: string, more: Partial<typeof env> = {}) =>
    runJson<Moved>(['cells', 'move', id, to], { ...env, ...more });

  /** What each database has of a workspace in a table. */
  async function rowsOf(table: string, id: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [name, url] of Object.entries({ home: h.ownerUrl, ...urls })) {
      const sql = postgres(url, { max: 1 });
      const [row] =
        await sql`select count(*)::integer as n from ${sql(table)} where workspace_id = ${id}`;
      counts[name] = row?.n;
      await sql.end();
    }
    return counts;
  }

  return { h, env, urls, move, rowsOf };
}

export const cellMessage = (visitor: string, n: number, more: object = {}) => ({
  type: 'event',
  name: 'page_view',
  message_id: `m-${visitor}-${n}`,
  visitor_id: visitor,
  timestamp: new Date().toISOString(),
  url: `https://example.com/page-${n % 7}`,
  ...more,
});
