/** An exported file's bytes, page by page on demand. */
import type { ExportFormat } from '@footfall/contract/exports';
import { type CsvValue, csvLine } from '../../../platform/csv/write-csv.ts';
import type { Column } from './columns.ts';
import type { AnsweredFile } from './file.ts';
import { parquetEncoder } from './parquet.ts';

export interface Encoder {
  head: Uint8Array | undefined;
  /** Without bytes while more are gathered. `size`: of these records, in bytes. */
  encode: (records: object[]) => { bytes: Uint8Array | undefined; size: number };
  end: () => Uint8Array | undefined;
}

const encoders: Record<ExportFormat, (columns: readonly Column[]) => Encoder> = {
  csv: csvEncoder,
  ndjson: ndjsonEncoder,
  parquet: parquetEncoder,
};

/** Closes the file in any case. */
export async function* bytesOf(file: AnsweredFile): AsyncGenerator<Uint8Array> {
  try {
    const encoder = encoders[file.format](file.columns);
    if (encoder.head) yield encoder.head;
    let page: object[] | undefined = file.first;
    while (page) {
      const { bytes, size } = encoder.encode(page);
      if (bytes) yield bytes;
      page = await file.next(size);
    }
    const end = encoder.end();
    if (end) yield end;
  } finally {
    file.close();
  }
}

function csvEncoder(columns: readonly Column[]): Encoder {
  const names = columns.map(({ name }) => name);
  const lineOf = (record: object) => {
    const fields = record as Record<string, CsvValue>;
    return csvLine(names.map((name) => fields[name]));
  };
  return { head: Buffer.from(csvLine(names)), encode: linesBy(lineOf), end: () => undefined };
}

function ndjsonEncoder(): Encoder {
  const lineOf = (record: object) => `${JSON.stringify(record)}\n`;
  return { head: undefined, encode: linesBy(lineOf), end: () => undefined };
}

function linesBy(lineOf: (record: object) => string): Encoder['encode'] {
  return (records) => {
    const bytes = Buffer.from(records.map(lineOf).join(''));
    return { bytes: bytes.length > 0 ? bytes : undefined, size: bytes.length };
  };
}
