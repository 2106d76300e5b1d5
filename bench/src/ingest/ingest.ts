/*
 * Both servers run all the time and alternate by round, so that other load affects both. Page views come
 * first, and storage is measured after them.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Generator, startGenerator } from '../load/generator.ts';
import { addCounts, type Job, messageTypes, type Result, sumCounts } from '../load/jobs.ts';
import {
  busyShare,
  childCpuSeconds,
  cpuSeconds,
  describeMachine,
  describeVersion,
  inMemory,
  residentBytes,
  watchMemory,
} from '../machine.ts';
import { root } from '../paths.ts';
import { type BareInsert, startBare } from '../servers/bare.ts';
import { type Service, startService } from '../servers/service.ts';
import type { Target } from '../servers/target.ts';
import { hotShareOfSessions, stored } from '../stored.ts';
import { type HalfLoad, type IngestReport, medianRate, type Throughput } from './report.ts';

export type IngestOptions = {
  seconds: number;
  rounds: number;
  bareOnly: boolean;
  /** Names of rows; all if empty. */
  only: string[];
  bareInsert: BareInsert;
  dir: string | undefined;
  onProgress(line: string): void;
};

export type Case = Omit<Throughput, 'rounds'> & {
  /** On the command line. */
  id: string;
};

const shape = { perRequest: 1, mixed: false };
const single: Case = {
  id: 'single',
  name: 'one page view per request',
  connections: 64,
  shape,
  least: 0.45,
};
const hundred: Case = {
  id: 'batch',
  name: '100 page views per request',
  connections: 16,
  shape: { ...shape, perRequest: 100 },
  least: 0.55,
};
const mixed: Case[] = [
  { ...single, name: 'one message per request, 10 % identify and conversion', least: 0.25 },
  { ...hundred, name: '100 messages per request, 10 % identify and conversion', least: 0.3 },
].map((each) => ({ ...each, id: `${each.id}-mixed`, shape: { ...each.shape, mixed: true } }));

export const cases: readonly Case[] = [single, hundred, ...mixed];

export const rowNames: readonly string[] = [...cases.map(({ id }) => id), 'latency'];

const halfLoadConnections = 50;
const laterStarts = 3;
const warmUpSeconds = 3;

type Bench = {
  options: IngestOptions;
  generator: Generator;
  targets: Target[];
  report: IngestReport;
};

async function run(bench: Bench, target: Target, job: Omit<Job, 'port' | 'key'>): Promise<Result> {
  const result = await bench.generator.run({ ...job, port: target.port, key: target.key });
  addCounts(target.acknowledged, result.acknowledged);
  target.acceptedInPart += result.acceptedInPart;
  if (result.failures > 0)
    bench.report.problems.push(
      `${target.name}: ${result.failures} failed requests; the first: ${result.firstFailure}`,
    );
  return result;
}

async function warmUp(bench: Bench): Promise<void> {
  for (const each of [single, hundred])
    for (const target of bench.targets)
      await run(bench, target, { ...each, seconds: warmUpSeconds });
}

/** Latency is measured at a share of the rate of single messages. */
function isWanted({ options: { only } }: Bench, row: string): boolean {
  return only.length === 0 || only.includes(row) || (row === single.id && only.includes('latency'));
}

async function throughput(bench: Bench, each: Case): Promise<void> {
  if (!isWanted(bench, each.id)) return;
  const { name, connections, shape, least } = each;
  const measured: Throughput = {
    name,
    connections,
    shape,
    least,
    rounds: { bare: [], service: [] },
  };
  bench.report.throughput.push(measured);
  const job = { shape, connections, seconds: bench.options.seconds };
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const target of bench.targets) {
      const before = cpuSeconds(target.pid);
      const databaseBefore = childCpuSeconds(target.pid);
      const result = await run(bench, target, job);
      const micros = (seconds: number) =>
        (seconds * 1e6) / Math.max(1, sumCounts(result.acknowledged));
      measured.rounds[target.name].push({
        eventsPerSecond: result.messages / result.seconds,
        latency: result.latency,
        serverCpuMicros: micros(cpuSeconds(target.pid) - before),
        databaseCpuMicros: micros(childCpuSeconds(target.pid) - databaseBefore),
        generatorCpu: result.cpuSeconds / result.seconds,
        failures: result.failures,
      });
    }
  }
  const rates = bench.targets.map(
    ({ name }) => `${name} ${Math.round(medianRate(measured.rounds[name]))}/s`,
  );
  bench.options.onProgress(`${each.name}: ${rates.join(', ')}`);
}

/** Half the service's rate (or the bare server's, if alone), at fixed times. */
async function halfLoad(bench: Bench): Promise<void> {
  if (!isWanted(bench, 'latency')) return;
  const rounds = bench.report.throughput.find(({ name }) => name === single.name)?.rounds;
  const reference = bench.options.bareOnly ? rounds?.bare : rounds?.service;
  const rate = Math.round(medianRate(reference ?? []) / 2);
  const measured: HalfLoad = {
    connections: halfLoadConnections,
    rate,
    rounds: { bare: [], service: [] },
  };
  bench.report.halfLoad = measured;
  const job = { shape, connections: halfLoadConnections, seconds: bench.options.seconds, rate };
  for (let round = 0; round < bench.options.rounds; round++)
    for (const target of bench.targets)
      measured.rounds[target.name].push(await run(bench, target, job));
  bench.options.onProgress(`latency at ${rate} requests/s measured`);
}

async function measureStorage(bench: Bench): Promise<void> {
  for (const target of bench.targets) {
    const { counts, eventBytes, allBytes } = await stored(target);
    const rows = sumCounts(counts);
    bench.report.storage[target.name] = {
      rows,
      bytesPerEvent: eventBytes / rows,
      allBytesPerEvent: allBytes / rows,
    };
  }
}

/** Every acknowledged message must be stored once, under its type: else the figures are void. */
async function reconcile(bench: Bench): Promise<void> {
  for (const target of bench.targets) {
    const { counts } = await stored(target);
    const acknowledged = sumCounts(target.acknowledged) + target.acceptedInPart;
    const inDatabase = sumCounts(counts);
    bench.report.reconciled[target.name] = { acknowledged, stored: inDatabase };
    const differ =
      acknowledged !== inDatabase ||
      (target.acceptedInPart === 0 &&
        messageTypes.some((type) => target.acknowledged[type] !== counts[type]));
    if (differ)
      bench.report.problems.push(
        `${target.name}: acknowledged ${JSON.stringify(target.acknowledged)} and ${target.acceptedInPart} in part, stored ${JSON.stringify(counts)}`,
      );
  }
}

async function underLoad(bench: Bench): Promise<void> {
  await warmUp(bench);
  for (const each of [single, hundred]) await throughput(bench, each);
  await halfLoad(bench);
  await measureStorage(bench);
  for (const each of mixed) await throughput(bench, each);
}

async function measure(bench: Bench, service: Service | undefined): Promise<void> {
  const memory = service && watchMemory(service.pid);
  await underLoad(bench).finally(() => {
    if (memory && service)
      bench.report.memory = { peakBytes: memory.end(), afterBytes: residentBytes(service.pid) };
  });
  await reconcile(bench);
  if (service) bench.report.hotShare = await hotShareOfSessions(service);
}

/** Starts on the filled database. */
async function measureLaterStarts(bench: Bench, service: Service, dataDir: string): Promise<void> {
  const laterMs: number[] = [];
  for (let i = 0; i < laterStarts; i++) {
    const again = await startService(dataDir, { knownKey: service.key });
    laterMs.push(again.readyMs);
    await again.stop();
  }
  bench.report.start = { firstMs: service.readyMs, laterMs };
}

export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const directory = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  // If root runs this, PostgreSQL uses an ordinary user, who has to reach its directory.
  await chmod(directory, 0o711);
  const report: IngestReport = {
    machine: describeMachine(),
    version: describeVersion(root),
    startedAt: new Date().toISOString(),
    busyBefore: await busyShare(),
    seconds: options.seconds,
    bareInsert: options.bareInsert,
    throughput: [],
    storage: {},
    reconciled: {},
    problems: [],
  };
  if (await inMemory(directory))
    report.problems.push(`${directory} is in memory, where a COMMIT is not durable: use --dir`);
  const generator = startGenerator();
  // Ending the generator fails the run, which then stops everything properly.
  const interrupted = () => generator.close();
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const bench: Bench = { options, generator, targets: [], report };
  const serviceDir = join(directory, 'service');
  try {
    bench.targets.push(await startBare(join(directory, 'bare'), options.bareInsert));
    const service = options.bareOnly ? undefined : await startService(serviceDir);
    if (service) bench.targets.push(service);
    await measure(bench, service);
    if (service) {
      await service.stop();
      await measureLaterStarts(bench, service, serviceDir);
    }
  } finally {
    generator.close();
    await Promise.allSettled(bench.targets.map((target) => target.stop()));
    await rm(directory, { recursive: true, force: true });
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
  report.busyAfter = await busyShare();
  return report;
}
