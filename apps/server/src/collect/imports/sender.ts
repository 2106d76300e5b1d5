/** Messages of rows into batches, one sent while the next is made; what became of each is told by its row. */
import { type IngestAnswer, type IngestResult, ingestLimits } from '@footfall/contract/ingest';
import { StartError } from '../../platform/common/start-error.ts';
import { type SendTarget, sendBatch } from './send-batch.ts';

const messagesAtOnce = 500;
/** Well below what a body may have. */
const bytesAtOnce = ingestLimits.wireBytes * 0.7;

export class Sender<Row> {
  readonly #target: SendTarget;
  readonly #head: string;
  readonly #onResult: (row: Row, result: IngestResult) => void;
  #texts: string[] = [];
  #rows: Row[] = [];
  #bytes = 0;
  #under: Promise<void> = Promise.resolve();

  /** `source`: which service or file wrote the rows, as the library of their visits. */
  constructor(
    target: SendTarget,
    source: string,
    onResult: (row: Row, result: IngestResult) => void,
  ) {
    this.#target = target;
    this.#head = JSON.stringify({ library: { name: 'footfall-import', version: source } });
    this.#onResult = onResult;
  }

  /** @throws StartError when earlier ones were not taken */
  async add(row: Row, messages: string[]): Promise<void> {
    const bytes = messages.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    const isFull = this.#texts.length + messages.length > messagesAtOnce;
    if (isFull || this.#bytes + bytes > bytesAtOnce) await this.#send();
    for (const text of messages) {
      this.#texts.push(text);
      this.#rows.push(row);
    }
    this.#bytes += bytes;
  }

  /** Until all is stored. @throws StartError */
  async end(): Promise<void> {
    await this.#send();
    await this.#under;
  }

  /** Until nothing is under way any more, whatever became of it. */
  settled(): Promise<void> {
    return this.#under.catch(() => undefined);
  }

  async #send(): Promise<void> {
    await this.#under;
    if (this.#texts.length === 0) return;
    const body = `{"context":${this.#head},"batch":[${this.#texts.join(',')}]}`;
    const rows = this.#rows;
    [this.#texts, this.#rows, this.#bytes] = [[], [], 0];
    this.#under = this.#settle(body, rows);
    // It is awaited with the next part; until then nobody else may be told.
    this.#under.catch(() => undefined);
  }

  async #settle(body: string, rows: Row[]): Promise<void> {
    const { results } = await this.#post(body);
    for (const [place, row] of rows.entries()) {
      const result = results[place];
      if (result) this.#onResult(row, result);
    }
  }

  async #post(body: string): Promise<IngestAnswer['data']> {
    try {
      return await sendBatch(body, this.#target);
    } catch (cause) {
      const why =
        cause instanceof StartError ? cause.message : 'Lost the connection to the database.';
      throw new StartError(
        `${why}\nRun the same command again. Stored messages are not stored twice.`,
        { cause },
      );
    }
  }
}
