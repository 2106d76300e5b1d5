/** Records as Parquet, in row groups of limited size, of which one is in memory. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, ColumnType } from './columns.ts';
import type { Encoder } from './encode.ts';

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type Fields = Record<string, unknown>;

/** Bytes and records of a row group. Writing one blocks the thread for some ten milliseconds. */
const groupBytes = 1024 * 1024;
const groupRows = 10_000;

/** Decimals; readers support 38 digits in total. */
const moneyScale = 6;

const elements: Record<ColumnType, Partial<Element>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'JSON' } },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  money: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision: 38,
    scale: moneyScale,
  },
};

export function parquetEncoder(columns: readonly Column[]): Encoder {
  const writer = new ByteWriter();
  const schema: Element[] = [
    { name: 'records', num_children: columns.length },
    ...columns.map(
      ({ name, type }): Element => ({
        name,
        repetition_type: 'OPTIONAL',
        ...elements[type],
      }),
    ),
  ];
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Footfall' });
  let group = emptyGroup(columns);

  /** Bytes written since the last call. */
  const taken = () => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  const writeGroup = () => {
    const columnData = columns.map(({ name }, place) => ({
      name,
      data: group.values[place] ?? [],
      offsetIndex: false,
    }));
    // Synchronous, as the writer has no `flush`.
    if (group.rows > 0) void parquet.write({ columnData, rowGroupSize: groupRows * 2 });
    group = emptyGroup(columns);
    return taken();
  };

  return {
    head: taken(),
    encode(records) {
      const size = addTo(group, columns, records as Fields[]);
      const isFull = group.bytes >= groupBytes || group.rows >= groupRows;
      return { bytes: isFull ? writeGroup() : undefined, size };
    },
    end() {
      const last = writeGroup();
      void parquet.finish();
      return Buffer.concat([last, taken()]);
    },
  };
}

interface Group {
  values: unknown[][];
  rows: number;
  bytes: number;
}

function emptyGroup(columns: readonly Column[]): Group {
  return { values: columns.map(() => []), rows: 0, bytes: 0 };
}

/** Returns their approximate bytes. */
function addTo(group: Group, columns: readonly Column[], records: Fields[]): number {
  const before = group.bytes;
  for (const record of records) {
    for (const [place, { name, type }] of columns.entries()) {
      const value = storedAs(record[name], type);
      group.values[place]?.push(value);
      group.bytes += typeof value === 'string' ? value.length : 8;
    }
  }
  group.rows += records.length;
  return group.bytes - before;
}

function storedAs(value: unknown, type: ColumnType): unknown {
  if (value === undefined || value === null) return undefined;
  switch (type) {
    case 'json':
      return JSON.stringify(value);
    case 'timestamp':
      return new Date(String(value));
    case 'integer':
      return BigInt(Number(value));
    case 'money':
      return unscaled(Number(value));
    default:
      return value;
  }
}

/** As an integer of the smallest unit. */
function unscaled(value: number): bigint {
  return BigInt(value.toFixed(moneyScale).replace('.', ''));
}
