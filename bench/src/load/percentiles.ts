import type { Latency } from './jobs.ts';

/** Nearest-rank percentiles; sorts the samples in place. */
export function percentiles(samples: Float64Array): Latency {
  samples.sort();
  const at = (share: number) => samples[Math.max(0, Math.ceil(samples.length * share) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
