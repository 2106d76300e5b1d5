/** Metrics that reveal a slow or unavailable database early. */
import { Gauge, type Registry } from 'prom-client';
import type { GroupCommit } from '../collect/ingest/group-commit.ts';
import type { StoreFaults } from '../collect/ingest/store-faults.ts';
import type { Database } from '../platform/db/connect.ts';
import type { DatabaseClock } from '../platform/db/database-clock.ts';
import type { DiskWatch } from '../platform/engine/disk-watch.ts';
import type { IngestDoor } from '../surfaces/http/ingest-door.ts';
import type { Backups } from './backups.ts';

export interface Watched {
  db: Database;
  clock: DatabaseClock;
  commit: GroupCommit;
  door: IngestDoor;
  faults: StoreFaults;
  /** Absent if the database is on another machine. */
  disk: DiskWatch | undefined;
  /** Absent if backups are not configured. */
  backups: Backups | undefined;
}

export function serviceMetrics(
  registry: Registry,
  { db, clock, commit, door, faults, disk, backups }: Watched,
): void {
  // Undefined: unknown.
  const gauges: [name: string, help: string, measure: () => number | undefined][] = [
    ['ingest_queue_depth', 'Messages waiting to be stored.', () => commit.depth],
    [
      'ingest_oldest_seconds',
      'Age of the oldest waiting message, in seconds.',
      () => commit.oldestSeconds,
    ],
    [
      'ingest_failing',
      '1 if the last messages or their counters could not be stored.',
      () => (faults.latest || disk?.isOnReserve() ? 1 : 0),
    ],
    ['ingest_outside_queue', 'Ingest requests waiting before the queue.', () => door.outside],
    [
      'clock_difference_seconds',
      "Seconds by which the database's clock is ahead of this machine's. Beyond 5 seconds, the database dates messages.",
      () => clock.differenceMs / 1000,
    ],
    ['database_up', '0 while the database does not answer.', () => (db.servers.isAway() ? 0 : 1)],
    [
      'database_waiting',
      'Requests and jobs waiting for a database connection.',
      () => db.servers.waiting(),
    ],
    [
      'disk_used_ratio',
      'Used part of the disk of the embedded database, 0 to 1.',
      () => disk?.use()?.usedPart,
    ],
    [
      'backup_age_seconds',
      'Age of the newest complete backup in BACKUP_DIR, in seconds.',
      () => backups?.ageSeconds(),
    ],
    [
      'backup_failing',
      '1 if the last daily backup failed.',
      () => backups && (backups.isFailing() ? 1 : 0),
    ],
  ];
  for (const [name, help, measure] of gauges) {
    new Gauge({
      name: `footfall_${name}`,
      help,
      registers: [registry],
      collect() {
        const value = measure();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}
