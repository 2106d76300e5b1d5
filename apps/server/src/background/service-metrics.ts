/** What tells of a database that is slow or away before anybody complains. */
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
  /** Absent where the database has a disk of its own. */
  disk: DiskWatch | undefined;
  /** Absent where the service makes none. */
  backups: Backups | undefined;
}

export function serviceMetrics(
  registry: Registry,
  { db, clock, commit, door, faults, disk, backups }: Watched,
): void {
  // Undefined: it is not known.
  const gauges: [name: string, help: string, measure: () => number | undefined][] = [
    ['ingest_queue_depth', 'Messages that wait to be stored.', () => commit.depth],
    [
      'ingest_oldest_seconds',
      'Time for which the oldest message has waited to be stored, in seconds.',
      () => commit.oldestSeconds,
    ],
    [
      'ingest_failing',
      '1 when the last messages, or what is kept beside them, could not be stored.',
      () => (faults.latest || disk?.isOnReserve() ? 1 : 0),
    ],
    [
      'ingest_outside_queue',
      'Ingest requests that wait for something before their messages wait to be stored.',
      () => door.outside,
    ],
    [
      'clock_difference_seconds',
      "How far the database's clock is before this machine's. Beyond 5 seconds messages are dated by it.",
      () => clock.differenceMs / 1000,
    ],
    ['database_up', '0 while the database does not answer.', () => (db.servers.isAway() ? 0 : 1)],
    ['database_waiting', 'Who waits for a connection to the database.', () => db.servers.waiting()],
    [
      'disk_used_ratio',
      'Part of the disk of the embedded database that is used.',
      () => disk?.use()?.usedPart,
    ],
    [
      'backup_age_seconds',
      'Age of the newest whole backup in BACKUP_DIR, in seconds.',
      () => backups?.ageSeconds(),
    ],
    [
      'backup_failing',
      '1 when the last backup of the service could not be made.',
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
