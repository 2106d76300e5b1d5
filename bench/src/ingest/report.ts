import type { Latency, Shape } from '../load/jobs.ts';

type Side = 'bare' | 'service';

/** Figures of one round. */
export type Round = {
  eventsPerSecond: number;
  latency: Latency;
  /** CPU time of the server's process per message, in microseconds, without PostgreSQL. */
  serverCpuMicros: number;
  /** The same for PostgreSQL, a child process of the service. */
  databaseCpuMicros: number;
  /** Share of one core that the generator used. */
  generatorCpu: number;
  failures: number;
};

export type Throughput = {
  name: string;
  connections: number;
  shape: Shape;
  /** Relative to the bare server's rate. */
  least: number;
  rounds: Record<Side, Round[]>;
};

export type HalfLoad = {
  connections: number;
  rate: number;
  /** In milliseconds from the intended time of sending. */
  rounds: Record<Side, { latency: Latency; lateness: Latency; failures: number }[]>;
};

type Storage = { rows: number; bytesPerEvent: number; allBytesPerEvent: number };
type Reconciled = { acknowledged: number; stored: number };

export type IngestReport = {
  machine: string;
  version: string;
  startedAt: string;
  /** Processor use before and after the run. */
  busyBefore: number;
  busyAfter?: number;
  seconds: number;
  bareInsert: string;
  throughput: Throughput[];
  halfLoad?: HalfLoad;
  /** Of the service only. */
  memory?: { peakBytes: number; afterBytes: number };
  start?: { firstMs: number; laterMs: number[] };
  storage: Partial<Record<Side, Storage>>;
  reconciled: Partial<Record<Side, Reconciled>>;
  /** Share of visit updates that changed no index. */
  hotShare?: number;
  /** Failed requests, missing rows: anything that voids the figures. */
  problems: string[];
};

export const leastHotShare = 0.95;

export const mostBytesAnEvent = 600;

/** Exceeded limits of time and size. */
export function brokenLimits({ hotShare, throughput, storage }: IngestReport): string[] {
  const broken: string[] = [];
  for (const { name, least, rounds } of throughput) {
    const ratio = medianRate(rounds.service) / medianRate(rounds.bare);
    if (ratio < least) broken.push(`${name}: ${ratio.toFixed(2)} of bare, at least ${least}`);
  }
  const { allBytesPerEvent: bytes = 0 } = storage.service ?? {};
  if (bytes > mostBytesAnEvent)
    broken.push(`stored: ${bytes.toFixed(0)} bytes an event, at most ${mostBytesAnEvent}`);
  if (hotShare !== undefined && hotShare < leastHotShare)
    broken.push(
      `updates of visits in their page: ${(100 * hotShare).toFixed(1)} %, at least ${100 * leastHotShare} %`,
    );
  return broken;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export const medianRate = (rounds: readonly Round[]): number =>
  median(rounds.map((round) => round.eventsPerSecond));
