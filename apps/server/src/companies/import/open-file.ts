/** Opens an import file: detects its format, unpacks it, and splits it into records with line numbers. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { fileFault, openPackedFile } from '../../platform/common/packed-file.ts';
import { StartError } from '../../platform/common/start-error.ts';
import { CsvError, type CsvRow, readCsv } from '../../platform/csv/read-csv.ts';
import { type ColumnMap, type FoundColumns, findColumns, objectReader } from './columns.ts';
import { JsonError, readJsonLines, readJsonList } from './read-json.ts';

export const fileFormats = ['csv', 'json', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];

export interface ImportRecord {
  /** Line where the record begins, from 1. */
  line: number;
  values: FoundColumns<unknown>;
  /** Why the values are unreliable; absent if they are fine. */
  fault?: string;
}

export interface ImportFile {
  path: string;
  /** Identifies the file and how it is read: SHA-256 of format, columns, size, time and beginning. */
  key: string;
  /** Size on disk in bytes. */
  size: number;
  /** Bytes read so far. */
  bytesRead(): number;
  /** @throws StartError if the file cannot be read, is damaged, or no column has the domain */
  records(): AsyncGenerator<ImportRecord[]>;
}

/**
 * Opens a CSV, JSON or NDJSON file, optionally gzipped. `format`: from the file name if omitted.
 * @throws StartError if it cannot be read, is empty, or its format is unknown
 */
export async function openImportFile(
  path: string,
  options: { format?: FileFormat; columns?: ColumnMap } = {},
): Promise<ImportFile> {
  const { columns = {} } = options;
  const file = await openPackedFile(path);
  const { head, size, changedAt } = file;
  const format = options.format ?? formatOf(path);
  if (head.subarray(0, 2).toString('latin1') === 'PK') {
    throw new StartError(
      `${path} is an Excel workbook or a zip archive. Save the table as "CSV UTF-8" or unpack the archive, then import that.`,
    );
  }
  const key = createHash('sha256')
    .update(JSON.stringify([format, Object.entries(columns).sort(), size, changedAt]))
    .update(head)
    .digest('hex');
  return {
    path,
    key,
    size,
    bytesRead: file.bytesRead,
    async *records() {
      try {
        yield* recordsOf(file.bytes(), format, columns);
      } catch (error) {
        throw unreadable(path, error);
      }
    },
  };
}

const formatsByEnding: Record<string, FileFormat> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

function formatOf(path: string): FileFormat {
  const [, ending = ''] = /\.(\w+)(?:\.gz)?$/.exec(basename(path).toLowerCase()) ?? [];
  const format = formatsByEnding[ending];
  if (format) return format;
  throw new StartError(
    `The name of ${path} does not show its format. Add --format csv, --format json or --format ndjson.`,
  );
}

function recordsOf(
  bytes: AsyncIterable<Uint8Array>,
  format: FileFormat,
  columns: ColumnMap,
): AsyncGenerator<ImportRecord[]> {
  if (format === 'csv') return csvRecords(readCsv(bytes), columns);
  return jsonRecords(format === 'json' ? readJsonList(bytes) : readJsonLines(bytes), columns);
}

async function* csvRecords(
  pieces: AsyncGenerator<CsvRow[]>,
  columns: ColumnMap,
): AsyncGenerator<ImportRecord[]> {
  let header: CsvRow | undefined;
  let columnPlaces: FoundColumns<number> = {};
  for await (const piece of pieces) {
    const rows = header ? piece : piece.slice(1);
    if (!header && piece[0]) {
      header = piece[0];
      columnPlaces = findColumns(header.fields, columns);
    }
    const width = header?.fields.length ?? 0;
    yield rows.map((row) => csvRecord(row, columnPlaces, width));
  }
  if (!header)
    throw new StartError('The file is empty. Its first line must have the column names.');
}

function csvRecord(
  { line, fields, fault }: CsvRow,
  columns: FoundColumns<number>,
  width: number,
): ImportRecord {
  const values: FoundColumns<unknown> = {};
  for (const [field, place] of Object.entries(columns)) {
    values[field as keyof FoundColumns<unknown>] = fields[place];
  }
  const isOdd = fields.length < width || fields.slice(width).some((field) => field !== '');
  const odd = isOdd
    ? `${fields.length} ${fields.length === 1 ? 'field' : 'fields'} instead of the ${width} in the first line`
    : undefined;
  const why = fault ?? odd;
  return { line, values, ...(why !== undefined && { fault: why }) };
}

async function* jsonRecords(
  pieces: ReturnType<typeof readJsonList>,
  columns: ColumnMap,
): AsyncGenerator<ImportRecord[]> {
  const read = objectReader(columns);
  for await (const piece of pieces) {
    yield piece.map(({ value, ...record }) => ({ ...record, values: read(value) }));
  }
}

/** Turns a file error into one for the operator; returns other errors unchanged. */
function unreadable(path: string, error: unknown): unknown {
  if (error instanceof CsvError || error instanceof JsonError) {
    return new StartError(`Cannot read all of ${path}. ${error.message}`, { cause: error });
  }
  return fileFault(path, error);
}
