/*
 * The same service on databases that run already, such as one PostgreSQL and a Citus cluster of the same programs: messages
 * acknowledged a second, by turns.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Case, databaseCases } from '../ingest/ingest.ts';
import { startGenerator } from '../load/generator.ts';
import { addCounts, sumCounts } from '../load/jobs.ts';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { type Service, startService } from '../servers/service.ts';
import { stored } from '../stored.ts';
import { table } from '../table.ts';

export type DatabaseOptions = {
  /** Owners' URLs by names; the first is what the others are compared with. */
  urls: Record<string, string>;
  seconds: number;
  rounds: number;
  dir: string | undefined;
  onProgress: (line: string) => void;
};

const warmUpSeconds = 3;
/** How many times longer than on the first database a message may take. */
const mostTimes = 2.5;

export async function databases(
  options: DatabaseOptions,
): Promise<{ text: string; problems: string[] }> {
  const { urls, rounds, onProgress } = options;
  const folder = await mkdtemp(join(options.dir ?? tmpdir(), 'footfall-bench-'));
  const busy = await busyShare();
  const generator = startGenerator();
  const services = new Map<string, Service>();
  const problems: string[] = [];
  const send = async (name: string, service: Service, each: Case, seconds: number) => {
    const { connections, shape } = each;
    const job = { connections, shape, seconds, port: service.port, key: service.key };
    const result = await generator.run(job);
    addCounts(service.acknowledged, result.acknowledged);
    if (result.failures > 0) {
      problems.push(`${name}: ${result.failures} requests failed: ${result.firstFailure}`);
    }
    return result.messages / result.seconds;
  };
  try {
    for (const [name, url] of Object.entries(urls)) {
      onProgress(`starting a service on ${name}`);
      const own = { env: { DATABASE_URL: url } };
      services.set(name, await startService(join(folder, name), own));
    }
    const rows: string[][] = [];
    const broken: string[] = [];
    for (const each of databaseCases) {
      const rates = new Map([...services.keys()].map((name): [string, number[]] => [name, []]));
      for (const [name, service] of services) await send(name, service, each, warmUpSeconds);
      for (let round = 0; round < rounds; round++) {
        for (const [name, service] of services) {
          rates.get(name)?.push(await send(name, service, each, options.seconds));
        }
      }
      const medians = [...rates.values()].map(median);
      rows.push(rowOf(each.name, medians));
      const [first = 0, ...others] = medians;
      const dearer = [...services.keys()]
        .slice(1)
        .filter((_, place) => first > mostTimes * (others[place] ?? 0));
      broken.push(
        ...dearer.map((name) => `${each.name}: on ${name} more than ${mostTimes} times as long`),
      );
      onProgress(rows.at(-1)?.join('  ') ?? '');
    }
    for (const [name, service] of services) {
      const acknowledged = sumCounts(service.acknowledged);
      const found = sumCounts((await stored(service)).counts);
      if (found !== acknowledged) {
        problems.push(`${name}: ${acknowledged} messages acknowledged, ${found} stored`);
      }
    }
    const names = Object.keys(urls);
    const head = [
      'messages a second',
      ...names,
      ...names.slice(1).map((name) => `cost of ${name}`),
    ];
    const text = [
      `${describeMachine()}; version ${describeVersion(root)}; ${rounds} rounds of ${options.seconds} s by turns, medians`,
      `Processors in use by others before the run: ${Math.round(busy * 100)} %`,
      table([head, ...rows]),
      `A message may take ${mostTimes} times as long as on ${names[0]}.`,
      ...broken.map((each) => `NOT KEPT ${each}`),
      ...problems.map((problem) => `NOT VALID: ${problem}`),
    ].join('\n');
    return { text, problems: [...problems, ...broken] };
  } finally {
    generator.close();
    await Promise.allSettled([...services.values()].map((service) => service.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many times longer a message takes than on the first one. */
function rowOf(name: string, medians: number[]): string[] {
  const [first = 0, ...others] = medians;
  return [
    name,
    ...medians.map((rate) => Math.round(rate).toLocaleString('en')),
    ...others.map((rate) => `${(first / rate).toFixed(2)}x`),
  ];
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
