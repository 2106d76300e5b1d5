/*
 * Two workspaces on a few shared connections: whatever breaks off in between, no transaction ever
 * sees or changes a row of the other one.
 */
import { expect } from 'vitest';
import { buildApp } from '../app.ts';
import type { Database } from '../platform/db/connect.ts';
import { createLogger } from '../platform/observability.ts';
import { type Harness, startHarness } from './harness.ts';
import { interleave, type Tally } from './pool-bleed.ts';
import { type SeededWorkspace, seedWorkspace } from './seeded-workspace.ts';

export interface Interleaved {
  h: Harness;
  one: SeededWorkspace;
  two: SeededWorkspace;
  ids: readonly [string, string];
}

export async function startInterleaving(): Promise<Interleaved> {
  const h = await startHarness();
  const one = await seedWorkspace(h);
  const two = await seedWorkspace(h);
  return { h, one, two, ids: [one.id, two.id] };
}

function expectEveryEnd({ done, brokenOff, faults }: Tally, count: number): void {
  expect(faults).toEqual([]);
  const broken = Object.values(brokenOff).reduce((sum, number) => sum + number, 0);
  expect(done + broken).toBe(count);
  expect(Object.keys(brokenOff).sort()).toEqual(
    ['22012', '42501', '57014', 'CONNECTION_CLOSED', 'gave up'].sort(),
  );
}

/** What one workspace wrote into the other would stand here. */
async function misplacedLists({ h }: Interleaved): Promise<number> {
  const [row] = await h.db.system(
    (tx) => tx<{ count: number }[]>`
      select count(*)::integer as count from visitor_lists
      where description <> workspace_id::text or name <> workspace_id::text`,
  );
  return row?.count ?? -1;
}

/** Requests of both in turn, a third of them given up; returns what must not be. */
export async function interleaveRequests(
  { one, two }: Interleaved,
  url: string,
  count: number,
): Promise<string[]> {
  const faults: string[] = [];
  let next = 0;
  let answered = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      const [own, other] = index % 2 ? [one, two] : [two, one];
      const answer = await request(url, own, other, index).catch(() => undefined);
      if (!answer) continue;
      answered += 1;
      const text = await answer.text().catch(() => '');
      const isOwn = answer.headers.get('x-workspace-id') === own.id && !text.includes(other.id);
      if (!isOwn || answer.status >= 500) faults.push(`${answer.status} for ${own.id}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  if (answered < count / 2) faults.push(`only ${answered} were answered`);
  return faults;
}

function request(url: string, own: SeededWorkspace, other: SeededWorkspace, index: number) {
  const requests: [string, string, object?][] = [
    ['GET', '/leads?limit=3'],
    ['POST', '/lists', { name: own.id, description: own.id }],
    ['GET', '/lists?limit=5'],
    ['GET', `/leads/${other.ids.get('leads')}`],
    ['GET', '/leads?limit=0'],
    ['POST', `/lists/${other.ids.get('lists')}/members`, { visitor_ids: [other.visitorId] }],
    ['POST', '/leads', { code: 'bleed', properties: { from: own.id } }],
  ];
  const [method = '', path = '', body] = requests[index % requests.length] ?? [];
  const aborts = index % 3 === 0 ? { signal: AbortSignal.timeout(index % 6) } : {};
  return fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${own.secretKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    ...aborts,
  });
}

export async function startApp({ h }: Interleaved, db: Database) {
  const app = await buildApp({
    config: h.config,
    db,
    log: createLogger({ logLevel: 'silent' }, false),
  });
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

/** Every connection is free again and its transaction closed. */
async function expectAllFree({ h, ids }: Interleaved, db: Database): Promise<void> {
  const seen = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const id = ids[index % 2 ? 0 : 1];
      return db.workspace(id, async (tx) => (await tx`select workspace_id from workspaces`)[0]);
    }),
  );
  for (const [index, row] of seen.entries()) expect(row?.workspace_id).toBe(ids[index % 2 ? 0 : 1]);
  const open = async () => {
    const byServer = await h.db.everywhere(
      (tx) => tx`
        select pid, state, query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
    );
    return byServer.flat();
  };
  await expect.poll(open).toEqual([]);
}

/** Transactions, and a tenth of them requests, with every way to break off. */
export async function expectNoForeignRows(
  stage: Interleaved,
  db: Database,
  turns: number,
): Promise<void> {
  expectEveryEnd(await interleave(db, stage.ids, turns * 0.9), turns * 0.9);
  const { app, url } = await startApp(stage, db);
  expect(await interleaveRequests(stage, url, turns * 0.1)).toEqual([]);
  expect(await misplacedLists(stage)).toBe(0);
  await expectAllFree(stage, db);
  await app.close();
  await db.close();
}
