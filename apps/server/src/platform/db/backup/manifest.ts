/** A backup's manifest, `backup.json`, written after all other files are on disk. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError, systemCode } from '../../common/start-error.ts';

export const manifestName = 'backup.json';

/** Formats of this program. Older programs reject newer ones. */
export const formats = { plain: 1, encrypted: 2 };

/** One table, as gzip of COPY's text format; encrypted if the manifest has `encryption`. */
export interface BackedUpTable {
  name: string;
  columns: string[];
  rows: number;
  /** Within the backup's folder. */
  file: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

export interface Manifest {
  format: number;
  /** ISO 8601: contains exactly what was committed by then. */
  madeAt: string;
  /** Versions that created it. */
  footfall: string;
  postgres: string;
  /** Migrations of the database. */
  migrations: string[];
  tables: BackedUpTable[];
  /** Absent: the files are not encrypted. */
  encryption?: Encryption;
}

export interface Encryption {
  kdf: 'scrypt';
  /** In hexadecimal. */
  salt: string;
  /** HMAC of the rest of the manifest: verifies passphrase and content. */
  mark: string;
}

export function fileOf(table: string, { encryption }: Pick<Manifest, 'encryption'>): string {
  return `${table}.copy.gz${encryption === undefined ? '' : '.enc'}`;
}

export function markedText(manifest: Manifest): string {
  const { encryption, ...rest } = manifest;
  return JSON.stringify({ ...rest, encryption: { ...encryption, mark: '' } });
}

/** @throws StartError if it is missing or unreadable */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw unreadable(path, error);
    throw new StartError(
      `${folder} is not a complete backup: ${manifestName} is missing. ` +
        'Choose a finished backup; a folder with .part in its name is not.',
      { cause: error },
    );
  }
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (!isManifest(manifest)) throw unreadable(path, new Error('it is not what backup writes'));
  if (!Object.values(formats).includes(manifest.format)) {
    throw new StartError(
      `${folder} is from Footfall ${manifest.footfall}, in a format that this version cannot read. Restore it with that version or a newer one.`,
    );
  }
  return manifest;
}

function unreadable(path: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`Cannot read ${path}: ${reason}. Use another copy of the backup.`, {
    cause: error,
  });
}

function isManifest(manifest: unknown): manifest is Manifest {
  const { format, madeAt, footfall, postgres, migrations, tables, encryption } = (manifest ??
    {}) as Manifest;
  return (
    typeof format === 'number' &&
    [madeAt, footfall, postgres].every((text) => typeof text === 'string') &&
    isTexts(migrations) &&
    (encryption === undefined || isEncryption(encryption)) &&
    Array.isArray(tables) &&
    tables.every(
      (table) =>
        [table?.name, table?.file, table?.sha256].every((text) => typeof text === 'string') &&
        isTexts(table.columns) &&
        typeof table.rows === 'number' &&
        typeof table.bytes === 'number',
    )
  );
}

function isEncryption({ kdf, salt, mark }: Encryption): boolean {
  return kdf === 'scrypt' && [salt, mark].every((text) => /^[0-9a-f]{64}$/.test(text));
}

function isTexts(texts: unknown): texts is string[] {
  return Array.isArray(texts) && texts.every((text) => typeof text === 'string');
}
