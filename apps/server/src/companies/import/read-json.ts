/**
 * Streams the objects of a JSON file: a list `[{…}, {…}]`, or one object per line (NDJSON). Holds one object
 * and one piece of the file at a time.
 */

export interface JsonRecord {
  /** Line where the object begins, from 1. */
  line: number;
  value: object;
  /** Why the value is unreliable; absent if it is fine. */
  fault?: string;
}

/** The rest of the file cannot be read. The message includes the line, if known. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** In characters. An unclosed quote must not load the whole file into memory. */
const longestRecord = 1_000_000;

/**
 * The objects of a list, in order, by piece of the file.
 * @throws JsonError if the text is no list, never ends, or is not UTF-8
 */
export async function* readJsonList(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonRecord[]> {
  const cutter = new ListCutter();
  for await (const text of decoded(bytes)) {
    yield cutter.take(text);
    cutter.check();
  }
  cutter.end();
}

/**
 * The objects of the lines, in order, by piece of the file; skips empty lines.
 * @throws JsonError if a line is too long, or the text is not UTF-8
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonRecord[]> {
  let line = 0;
  let rest = '';
  const recordOf = (text: string): JsonRecord[] => {
    line += 1;
    return text.trim() === '' ? [] : [parsed(text, line)];
  };
  for await (const text of decoded(bytes)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestRecord) throw tooLong(line + 1);
    yield lines.flatMap(recordOf);
  }
  yield recordOf(rest);
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new JsonError('The file is not UTF-8 text.', { cause: error });
  }
}

class ListCutter {
  /** Starts with the object being read. */
  #text = '';
  #place = 0;
  #start: number | undefined;
  #startLine = 1;
  #line = 1;
  #depth = 0;
  #isInString = false;
  #state: 'before' | 'inside' | 'after' = 'before';
  #fault: JsonError | undefined;

  /** Call after the preceding objects are taken. */
  check(): void {
    if (this.#fault) throw this.#fault;
  }

  take(text: string): JsonRecord[] {
    this.#text += text;
    const records: JsonRecord[] = [];
    while (this.#place < this.#text.length) {
      const record = this.#step(this.#text[this.#place] ?? '');
      if (record) records.push(record);
      this.#place += 1;
    }
    const kept = this.#start ?? this.#place;
    if (this.#text.length - kept > longestRecord) this.#fault = tooLong(this.#startLine);
    // The position is one beyond the text if the escaped character has not arrived yet.
    this.#text = this.#text.slice(kept);
    this.#place -= kept;
    if (this.#start !== undefined) this.#start = 0;
    return records;
  }

  end(): void {
    if (this.#state === 'after') return;
    if (this.#state === 'before') throw notAList(this.#line);
    throw new JsonError(`Line ${this.#line}: the file ends before the closing ] of the list.`);
  }

  #step(letter: string): JsonRecord | undefined {
    if (letter === '\n') this.#line += 1;
    if (this.#isInString) {
      if (letter === '\\') this.#place += 1;
      else if (letter === '"') this.#isInString = false;
      return undefined;
    }
    if (this.#state !== 'inside') return this.#outside(letter);
    if (this.#depth > 0 || (letter !== ',' && letter !== ']')) return this.#inside(letter);
    if (letter === ']') this.#state = 'after';
    return this.#cut();
  }

  /** Inside an object, or at its start. */
  #inside(letter: string): undefined {
    if (this.#start === undefined && letter.trim() !== '') {
      this.#start = this.#place;
      this.#startLine = this.#line;
    }
    if (letter === '"') this.#isInString = true;
    else if (letter === '{' || letter === '[') this.#depth += 1;
    else if (letter === '}' || letter === ']') this.#depth -= 1;
  }

  #outside(letter: string): undefined {
    if (letter.trim() === '') return;
    if (this.#state === 'after') {
      throw new JsonError(`Line ${this.#line}: unexpected text after the closing ] of the list.`);
    }
    if (letter !== '[') throw notAList(this.#line);
    this.#state = 'inside';
  }

  #cut(): JsonRecord | undefined {
    if (this.#start === undefined) return undefined;
    const text = this.#text.slice(this.#start, this.#place);
    this.#start = undefined;
    return parsed(text, this.#startLine);
  }
}

function parsed(text: string, line: number): JsonRecord {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { line, value };
    }
    return { line, value: {}, fault: 'not an object { … }' };
  } catch {
    return { line, value: {}, fault: 'not valid JSON' };
  }
}

function tooLong(line: number): JsonError {
  return new JsonError(
    `Line ${line}: an object is longer than ${longestRecord} characters. A quote or bracket may be unclosed.`,
  );
}

function notAList(line: number): JsonError {
  return new JsonError(
    `Line ${line}: the file is not a list [ … ] of objects. If each line is an object, add --format ndjson.`,
  );
}
