/** What a format of files is to an import: its rows, and what each of them says in the words of /ingest. */
import type { PackedFile } from '../../platform/common/packed-file.ts';
import type { Fields, Ids, Mapped } from '../senders/mapping.ts';
import type { Row } from './rows.ts';

export interface Wishes {
  /** Of pages whose host the row does not tell. */
  site: URL | undefined;
  /** Of access logs: everybody, and not bots alone. */
  hasPeople: boolean;
  ids: Ids;
}

export interface Format {
  /** The tables of an archive that this one reads. @throws StartError where it has none */
  unpacked?(archive: PackedFile): Promise<PackedFile[]>;
  /** Finds it with the right columns. @throws StartError */
  rows(file: PackedFile): AsyncGenerator<Row[]>;
  /** Each message has its time, `message_id` and whose it is. @throws StartError where a wish is missing */
  read(values: Fields, wishes: Wishes): Mapped;
}
