/* The most frequent queries over HTTP on millions of events, compared with SQL on stored data. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { runLoad } from '../load/run-reads.ts';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { startService } from '../servers/service.ts';
import {
  addVisitsNow,
  days,
  type Filling,
  type Kept,
  others,
  prepare,
  recordsOf,
  untilCounted,
  untilIndexed,
} from './prepare.ts';
import { type Body, type Naive, type Question, questions } from './questions.ts';
import { brokenLimits, type Row, renderStats } from './render.ts';

export type StatsOptions = Filling & {
  seconds: number;
  dir?: string;
  /** Folder of the filled database, reused if it exists. */
  keep?: string;
  /** Part of the titles of the questions to run. */
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
    const records = await recordsOf(sql, workspaceId);
    generator = fork(fileURLToPath(new URL('../load/read-process.js', import.meta.url)));
    const rows: Row[] = [];
    const problems: string[] = [];
    for (const question of questions(days, records)) {
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
        onProgress(`${question.title}: p95 ${row.one.latency.p95.toFixed(0)} ms`);
      } catch (error) {
        problems.push(`${question.title}: ${String(error)}`);
      }
    }
    const head = `${describeMachine()}; version ${describeVersion(root)}; ${events} events in ${days} days, ${others} small workspaces`;
    const report = { head, busy, counting, events, rows, problems };
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
  const body = await ask(port, key, path, question.body);
  const naive = question.naive ? await naively(sql, workspaceId, question.naive) : undefined;
  const common = { port, key, paths: [path], body: question.body };
  await runLoad(generator, { ...common, connections: 1, seconds: 1 });
  const one = await runLoad(generator, { ...common, connections: 1, seconds });
  const fault = naive && question.check?.(body, naive.rows);
  return {
    row: { question, one, naiveMs: naive?.ms },
    faults: fault === undefined ? [] : [fault],
  };
}

async function ask(port: number, key: string, path: string, body?: string): Promise<Body> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body ?? null,
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
