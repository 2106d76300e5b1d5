/** Batches messages of rows, sends one batch while building the next, and reports outcomes by row. */
import { type IngestAnswer, type IngestResult, ingestLimits } from '@footfall/contract/ingest';
import { StartError } from '../../platform/common/start-error.ts';
import { type SendTarget, sendBatch } from './send-batch.ts';

const messagesAtOnce = 500;
/** Well below the limit of a body. */
const bytesAtOnce = ingestLimits.wireBytes * 0.7;

export class Sender<Row> {
  readonly #target: SendTarget;
  readonly #head: string;
  readonly #onResult: (row: Row, result: IngestResult) => void;
  #texts: string[] = [];
  #rows: Row[] = [];
  #bytes = 0;
  #under: Promise<void> = Promise.resolve();

  /** `source`: the service or file of the rows, used as the visits' library. */
  constructor(
    target: SendTarget,
    source: string,
    onResult: (row: Row, result: IngestResult) => void,
  ) {
    this.#target = target;
    this.#head = JSON.stringify({ library: { name: 'footfall-import', version: source } });
    this.#onResult = onResult;
  }

  /** @throws StartError if earlier messages were rejected */
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

  /** Resolves once all are stored. @throws StartError */
  async end(): Promise<void> {
    await this.#send();
    await this.#under;
  }

  /** Resolves once nothing is in flight, even after errors. */
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
    // The next send awaits it; until then this avoids an unhandled rejection.
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
