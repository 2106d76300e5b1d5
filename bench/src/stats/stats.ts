/*
 * GET /stats over HTTP on millions of events, beside what the same question costs as a query on what is stored; and that both
 * answer the same.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import type { ReadJob, ReadResult } from '../rest/load.ts';
import { command, startService } from '../servers/service.ts';
import { fill } from './fill.ts';
import { type Answer, type Naive, questions } from './questions.ts';
import { type Row, renderStats } from './render.ts';

export type StatsOptions = {
  events: number;
  seconds: number;
  dir?: string;
  onProgress: (line: string) => void;
};

const days = 90;
const others = 200;

export async function stats(options: StatsOptions): Promise<{ text: string; problems: string[] }> {
  const { onProgress } = options;
  const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  const dataDir = join(folder, 'service');
  const busy = await busyShare();
  const service = await startService(dataDir);
  let generator: ChildProcess | undefined;
  const sql = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
  try {
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
    onProgress(`filling ${options.events} events in ${days} days, and ${others} small workspaces`);
    const filling = { workspaceId, events: options.events, days, others, onProgress };
    onProgress(`filled in ${(await fill(service.databaseUrl, filling)).toFixed(0)} s`);
    const counting = await countAll(sql, workspaceId, onProgress);
    await sql.unsafe('vacuum analyze session_facts, stats_days, stats_quarters, stats_active_days');
    const bytes = await storedBytes(sql);

    generator = fork(fileURLToPath(new URL('../rest/load.js', import.meta.url)));
    const rows: Row[] = [];
    const problems: string[] = [];
    for (const question of questions(days)) {
      const path = `/api/v1/stats?${new URLSearchParams(question.query)}`;
      const answer = await ask(service.port, key, path);
      const naive = question.naive ? await naively(sql, workspaceId, question.naive) : undefined;
      const fault = naive && question.check?.(answer, naive.rows);
      if (fault) problems.push(`${question.title}: ${fault}`);
      const common = { port: service.port, key, paths: [path] };
      await load(generator, { ...common, connections: 1, seconds: 1 });
      const one = await load(generator, { ...common, connections: 1, seconds: options.seconds });
      const eight = await load(generator, { ...common, connections: 8, seconds: options.seconds });
      rows.push({ question, one: one.latency, eight: eight.latency, naiveMs: naive?.ms, answer });
      onProgress(
        `${question.title}: p95 ${one.latency.p95.toFixed(0)} ms, ${eight.latency.p95.toFixed(0)} ms`,
      );
    }
    const head = `${describeMachine()}; version ${describeVersion(root)}; ${options.events} events in ${days} days, ${others} small workspaces`;
    return { text: renderStats({ head, busy, counting, bytes, rows, problems }), problems };
  } finally {
    if (generator?.connected) generator.disconnect();
    await sql.end();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export type Counting = { sessions: number; events: number; seconds: number };

/** As after an upgrade, by the service in the background. */
async function countAll(
  sql: postgres.Sql,
  workspaceId: string,
  onProgress: (line: string) => void,
): Promise<Counting> {
  const [size] = await sql<{ sessions: number; events: number }[]>`
    select (select count(*)::float8 from sessions) as sessions, (select count(*)::float8 from events) as events`;
  const began = performance.now();
  await sql`
    insert into stats_state (workspace_id, phase, time_zone) select workspace_id, 'events', 'UTC' from workspaces
    on conflict (workspace_id) do update set phase = 'events', after_id = null`;
  for (let round = 0; ; round++) {
    const [left] = await sql<{ counted: number; open: boolean }[]>`
      select (select count(*)::float8 from session_facts where ${round % 10 === 0} and workspace_id = ${workspaceId}) as counted,
             exists (select from stats_state where phase <> 'kept') or exists (select from stats_marks)
               or (select count(*) > 10000 from session_facts where not settled) as open`;
    if (!left?.open) break;
    if (round % 10 === 0)
      onProgress(
        `${left.counted} facts after ${((performance.now() - began) / 1000).toFixed(0)} s`,
      );
    await sleep(2_000);
  }
  return { ...(size ?? { sessions: 0, events: 0 }), seconds: (performance.now() - began) / 1000 };
}

async function storedBytes(sql: postgres.Sql): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; bytes: number }[]>`
    select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes from pg_class c
    where c.relkind = 'r' and c.relname = any(array['session_facts', 'stats_days', 'stats_quarters',
      'stats_active_days', 'stats_values', 'stats_marks']) order by 2 desc`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

async function ask(port: number, key: string, path: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: Answer }).data;
}

/** As the owner, without row level security. */
async function naively(sql: postgres.Sql, workspaceId: string, naive: Naive) {
  const began = performance.now();
  const rows = await sql.unsafe<Record<string, number | string>[]>(naive, [workspaceId]);
  return { rows: [...rows], ms: performance.now() - began };
}

async function load(generator: ChildProcess, job: ReadJob): Promise<ReadResult> {
  generator.send(job);
  const [message] = (await once(generator, 'message')) as [
    { result?: ReadResult; failed?: string },
  ];
  if (!message.result) throw new Error(`load process: ${message.failed}`);
  if (message.result.failures > 0)
    throw new Error(`a request failed: ${message.result.firstFailure}`);
  return message.result;
}
