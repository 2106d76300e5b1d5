/*
 * What differs from PostgreSQL's own defaults, for a machine with 2 cores and 4 GB that the service
 * shares and whose main work is small durable writes. Written to footfall.conf at every start, so
 * that an update of the program reaches old installations; postgresql.auto.conf overrides it.
 */
import { DATABASE, OWNER } from './roles.ts';

const ENGINE_SETTINGS = {
  // The service pools its connections; each one idle costs a process of some megabytes.
  max_connections: '60',
  // The working set of indexes under ingest; the rest of the memory serves as the file cache.
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  // Rare, spread checkpoints: after each one every page touched is logged whole once more.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_buffers: '16MB',
  // Queries are short: compiling them costs more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '1',
  // Disks of today seek for free.
  random_page_cost: '1.1',
  // A client that hangs in a transaction must not hold its locks and dead rows for ever.
  idle_in_transaction_session_timeout: '60s',
  // The log is for what goes wrong; it is not rotated while the server runs.
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: "'%m [%p] '",
  log_timezone: 'UTC',
  timezone: 'UTC',
} as const;

export function settingsFile(extra: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ ...ENGINE_SETTINGS, ...extra }).map(([k, v]) => `${k} = ${v}`);
  return `# Written at every start. Change settings in postgresql.auto.conf.\n${lines.join('\n')}\n`;
}

/** Passwords only, from this machine only; into other databases the owner alone. */
export const HBA_FILE = `# Written at every start.
host ${DATABASE} all 127.0.0.1/32 scram-sha-256
host all ${OWNER} 127.0.0.1/32 scram-sha-256
`;
