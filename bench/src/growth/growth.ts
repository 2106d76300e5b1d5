/*
 * Cost by workspace size: queries of GET /stats, lists and search, and ingest, alternating between a large workspace and one of a
 * twentieth of it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { type Case, cases } from '../ingest/ingest.ts';
import { median } from '../ingest/report.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import { runLoad } from '../load/run-reads.ts';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { type Service, startService } from '../servers/service.ts';
import {
  addVisitsNow,
  days,
  type Filling,
  type Kept,
  prepare,
  recordsOf,
  untilCounted,
  untilIndexed,
  writeKeyOf,
} from '../stats/prepare.ts';
import { type Question, questions } from '../stats/questions.ts';
import { type Compared, renderGrowth } from './render.ts';

export type GrowthOptions = Filling & {
  seconds: number;
  rounds: number;
  dir?: string | undefined;
  /** Folder of the filled databases, large and small, reused if they exist. */
  keep?: string | undefined;
  beside?: string | undefined;
  /** Part of the titles of the questions to run. */
  only: string;
};

/** Ratio of the sizes. */
const times = 20;
/** As for two million visitors of twenty million events; some of those available are never drawn. */
const visitorsOf = (events: number) => Math.round(events * 0.12);
const leadsOfEvents = (events: number) => Math.round(events * 0.05);
const warmUpSeconds = 1;

type Side = {
  service: Service;
  sql: postgres.Sql;
  kept: Kept;
  writeKey: string;
  size: string;
  questions: Question[];
};

export async function growth(
  options: GrowthOptions,
): Promise<{ text: string; problems: string[] }> {
  const { events, keep, beside, dir } = options;
  const visitors = options.visitors ?? visitorsOf(events);
  const leads = options.leads ?? leadsOfEvents(events);
  const part = (of: number) => Math.round(of / times);
  const made = await mkdtemp(join(dir ?? tmpdir(), 'footfall-bench-'));
  const busy = await busyShare();
  const sides: Side[] = [];
  const readers: ChildProcess[] = [];
  const generator = startGenerator();
  try {
    const small = { events: part(events), visitors: part(visitors), leads: part(leads) };
    for (const [folder, filling] of [
      [beside ?? join(made, 'small'), small],
      [keep ?? join(made, 'large'), { events, visitors, leads }],
    ] as const) {
      sides.push(await openSide(folder, { ...filling, onProgress: options.onProgress }));
    }
    const reader = fork(fileURLToPath(new URL('../load/read-process.js', import.meta.url)));
    readers.push(reader);
    const reads = await compareReads(sides, reader, options);
    const ingest = await compareIngest(sides, generator, options);
    const head = `${describeMachine()}; version ${describeVersion(root)}; medians of ${options.rounds} rounds of ${options.seconds} s by turns`;
    return renderGrowth({ head, busy, sizes: sides.map(({ size }) => size), reads, ingest });
  } finally {
    generator.close();
    for (const reader of readers) if (reader.connected) reader.disconnect();
    await Promise.allSettled(sides.map(closeSide));
    await rm(made, { recursive: true, force: true });
  }
}

async function openSide(folder: string, filling: Filling): Promise<Side> {
  const { onProgress } = filling;
  await mkdir(folder, { recursive: true });
  const dataDir = join(folder, 'service');
  const service = await startService(dataDir, { knownKey: 'none' });
  const sql = postgres(service.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const { kept } = await prepare(folder, dataDir, service, sql, filling);
    const { workspaceId } = kept;
    await addVisitsNow(service, sql, kept);
    await untilCounted(sql, workspaceId, onProgress);
    await untilIndexed(sql, onProgress);
    const records = await recordsOf(sql, workspaceId);
    const size = await sizeOf(sql, workspaceId);
    const writeKey = await writeKeyOf(dataDir, workspaceId);
    const own = questions(days, records);
    return { service, sql, kept, writeKey, size, questions: own };
  } catch (error) {
    await closeSide({ service, sql });
    throw error;
  }
}

async function closeSide({ service, sql }: Pick<Side, 'service' | 'sql'>): Promise<void> {
  await sql.end();
  await service.stop();
}

async function sizeOf(sql: postgres.Sql, workspaceId: string): Promise<string> {
  const [row] = await sql<{ size: string }[]>`
    select format('%s events, %s visitors, %s leads',
      (select count(*) from events where workspace_id = ${workspaceId}),
      (select count(*) from visitors where workspace_id = ${workspaceId}),
      (select count(*) from leads where workspace_id = ${workspaceId})) as size`;
  return row?.size ?? '';
}

async function compareReads(
  sides: Side[],
  reader: ChildProcess,
  options: GrowthOptions,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  const [small] = sides;
  for (const [place, { title }] of (small?.questions ?? []).entries()) {
    if (!title.includes(options.only)) continue;
    const own = { title, ...(await compareOne(sides, place, reader, options)) };
    compared.push(own);
    options.onProgress(
      own.fault ?? `${title}: p95 ${own.p95.map((ms) => ms.toFixed(1)).join(' and ')} ms`,
    );
  }
  return compared;
}

/** The question at that index, with each side's own numbers. */
async function compareOne(
  sides: Side[],
  place: number,
  reader: ChildProcess,
  { rounds, seconds }: GrowthOptions,
): Promise<Omit<Compared, 'title'>> {
  const all = sides.map(({ service, kept, questions: own }) => ({
    job: {
      port: service.port,
      key: kept.key,
      paths: [`/api/v1${own[place]?.path}`],
      body: own[place]?.body,
      connections: 1,
    },
    p50: [] as number[],
    p95: [] as number[],
  }));
  const middle = (of: 'p50' | 'p95') => all.map((side) => median(side[of]));
  try {
    for (const { job } of all) await runLoad(reader, { ...job, seconds: warmUpSeconds });
    for (let round = 0; round < rounds; round++) {
      for (const { job, p50, p95 } of all) {
        const { latency } = await runLoad(reader, { ...job, seconds });
        p50.push(latency.p50);
        p95.push(latency.p95);
      }
    }
    return { p50: middle('p50'), p95: middle('p95'), fault: undefined };
  } catch (error) {
    return { p50: middle('p50'), p95: middle('p95'), fault: String(error) };
  }
}

async function compareIngest(
  sides: Side[],
  generator: Generator,
  { only, rounds, seconds, onProgress }: GrowthOptions,
): Promise<{ name: string; rates: number[]; fault: string | undefined }[]> {
  if (!'ingest'.includes(only)) return [];
  const rows = [];
  for (const each of cases) {
    const rates = sides.map((): number[] => []);
    let fault: string | undefined;
    for (let round = 0; round <= rounds; round++) {
      for (const [number, side] of sides.entries()) {
        const { rate, firstFailure } = await send(generator, side, each, seconds);
        fault ??= firstFailure;
        // The first is the warmup.
        if (round > 0) rates[number]?.push(rate);
      }
    }
    rows.push({ name: each.name, rates: rates.map(median), fault });
    onProgress(
      `${each.name}: ${rates.map((own) => median(own).toFixed(0)).join(' and ')} a second`,
    );
  }
  return rows;
}

async function send(
  generator: Generator,
  { service, writeKey }: Side,
  { connections, shape }: Case,
  seconds: number,
): Promise<{ rate: number; firstFailure: string | undefined }> {
  const job = { connections, shape, seconds, port: service.port, key: writeKey };
  const { messages, firstFailure } = await generator.run(job);
  return { rate: messages / seconds, firstFailure };
}
