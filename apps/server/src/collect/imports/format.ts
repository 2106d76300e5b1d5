/** An import format: reads a file's rows, and maps each to /ingest messages. */
import type { PackedFile } from '../../platform/common/packed-file.ts';
import type { Fields, Ids, Mapped } from '../senders/mapping.ts';
import type { Row } from './rows.ts';

export interface Wishes {
  /** Site for pages without a host in the row. */
  site: URL | undefined;
  /** Access logs only: import everybody, not just bots. */
  hasPeople: boolean;
  ids: Ids;
}

export interface Format {
  /** The tables in an archive that this format reads. @throws StartError if there are none */
  unpacked?(archive: PackedFile): Promise<PackedFile[]>;
  /** Checks the columns and reads the rows. @throws StartError */
  rows(file: PackedFile): AsyncGenerator<Row[]>;
  /** Every message has a time, a `message_id` and a visitor or person. @throws StartError if an option is missing */
  read(values: Fields, wishes: Wishes): Mapped;
}
