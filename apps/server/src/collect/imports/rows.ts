/** Streams a file's rows: of a CSV table, JSON objects, or text lines. Holds one piece at a time. */

import { JsonError, readJsonList } from '../../companies/import/read-json.ts';
import { isObject } from '../../platform/common/is-object.ts';
import { fileFault, type PackedFile } from '../../platform/common/packed-file.ts';
import { StartError } from '../../platform/common/start-error.ts';
import { CsvError, readCsv } from '../../platform/csv/read-csv.ts';
import type { Fields } from '../senders/mapping.ts';
import { badCharacter, textBytes } from './text-bytes.ts';

export interface Row {
  /** Line in the file, from 1. */
  line: number;
  values: Fields;
  /** Why it cannot be read; absent if it can. */
  fault?: string;
}

/** In characters. */
const longestLine = 1_000_000;
const tooLong = `longer than ${longestLine} characters`;

const noUtf8 = 'not valid UTF-8; export or save the file as UTF-8';

/** A row has a value per column, so rows of a file with a million columns would not fit in memory. */
const mostColumns = 20_000;

export interface Table {
  needed: readonly string[];
  /** Such as "table website_event of Umami". */
  isWhat: string;
  /** Which export to choose instead of the wrong one. */
  hint: string;
  /** Column name for a header text; default: lower case. */
  nameOf?: (name: string) => string;
}

/**
 * Values by header name.
 * @throws StartError if a required column is missing, or the rest cannot be read
 */
export async function* csvRows(file: PackedFile, table: Table): AsyncGenerator<Row[]> {
  let header: string[] | undefined;
  try {
    for await (const piece of readCsv(textBytes(file))) {
      const [first] = piece;
      if (!first) continue;
      const rows = header ? piece : piece.slice(1);
      header ??= headerOf(first.fields, file.path, table);
      const names = header;
      yield rows.map(({ line, fields, fault }): Row => {
        const why =
          fault ?? (fields.length === names.length ? badText(fields) : oddWidth(fields, names));
        if (why !== undefined) return { line, values: {}, fault: why };
        return {
          line,
          values: Object.fromEntries(names.map((name, place) => [name, fields[place]])),
        };
      });
    }
  } catch (error) {
    throw unreadable(file.path, error);
  }
}

function badText(fields: string[]): string | undefined {
  return fields.some((field) => field.includes(badCharacter)) ? noUtf8 : undefined;
}

function headerOf(fields: string[], path: string, table: Table) {
  const { needed, isWhat, hint, nameOf = (name: string) => name.toLowerCase() } = table;
  if (fields.length > mostColumns) {
    throw new StartError(
      `${path} has ${fields.length} columns; at most ${mostColumns} are allowed. ${hint}`,
    );
  }
  const names = fields.map((name) => nameOf(name.trim()));
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length === 0) return names;
  const seen = fields.slice(0, 12).map((name) => JSON.stringify(name.slice(0, 40)));
  throw new StartError(
    `${path} is not ${isWhat}: the first line lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}. It has ${seen.join(', ')}${fields.length > 12 ? ', …' : ''}. ${hint}`,
  );
}

function oddWidth(fields: string[], names: string[]): string {
  return `${fields.length} ${fields.length === 1 ? 'field' : 'fields'} instead of the ${names.length} in the first line`;
}

/** Reads one object per line, or a list. @throws StartError */
export async function* jsonRows(file: PackedFile): AsyncGenerator<Row[]> {
  const bytes = textBytes(file);
  try {
    const first = await bytes.next();
    const begun = first.done ? [] : [first.value];
    const whole = joined(begun, bytes);
    const isList = /^\uFEFF?\s*\[/.test(Buffer.concat(begun).subarray(0, 200).toString());
    if (!isList) {
      for await (const lines of cutLines(whole)) yield lines.map(parsed);
      return;
    }
    for await (const piece of readJsonList(whole)) {
      yield piece.map(({ line, value, fault }) => {
        const why = fault ?? (isBadText(value) ? noUtf8 : undefined);
        return { line, values: value as Fields, ...(why !== undefined && { fault: why }) };
      });
    }
  } catch (error) {
    throw unreadable(file.path, error);
  }
}

/** If nested too deeply to check, it is rejected later. */
function isBadText(value: object): boolean {
  try {
    return JSON.stringify(value).includes(badCharacter);
  } catch {
    return false;
  }
}

async function* joined(first: Uint8Array[], rest: AsyncGenerator<Uint8Array>) {
  yield* first;
  yield* rest;
}

function parsed({ line, text, fault }: Line): Row {
  if (fault !== undefined) return { line, values: {}, fault };
  if (text.includes(badCharacter)) return { line, values: {}, fault: noUtf8 };
  const values = objectIn(text);
  return values ? { line, values } : { line, values: {}, fault: 'not a JSON object { … }' };
}

/** Undefined if it is no object. */
export function objectIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Yields each line's text as `line`. Logs may contain bytes that are not text, as clients send anything, and leading zeros
 * after truncation under a running writer. @throws StartError
 */
export async function* lineRows(file: PackedFile): AsyncGenerator<Row[]> {
  try {
    for await (const lines of cutLines(textBytes(file, { isLog: true }))) {
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

/** Skips empty lines; keeps nothing of those that are too long but the fact. */
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

function unreadable(path: string, error: unknown): unknown {
  if (error instanceof CsvError || error instanceof JsonError) {
    return new StartError(`Cannot read all of ${path}. ${error.message}`, { cause: error });
  }
  return fileFault(path, error);
}
