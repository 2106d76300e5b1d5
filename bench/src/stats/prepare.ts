/* A service with a filled workspace and counted figures, new or kept from another run. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { childCpuSeconds, cpuSeconds } from '../machine.ts';
import { command, type Service } from '../servers/service.ts';
import { fill, fillNow, visitorCount } from './fill.ts';
import type { Records } from './questions.ts';

export type Filling = {
  events: number;
  /** Each visit draws one of them; some are never drawn. */
  visitors?: number | undefined;
  leads?: number | undefined;
  /** Further workspaces. */
  small?: number;
  onProgress: (line: string) => void;
};

export const days = 90;
export const others = 200;
/** In the last half hour: twice the average of ten million events. */
const visitsNow = 1_200;

/** Record of a filled database, in its folder. */
export type Kept = {
  workspaceId: string;
  key: string;
  events: number;
  visitors: number;
  isCounted: boolean;
};

/** The folder's database, filled if empty, and counted. */
export async function prepare(
  folder: string,
  dataDir: string,
  service: Service,
  sql: postgres.Sql,
  filling: Filling,
): Promise<{ kept: Kept; counting?: Counting }> {
  const file = join(folder, 'filled.json');
  const saved = await readFile(file, 'utf8').catch(() => undefined);
  const kept: Kept = saved ? JSON.parse(saved) : await fillAnew(dataDir, service, filling);
  const { onProgress } = filling;
  if (kept.isCounted) return { kept };
  await writeFile(file, JSON.stringify(kept));
  const counting = await countAll(service, sql, kept.workspaceId, onProgress);
  await sql.unsafe('vacuum analyze');
  await writeFile(file, JSON.stringify({ ...kept, isCounted: true }));
  return { kept, counting };
}

async function fillAnew(
  dataDir: string,
  service: Service,
  { events, visitors = visitorCount(events), leads, small = others, onProgress }: Filling,
): Promise<Kept> {
  const create = ['workspace', 'create', '--name', 'Bench'];
  const { id: workspaceId = '' } = await command(dataDir, create);
  const flags = ['--kind', 'secret', '--name', 'bench', '--scopes', 'all', '--server-only'];
  const { key = '' } = await command(dataDir, [
    'keys',
    'create',
    '--workspace',
    workspaceId,
    ...flags,
  ]);
  onProgress(`filling ${events} events in ${days} days, and ${small} small workspaces`);
  const filling = { workspaceId, events, visitors, leads, days, others: small, onProgress };
  onProgress(`filled in ${(await fill(service.databaseUrl, filling)).toFixed(0)} s`);
  return { workspaceId, key, events, visitors, isCounted: false };
}

/** A new key for messages. */
export async function writeKeyOf(dataDir: string, workspaceId: string): Promise<string> {
  const flags = ['--kind', 'production', '--name', 'bench', '--workspace', workspaceId];
  const { key = '' } = await command(dataDir, ['keys', 'create', ...flags]);
  return key;
}

/** Adds those missing from visitors here now. */
export async function addVisitsNow(
  { databaseUrl }: Service,
  sql: postgres.Sql,
  { workspaceId, events, visitors = visitorCount(events) }: Kept,
): Promise<void> {
  const [here] = await sql<{ visits: number }[]>`
    select count(distinct ids)::integer as visits from changes
    where workspace_id = ${workspaceId} and created_at > now() - interval '28 minutes'`;
  const missing = visitsNow - (here?.visits ?? 0);
  if (missing > 0) await fillNow(databaseUrl, workspaceId, missing, visitors);
}

/** From the middle, so that they are ordinary. */
export async function recordsOf(sql: postgres.Sql, workspaceId: string): Promise<Records> {
  const [records] = await sql<Records[]>`
    select (select count(*)::integer from leads where workspace_id = ${workspaceId}) as leads,
           (select id from leads where workspace_id = ${workspaceId} and id > '80000000-0000-0000-0000-000000000000'
            order by id limit 1) as "leadId",
           (select id from identities where workspace_id = ${workspaceId} and id > '80000000-0000-0000-0000-000000000000'
            order by id limit 1) as "personId"`;
  if (!records) throw new Error('the workspace has no records');
  return records;
}

export type Counting = {
  sessions: number;
  events: number;
  seconds: number;
  cpuSeconds: { service: number; database: number };
};

/** In the background, as after an upgrade. */
async function countAll(
  { pid }: Service,
  sql: postgres.Sql,
  workspaceId: string,
  onProgress: (line: string) => void,
): Promise<Counting> {
  const [size] = await sql<{ sessions: number; events: number }[]>`
    select (select count(*)::float8 from sessions) as sessions, (select count(*)::float8 from events) as events`;
  const before = { service: cpuSeconds(pid), database: childCpuSeconds(pid) };
  await sql`
    insert into stats_state (workspace_id, phase, time_zone) select workspace_id, 'sessions', 'UTC' from workspaces
    on conflict (workspace_id) do update set phase = 'sessions', marked_until = null`;
  const seconds = await untilCounted(sql, workspaceId, onProgress);
  return {
    ...(size ?? { sessions: 0, events: 0 }),
    seconds,
    cpuSeconds: {
      service: cpuSeconds(pid) - before.service,
      database: childCpuSeconds(pid) - before.database,
    },
  };
}

/** Returns the seconds it took. */
export async function untilCounted(
  sql: postgres.Sql,
  workspaceId: string,
  onProgress: (line: string) => void,
): Promise<number> {
  const began = performance.now();
  for (let round = 0; ; round++) {
    const [left] = await sql<{ counted: number; open: boolean }[]>`
      select (select count(*)::float8 from session_facts where ${round % 10 === 0} and workspace_id = ${workspaceId}) as counted,
             exists (select from stats_state where phase <> 'kept') or exists (select from stats_marks)
               or exists (select from stats_state s where s.workspace_id = ${workspaceId}
                            and s.pairs_until < current_date - date '1970-01-02')
               or (select count(*) > 25000 from open_facts where workspace_id = ${workspaceId}) as open`;
    if (!left?.open) return (performance.now() - began) / 1000;
    if (round % 10 === 0)
      onProgress(
        `${left.counted} facts after ${((performance.now() - began) / 1000).toFixed(0)} s`,
      );
    await sleep(2_000);
  }
}

/** Waits until all search tokens are up to date. */
export async function untilIndexed(
  sql: postgres.Sql,
  onProgress: (line: string) => void,
): Promise<void> {
  for (let round = 0; ; round++) {
    const [row] = await sql<{ waits: boolean }[]>`
      select exists (select from search_pending) as waits`;
    if (!row?.waits) return;
    if (round % 50 === 0) onProgress('waiting until all records can be searched');
    await sleep(200);
  }
}
