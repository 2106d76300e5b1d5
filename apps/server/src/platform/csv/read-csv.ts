/**
 * Rows of a CSV file (RFC 4180) as they arrive, with the line that each begins on. Files that
 * spreadsheets and ad platforms write are understood too: semicolons or tabs between the fields,
 * LF or CRLF, UTF-8 with or without a byte order mark, and UTF-16 with one.
 */

export interface CsvRow {
  /** Where the row begins in the file, counted from 1. A quoted field may go over several lines. */
  line: number;
  fields: string[];
  /** Why the fields cannot be relied on; absent when they can. */
  fault?: string;
}

/** The rest of the file cannot be read. The message names the line where there is one. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** In characters. A quote that nobody closes must not take the whole file into memory. */
const longestRow = 1_000_000;

/**
 * The rows of each piece of the file, in order; empty lines are left out. `bytes`: as a file stream
 * gives them.
 * @throws CsvError when the text is no UTF-8 or UTF-16, or a quote is never closed
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow[]> {
  const cutter = new RowCutter();
  for await (const text of csvText(bytes)) {
    yield cutter.take(text);
    cutter.check();
  }
  yield cutter.end();
  cutter.check();
}

/** The text of a file, by its mark; UTF-8 where it has none. @throws CsvError */
export async function* csvText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let first = new Uint8Array();
  for await (const chunk of bytes) {
    if (decoder) yield decode(decoder, chunk);
    else {
      // Two bytes tell a UTF-16 mark; the decoder itself leaves the mark out.
      first = Buffer.concat([first, chunk]);
      if (first.length < 2) continue;
      decoder = new TextDecoder(encodingOf(first), { fatal: true });
      yield decode(decoder, first);
    }
  }
  if (decoder) yield decode(decoder);
  else yield decode(new TextDecoder('utf-8', { fatal: true }), first);
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Without a chunk: the end, where half a character is a fault too. */
function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (error) {
    throw new CsvError('The file is not UTF-8 text. Save it as "CSV UTF-8" and try again.', {
      cause: error,
    });
  }
}

/** Enough of a file to see what stands between its fields. */
const sampleLength = 4_096;

class RowCutter {
  #rest = '';
  #line = 1;
  #delimiter: string | undefined;
  /** What ends the reading, when the rows before it are taken. */
  #fault: CsvError | undefined;

  check(): void {
    if (this.#fault) throw this.#fault;
  }

  take(text: string): CsvRow[] {
    this.#rest += text;
    return this.#delimiter === undefined && this.#rest.length < sampleLength
      ? []
      : this.#cut(false);
  }

  end(): CsvRow[] {
    return this.#cut(true);
  }

  #cut(isEnd: boolean): CsvRow[] {
    const text = this.#rest;
    this.#delimiter ??= delimiterOf(text.slice(0, sampleLength));
    const rows: CsvRow[] = [];
    let start = 0;
    while (start < text.length) {
      const match = rowAt(text, start, this.#delimiter, isEnd);
      if (!match) break;
      const { fields, fault, next, lines } = match;
      if (next - start > longestRow) {
        this.#fault = this.#endless(text.slice(start, next));
        return rows;
      }
      const row = { line: this.#line, fields, ...(fault !== undefined && { fault }) };
      if (fields.length > 1 || fields[0] !== '') rows.push(row);
      start = next;
      this.#line += lines;
    }
    this.#rest = text.slice(start);
    if (this.#rest.length > longestRow || (isEnd && this.#rest !== '')) {
      this.#fault = this.#endless(this.#rest);
    }
    return rows;
  }

  #endless(row: string): CsvError {
    const isQuote = row.includes('"');
    const what = isQuote
      ? 'a quote (") is never closed'
      : `the line is longer than ${longestRow} characters`;
    return new CsvError(`Line ${this.#line}: ${what}.`);
  }
}

/** The one of comma, semicolon and tab that is outside quotes most often. */
function delimiterOf(sample: string): string {
  const bare = sample.replaceAll(/"[^"]*"?/g, '');
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: bare.split(delimiter).length,
  }));
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).delimiter;
}

interface ParsedRow {
  fields: string[];
  fault?: string;
  /** Where the next row begins. */
  next: number;
  lines: number;
}

/** Undefined when the row goes on beyond the text. */
function rowAt(
  text: string,
  start: number,
  delimiter: string,
  isEnd: boolean,
): ParsedRow | undefined {
  const newline = text.indexOf('\n', start);
  if (newline === -1 && !isEnd) return undefined;
  const end = newline === -1 ? text.length : newline;
  const line = text.slice(start, end);
  if (line.includes('"')) return quotedRowAt(text, start, delimiter, isEnd);
  const fields = (line.endsWith('\r') ? line.slice(0, -1) : line).split(delimiter);
  return { fields, next: end + 1, lines: 1 };
}

/** The same for a row with a quote in it, field by field. */
function quotedRowAt(
  text: string,
  start: number,
  delimiter: string,
  isEnd: boolean,
): ParsedRow | undefined {
  const fields: string[] = [];
  const faults: string[] = [];
  let place = start;
  for (;;) {
    const field = fieldAt(text, place, delimiter);
    if (!field || (field.end === text.length && !isEnd)) return undefined;
    fields.push(field.value);
    if (field.isBroken) {
      faults.push(`text after the closing quote of field ${fields.length}`);
    }
    place = field.end + 1;
    if (text[field.end] !== delimiter) break;
  }
  const lines = text.slice(start, place).split('\n').length - 1;
  return { fields, ...(faults[0] !== undefined && { fault: faults[0] }), next: place, lines };
}

interface Field {
  value: string;
  /** Where the delimiter or the newline after it is, or the end of the text. */
  end: number;
  isBroken: boolean;
}

function fieldAt(text: string, start: number, delimiter: string): Field | undefined {
  const quoted = text[start] === '"' ? quotedFieldAt(text, start) : { value: '', next: start };
  if (!quoted) return undefined;
  const end = fieldEnd(text, quoted.next, delimiter);
  const tail = text.slice(quoted.next, end);
  const bare = text[end] !== delimiter && tail.endsWith('\r') ? tail.slice(0, -1) : tail;
  return quoted.next === start
    ? { value: bare, end, isBroken: false }
    : { value: quoted.value, end, isBroken: bare.trim() !== '' };
}

function fieldEnd(text: string, from: number, delimiter: string): number {
  for (let place = from; place < text.length; place++) {
    if (text[place] === delimiter || text[place] === '\n') return place;
  }
  return text.length;
}

/** `start`: the opening quote; `next`: behind the closing one. Undefined when it is not in the text. */
function quotedFieldAt(text: string, start: number): { value: string; next: number } | undefined {
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return undefined;
    if (text[quote + 1] !== '"') {
      return { value: text.slice(start + 1, quote).replaceAll('""', '"'), next: quote + 1 };
    }
    from = quote + 2;
  }
}
