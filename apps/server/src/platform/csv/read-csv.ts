/**
 * Streams rows of a CSV file (RFC 4180) with their line numbers. Accepts files of spreadsheets and ad
 * platforms: semicolons or tabs, LF or CRLF, UTF-8 with or without a byte order mark, and UTF-16 with one.
 */

export interface CsvRow {
  /** Line where the row begins, from 1. A quoted field may span several lines. */
  line: number;
  fields: string[];
  /** Why the fields are unreliable; absent if they are fine. */
  fault?: string;
}

/** The rest of the file cannot be read. The message includes the line, if known. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** In characters. An unclosed quote must not load the whole file into memory. */
const longestRow = 1_000_000;

/**
 * The rows of each piece of the file, in order, without empty lines. `bytes`: a file stream.
 * @throws CsvError if the text is not UTF-8 or UTF-16, or a quote is never closed
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

/** A file's text, by its byte order mark; without one, UTF-8. @throws CsvError */
export async function* csvText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let first = new Uint8Array();
  for await (const chunk of bytes) {
    if (decoder) yield decode(decoder, chunk);
    else {
      // A UTF-16 mark takes two bytes; the decoder removes it.
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

/** Without a chunk: the end, where a partial character is an error. */
function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (error) {
    throw new CsvError('The file is not UTF-8 text. Save it as "CSV UTF-8" and try again.', {
      cause: error,
    });
  }
}

/** Enough of a file to detect its delimiter. */
const sampleLength = 4_096;

class RowCutter {
  #rest = '';
  #line = 1;
  #delimiter: string | undefined;
  /** The error to throw once the preceding rows are taken. */
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

/** The most frequent of comma, semicolon and tab outside quotes. */
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
  /** Start of the next row. */
  next: number;
  lines: number;
}

/** Undefined if the row continues beyond the text. */
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

/** The same for a row with quotes, field by field. */
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
  /** Position of the delimiter or newline after it, or the end of the text. */
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

/** `start`: the opening quote; `next`: after the closing one. Undefined if that is not in the text. */
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
