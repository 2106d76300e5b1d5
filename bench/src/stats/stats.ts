/*
 * GET /stats over HTTP on millions of events, beside what the same question costs as a query on what is stored; and that both
 * answer the same.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import {
  busyShare,
  childCpuSeconds,
  cpuSeconds,
  describeMachine,
  describeVersion,
} from '../machine.ts';
import { root } from '../paths.ts';
import { runLoad } from '../rest/run-load.ts';
import { untilIndexed } from '../search/search.ts';
import { command, type Service, startService } from '../servers/service.ts';
import { fill, fillNow, visitorCount } from './fill.ts';
import { type Body, type Leads, type Naive, type Question, questions } from './questions.ts';
import { brokenLimits, type Row, renderStats } from './render.ts';
import { keptList, type Requests, secondsBehind } from './segments.ts';
import { readsInTransaction } from './transaction.ts';

export type StatsOptions = {
  events: number;
  seconds: number;
  dir?: string;
  /** Where the filled database is kept, and used again when it is there. */
  keep?: string;
  /** A part of the titles of the questions that are asked. */
  only: string;
  onProgress: (line: string) => void;
};

const days = 90;
const others = 200;
/** Of the last half hour: twice as many as ten million events have on an average one. */
const visitsNow = 1_200;

export async function stats(options: StatsOptions): Promise<{ text: string; problems: string[] }> {
  const { onProgress } = options;
  const folder = options.keep ?? (await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-')));
  await mkdir(folder, { recursive: true });
  const dataDir = join(folder, 'service');
  const busy = await busyShare();
  const service = await startService(dataDir, { knownKey: 'none' });
  let generator: ChildProcess | undefined;
  const sql = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const { kept, counting } = await prepare(folder, dataDir, service, sql, options);
    const { workspaceId, events } = kept;
    const [here] = await sql<{ visits: number }[]>`
      select count(distinct ids)::integer as visits from changes
      where workspace_id = ${workspaceId} and created_at > now() - interval '28 minutes'`;
    const missing = visitsNow - (here?.visits ?? 0);
    if (missing > 0) await fillNow(service.databaseUrl, workspaceId, missing, visitorCount(events));
    await untilCounted(sql, workspaceId, onProgress);
    await untilIndexed(sql, onProgress);
    const bytes = await storedBytes(sql, tablesOfFigures);
    const search = await storedForSearch(sql);
    const [leads = { count: 0, code: '' }] = await sql<Leads[]>`
      select count(*)::integer as count, min(code) as code from leads where workspace_id = ${workspaceId}`;

    const requests = { service, key: kept.key };
    const listId = await keptList(requests, onProgress);
    generator = fork(fileURLToPath(new URL('../rest/load.js', import.meta.url)));
    const rows: Row[] = [];
    const problems: string[] = [];
    for (const question of questions(days, leads, listId)) {
      if (!question.title.includes(options.only)) continue;
      try {
        const { row, faults } = await measure(
          question,
          service.port,
          kept,
          generator,
          sql,
          options,
        );
        rows.push(row);
        problems.push(...faults.map((fault) => `${question.title}: ${fault}`));
        const { one, eight } = row;
        const ofEight = eight ? `${eight.latency.p95.toFixed(0)} ms` : 'refused';
        onProgress(`${question.title}: p95 ${one.latency.p95.toFixed(0)} ms, ${ofEight}`);
      } catch (error) {
        problems.push(`${question.title}: ${String(error)}`);
      }
    }
    const behind = await behindOf(requests, dataDir, workspaceId, listId, options.only);
    const isAdded = 'in the transaction'.includes(options.only);
    const added = isAdded ? await readsInTransaction(folder, options.seconds, onProgress) : [];
    const head = `${describeMachine()}; version ${describeVersion(root)}; ${events} events in ${days} days, ${others} small workspaces`;
    const report = { head, busy, counting, added, events, bytes, search, rows, behind, problems };
    return { text: renderStats(report), problems: [...problems, ...brokenLimits(report)] };
  } finally {
    if (generator?.connected) generator.disconnect();
    await sql.end();
    await service.stop();
    if (options.keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  question: Question,
  port: number,
  { workspaceId, key }: Kept,
  generator: ChildProcess,
  sql: postgres.Sql,
  { seconds }: StatsOptions,
): Promise<{ row: Row; faults: string[] }> {
  const path = `/api/v1${question.path}`;
  const body = await ask(port, key, path);
  const naive = question.naive ? await naively(sql, workspaceId, question.naive) : undefined;
  const common = { port, key, paths: [path] };
  await runLoad(generator, { ...common, connections: 1, seconds: 1 });
  const one = await runLoad(generator, { ...common, connections: 1, seconds });
  const fault = naive && question.check?.(body, naive.rows);
  const faults = fault === undefined ? [] : [fault];
  const eight = await runLoad(generator, { ...common, connections: 8, seconds }).catch((error) => {
    faults.push(`eight clients: ${String(error)}`);
    return undefined;
  });
  return { row: { question, one, eight, naiveMs: naive?.ms, answer: body.data }, faults };
}

/** Of a filled database, in its folder. */
type Kept = { workspaceId: string; key: string; events: number; isCounted: boolean };

async function prepare(
  folder: string,
  dataDir: string,
  service: Service,
  sql: postgres.Sql,
  { events, onProgress }: StatsOptions,
): Promise<{ kept: Kept; counting?: Counting }> {
  const file = join(folder, 'filled.json');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  const kept: Kept = known
    ? JSON.parse(known)
    : await fillAnew(dataDir, service, events, onProgress);
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
  events: number,
  onProgress: (line: string) => void,
): Promise<Kept> {
  const { id: workspaceId = '' } = await command(dataDir, [
    'workspace',
    'create',
    '--name',
    'Bench',
  ]);
  const flags = ['--kind', 'secret', '--name', 'bench', '--scopes', 'all', '--server-only'];
  const { key = '' } = await command(dataDir, [
    'keys',
    'create',
    '--workspace',
    workspaceId,
    ...flags,
  ]);
  onProgress(`filling ${events} events in ${days} days, and ${others} small workspaces`);
  const filling = { workspaceId, events, days, others, onProgress };
  onProgress(`filled in ${(await fill(service.databaseUrl, filling)).toFixed(0)} s`);
  return { workspaceId, key, events, isCounted: false };
}

/** Seconds, of some visitors; none where it is not asked. */
async function behindOf(
  requests: Requests,
  dataDir: string,
  workspaceId: string,
  listId: string,
  only: string,
): Promise<number[]> {
  if (!'behind'.includes(only)) return [];
  const flags = ['--kind', 'production', '--name', 'bench', '--workspace', workspaceId];
  const { key = '' } = await command(dataDir, ['keys', 'create', ...flags]);
  return secondsBehind(requests, key, listId, 5);
}

export type Counting = {
  sessions: number;
  events: number;
  seconds: number;
  cpuSeconds: { service: number; database: number };
};

/** As after an upgrade, by the service in the background. */
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

/** Returns the seconds that it took. */
async function untilCounted(
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
                            and (s.weeks_until + 42 <= s.pairs_until or s.pairs_until < current_date - date '1970-01-02'))
               or (select count(*) > 25000 from open_facts where workspace_id = ${workspaceId}) as open`;
    if (!left?.open) return (performance.now() - began) / 1000;
    if (round % 10 === 0)
      onProgress(
        `${left.counted} facts after ${((performance.now() - began) / 1000).toFixed(0)} s`,
      );
    await sleep(2_000);
  }
}

const tablesOfFigures = [
  ...['session_facts', 'open_facts', 'stats_days', 'stats_pairs', 'stats_quarters'],
  ...['stats_active_days', 'stats_values', 'stats_marks'],
];
const tablesOfSearch = ['search_tokens', 'search_records', 'search_pending'];

/** With their indexes. */
async function storedBytes(sql: postgres.Sql, tables: string[]): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; bytes: number }[]>`
    select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes from pg_class c
    where c.relkind = 'r' and c.relname = any(${tables}) order by 2 desc`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** What is searched: people, companies and leads. */
export type Searched = { bytes: Record<string, number>; records: number; tokens: number };

async function storedForSearch(sql: postgres.Sql): Promise<Searched> {
  const [row] = await sql<{ records: number; tokens: number }[]>`
    select (select count(*)::float8 from search_records) as records, (select count(*)::float8 from search_tokens) as tokens`;
  const bytes = await storedBytes(sql, tablesOfSearch);
  return { bytes, records: row?.records ?? 0, tokens: row?.tokens ?? 0 };
}

async function ask(port: number, key: string, path: string): Promise<Body> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Body;
}

/** As the owner, without row level security. */
async function naively(sql: postgres.Sql, workspaceId: string, naive: Naive) {
  const began = performance.now();
  const rows = await sql.unsafe<Record<string, number | string>[]>(naive, [workspaceId]);
  return { rows: [...rows], ms: performance.now() - began };
}
