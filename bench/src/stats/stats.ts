/*
 * GET /stats over HTTP on millions of events, beside what the same question costs as a query on what is stored; and that both
 * answer the same.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { runLoad } from '../rest/run-load.ts';
import { untilIndexed } from '../search/search.ts';
import { startService } from '../servers/service.ts';
import {
  addVisitsNow,
  days,
  type Filling,
  type Kept,
  leadsOf,
  others,
  prepare,
  untilCounted,
  writeKeyOf,
} from './prepare.ts';
import { type Body, type Naive, type Question, questions } from './questions.ts';
import { brokenLimits, type Row, renderStats } from './render.ts';
import { keptList, type Requests, secondsBehind } from './segments.ts';
import { readsInTransaction } from './transaction.ts';

export type StatsOptions = Filling & {
  seconds: number;
  dir?: string;
  /** Where the filled database is kept, and used again when it is there. */
  keep?: string;
  /** A part of the titles of the questions that are asked. */
  only: string;
};

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
    await addVisitsNow(service, sql, kept);
    await untilCounted(sql, workspaceId, onProgress);
    await untilIndexed(sql, onProgress);
    const bytes = await storedBytes(sql, tablesOfFigures);
    const search = await storedForSearch(sql);
    const leads = await leadsOf(sql, workspaceId);
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

/** Seconds, of some visitors; none where it is not asked. */
async function behindOf(
  requests: Requests,
  dataDir: string,
  workspaceId: string,
  listId: string,
  only: string,
): Promise<number[]> {
  if (!'behind'.includes(only)) return [];
  return secondsBehind(requests, await writeKeyOf(dataDir, workspaceId), listId, 5);
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
