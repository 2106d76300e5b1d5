/*
 * Deviations from PostgreSQL's defaults, for a machine with 2 cores and 4 GB shared with the service, and
 * many small durable writes. Written to footfall.conf at every start, so that program updates reach old
 * installations; postgresql.auto.conf overrides it.
 */
import { DATABASE, OWNER } from './roles.ts';

const ENGINE_SETTINGS = {
  // The service pools its connections; each idle one costs a process of some megabytes.
  max_connections: '60',
  // The working set of indexes under ingest; the remaining memory serves as file cache.
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  checkpoint_timeout: '15min',
  wal_buffers: '16MB',
  // Queries are short: compiling them costs more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '1',
  // Current disks seek at no cost.
  random_page_cost: '1.1',
  // A client stuck in a transaction must not hold its locks and dead rows forever.
  idle_in_transaction_session_timeout: '60s',
  // The log is for problems; it is not rotated while the server runs.
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: "'%m [%p] '",
  log_timezone: 'UTC',
  timezone: 'UTC',
} as const;

/** `diskMegabytes`: total size. */
export function settingsFile(
  diskMegabytes: number,
  extra: Readonly<Record<string, string>>,
): string {
  const journal = { max_wal_size: `${journalMegabytes(diskMegabytes)}MB` };
  const settings = { ...ENGINE_SETTINGS, ...journal, ...extra };
  const lines = Object.entries(settings).map(([k, v]) => `${k} = ${v}`);
  return `# Written at every start. Change settings in postgresql.auto.conf.\n${lines.join('\n')}\n`;
}

/**
 * Rare checkpoints are cheap: after each, every changed page is logged in full once. With 1 GB instead of 2, ingest at full load
 * is 3 % slower, with 512 MB 10 %; on a small disk the journal would exceed the data.
 */
export function journalMegabytes(diskMegabytes: number): number {
  return Math.min(2048, Math.max(512, Math.round(diskMegabytes / 20)));
}

/** Passwords only, from this machine only; other databases only for the owner. */
export const HBA_FILE = `# Written at every start.
host ${DATABASE} all 127.0.0.1/32 scram-sha-256
host all ${OWNER} 127.0.0.1/32 scram-sha-256
`;
