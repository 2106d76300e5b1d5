/** The rows of a file as they arrive: of a CSV table, of JSON objects, or lines of text. Never more than a piece is held. */
import { isObject } from '../common/is-object.ts';
import { fileFault, type PackedFile } from '../common/packed-file.ts';
import { StartError } from '../common/start-error.ts';
import { JsonError, readJsonList } from '../companies/import/read-json.ts';
import { CsvError, readCsv } from '../csv/read-csv.ts';
import type { Fields } from '../senders/mapping.ts';

export interface Row {
  /** Where it begins in the file, counted from 1. */
  line: number;
  values: Fields;
  /** Why it cannot be read; absent when it can. */
  fault?: string;
}

/** In characters. */
const longestLine = 1_000_000;
const tooLong = `the line is longer than ${longestLine} characters`;

/**
 * Values by the names of the first line, in lower case.
 * @throws StartError when a needed column is missing, or the rest cannot be read
 */
export async function* csvRows(
  file: PackedFile,
  needed: readonly string[],
  isWhat: string,
): AsyncGenerator<Row[]> {
  let header: string[] | undefined;
  try {
    for await (const piece of readCsv(textBytes(file))) {
      const [first] = piece;
      if (!first) continue;
      const rows = header ? piece : piece.slice(1);
      header ??= headerOf(first.fields, file.path, needed, isWhat);
      const names = header;
      yield rows.map(({ line, fields, fault }) => {
        const odd = fields.length === names.length ? undefined : oddWidth(fields, names);
        const why = fault ?? odd;
        const values = Object.fromEntries(names.map((name, place) => [name, fields[place]]));
        return { line, values, ...(why !== undefined && { fault: why }) };
      });
    }
  } catch (error) {
    throw unreadable(file.path, error);
  }
}

function headerOf(fields: string[], path: string, needed: readonly string[], isWhat: string) {
  const names = fields.map((name) => name.trim().toLowerCase());
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length === 0) return names;
  const seen = fields.slice(0, 12).map((name) => JSON.stringify(name.slice(0, 40)));
  throw new StartError(
    `${path} is no ${isWhat}: its first line lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}. It has ${seen.join(', ')}${fields.length > 12 ? ', …' : ''}.`,
  );
}

function oddWidth(fields: string[], names: string[]): string {
  return `it has ${fields.length} ${fields.length === 1 ? 'field' : 'fields'}, and the first line has ${names.length}`;
}

/** An object on each line, or a list of them. @throws StartError */
export async function* jsonRows(file: PackedFile): AsyncGenerator<Row[]> {
  const bytes = textBytes(file);
  const first = await bytes.next();
  const whole = joined(first.done ? [] : [first.value], bytes);
  const isList =
    !first.done && /^\uFEFF?\s*\[/.test(Buffer.from(first.value.subarray(0, 200)).toString());
  try {
    if (!isList) {
      for await (const lines of cutLines(whole)) yield lines.map(parsed);
      return;
    }
    for await (const piece of readJsonList(whole)) {
      yield piece.map(({ value, ...record }) => ({ ...record, values: value as Fields }));
    }
  } catch (error) {
    throw unreadable(file.path, error);
  }
}

async function* joined(first: Uint8Array[], rest: AsyncGenerator<Uint8Array>) {
  yield* first;
  yield* rest;
}

function parsed({ line, text, fault }: Line): Row {
  if (fault !== undefined) return { line, values: {}, fault };
  const values = objectIn(text);
  return values ? { line, values } : { line, values: {}, fault: 'it is no JSON object { … }' };
}

/** Undefined for what is none. */
export function objectIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text of each line as `line`. @throws StartError */
export async function* lineRows(file: PackedFile): AsyncGenerator<Row[]> {
  try {
    for await (const lines of cutLines(textBytes(file))) {
      yield lines.map(({ line, text, fault }) => ({
        line,
        values: { line: text },
        ...(fault !== undefined && { fault }),
      }));
    }
  } catch (error) {
    throw unreadable(file.path, error);
  }
}

interface Line {
  line: number;
  text: string;
  fault?: string;
}

/** Empty ones are left out; of one that is too long nothing is kept but that. */
async function* cutLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder('utf-8');
  let [rest, number, isCut] = ['', 0, false];
  const take = (text: string): Line[] => {
    number += 1;
    const wasCut = isCut || text.length > longestLine;
    isCut = false;
    if (wasCut) return [{ line: number, text: '', fault: tooLong }];
    return text.trim() === '' ? [] : [{ line: number, text: text.trim() }];
  };
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines.flatMap(take);
    if (rest.length > longestLine) [rest, isCut] = ['', true];
  }
  if (rest !== '' || isCut) yield take(rest);
}

/** @throws StartError where it is no text */
async function* textBytes(file: PackedFile): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of file.bytes()) {
    if (isFirst && isBinary(chunk)) {
      throw new StartError(
        `${file.path} is no text file${isZip(chunk) ? ' but an archive: unpack it first' : ''}.`,
      );
    }
    isFirst = false;
    yield chunk;
  }
}

function isBinary(chunk: Uint8Array): boolean {
  const isUtf16 =
    (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff);
  return isZip(chunk) || (!isUtf16 && chunk.subarray(0, 65_536).includes(0));
}

export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 99) <= 7;
}

function unreadable(path: string, error: unknown): unknown {
  if (error instanceof CsvError || error instanceof JsonError) {
    return new StartError(`${path} cannot be read to its end. ${error.message}`, { cause: error });
  }
  return fileFault(path, error);
}
