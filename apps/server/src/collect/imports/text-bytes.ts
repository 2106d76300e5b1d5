/** A file's text as valid UTF-8; for other kinds of files, an error says what to do. */
import { isUtf8 } from 'node:buffer';
import type { PackedFile } from '../../platform/common/packed-file.ts';
import { StartError } from '../../platform/common/start-error.ts';

/** Marks bytes that are not UTF-8. Unicode excludes this character from interchange. */
export const badCharacter = '\uFFFE';
/** What decoders insert instead. */
const replacement = '\uFFFD';

/**
 * `isLog`: removes zeros, and writes � for bytes that are not UTF-8.
 * @throws StartError if the file is not text
 */
export async function* textBytes(
  file: PackedFile,
  { isLog = false } = {},
): AsyncGenerator<Uint8Array> {
  let utf16: InstanceType<typeof TextDecoder> | undefined;
  let isFirst = true;
  let rest = Buffer.alloc(0);
  for await (const chunk of file.bytes()) {
    const bytes = Buffer.concat([rest, chunk]);
    if (isFirst) {
      utf16 = utf16Of(bytes);
      const kind = utf16 ? undefined : kindOf(bytes, isLog);
      if (kind !== undefined) throw new StartError(`${file.path} ${kind}.`);
      isFirst = false;
    }
    if (utf16) {
      yield Buffer.from(utf16.decode(chunk, { stream: true }));
      continue;
    }
    const end = bytes.length - unfinished(bytes);
    rest = bytes.subarray(end);
    yield mended(bytes.subarray(0, end), isLog);
  }
  if (rest.length > 0) yield mended(rest, isLog);
}

function mended(bytes: Buffer, isLog: boolean): Buffer {
  const whole = isLog && bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes;
  if (isUtf8(whole)) return Buffer.from(whole);
  const parts: Buffer[] = [];
  // Line by line, so that a legitimate � in another line is no fault.
  for (let start = 0; start < whole.length; ) {
    const newline = whole.indexOf(0x0a, start);
    const end = newline < 0 ? whole.length : newline + 1;
    const line = Buffer.from(whole.subarray(start, end));
    parts.push(isUtf8(line) ? line : marked(line, isLog));
    start = end;
  }
  return Buffer.concat(parts);
}

function marked(line: Buffer, isLog: boolean): Buffer {
  // The reader removes the byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line);
  return Buffer.from(isLog ? text : text.replaceAll(replacement, badCharacter));
}

/** Number of bytes at the end that start an incomplete character. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < lengthFrom(byte) ? back : 0;
  }
  return 0;
}

function lengthFrom(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** PowerShell redirects output in UTF-16. */
function utf16Of([first, second]: Uint8Array): InstanceType<typeof TextDecoder> | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : undefined;
}

const packed = 'uses an unsupported compression; unpack it first';
const kinds: [string, string][] = [
  ['\x1f\x8b', 'is compressed twice; unpack it once'],
  ['\x28\xb5\x2f\xfd', `${packed} (zstd -d)`],
  ['BZh', `${packed} (bunzip2)`],
  ['\xfd7zXZ\x00', `${packed} (unxz)`],
  ['\x04\x22\x4d\x18', `${packed} (lz4 -d)`],
  ['\xff\x06\x00\x00sNaPpY', `${packed}, or export it with gzip`],
  ['7z\xbc\xaf', packed],
  ['PAR1', 'is a Parquet file; export it as JSON lines (JSONL)'],
  ['Obj\x01', 'is an Avro file; export it as JSON (newline delimited)'],
  ['SQLite format 3', 'is an SQLite database; export it first'],
  ['PGDMP', "is a database dump; export the table with psql's \\copy … to … csv header"],
];
const noText = 'is not a text file';

function kindOf(chunk: Buffer, isLog: boolean): string | undefined {
  if (isZip(chunk))
    return isWorkbook(chunk) ? workbook : `${noText} but an archive; unpack it first`;
  const head = chunk.subarray(0, 512).toString('latin1');
  if (head.slice(257, 262) === 'ustar') return `${noText} but a tar archive; unpack it first`;
  const kind = kinds.find(([magic]) => head.startsWith(magic));
  if (kind) return kind[1];
  return isLog || !hasZeros(chunk.subarray(0, 65_536)) ? undefined : noText;
}

/** A single zero spoils its row, not the file. */
function hasZeros(chunk: Buffer): boolean {
  let zeros = 0;
  for (const byte of chunk) if (byte === 0) zeros += 1;
  return zeros > 3 && zeros > chunk.length / 1_000;
}

const workbook = 'is an Excel workbook; export it as CSV';

/** Recognized by its first entry. */
function isWorkbook(chunk: Buffer): boolean {
  return /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/.test(
    chunk.subarray(30, 60).toString('latin1'),
  );
}

export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 99) <= 7;
}
