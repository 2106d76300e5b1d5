import type { Latency, Shape } from '../load/jobs.ts';

type Side = 'bare' | 'service';

/** Figures of one round. */
export type Round = {
  eventsPerSecond: number;
  latency: Latency;
  /** Processor time of the server's process for each message, in microseconds; PostgreSQL apart. */
  serverCpuMicros: number;
  /** The same of PostgreSQL, which is a process below the service's. */
  databaseCpuMicros: number;
  /** Share of one core that the generator used. */
  generatorCpu: number;
  failures: number;
};

export type Throughput = {
  name: string;
  connections: number;
  shape: Shape;
  rounds: Record<Side, Round[]>;
};

export type HalfLoad = {
  connections: number;
  rate: number;
  /** Milliseconds from the intended time of sending. */
  rounds: Record<Side, { latency: Latency; lateness: Latency; failures: number }[]>;
};

type Storage = { rows: number; bytesPerEvent: number; allBytesPerEvent: number };
type Reconciled = { acknowledged: number; stored: number };

export type IngestReport = {
  machine: string;
  version: string;
  startedAt: string;
  /** Share of the processors that was in use before the run and after it. */
  busyBefore: number;
  busyAfter?: number;
  seconds: number;
  bareInsert: string;
  throughput: Throughput[];
  halfLoad?: HalfLoad;
  /** Of the service alone. */
  memory?: { peakBytes: number; afterBytes: number };
  start?: { firstMs: number; laterMs: number[] };
  storage: Partial<Record<Side, Storage>>;
  reconciled: Partial<Record<Side, Reconciled>>;
  /** Of the updates of visits: how many changed no index. */
  hotShare?: number;
  /** Failed requests, rows missing: anything that makes the figures void. */
  problems: string[];
};

export const leastHotShare = 0.95;

export function brokenLimits({ hotShare }: IngestReport): string[] {
  return hotShare === undefined || hotShare >= leastHotShare
    ? []
    : [
        `updates of visits in their page: ${(100 * hotShare).toFixed(1)} %, at least ${100 * leastHotShare} %`,
      ];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export const medianRate = (rounds: readonly Round[]): number =>
  median(rounds.map((round) => round.eventsPerSecond));
