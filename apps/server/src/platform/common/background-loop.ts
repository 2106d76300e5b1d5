/** Looks for work again and again, in the background, until it is stopped. */
import type { Database } from '../db/connect.ts';
import { SpareTime } from './spare-time.ts';

export interface BackgroundLoopOptions {
  /** Between two looks when nothing was left to do. */
  pollMs: number;
  /** Told what a look threw; the next one comes after the pause. */
  onFailure: (error: unknown) => void;
}

export abstract class BackgroundLoop {
  protected readonly db: Database;
  protected readonly spareTime = new SpareTime();
  readonly #options: BackgroundLoopOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(db: Database, options: BackgroundLoopOptions) {
    this.db = db;
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#work();
  }

  /** After the transaction that is being done. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Does what there is for a turn; returns whether more is left. */
  protected abstract look(): Promise<boolean>;

  protected failed(error: unknown): void {
    this.#options.onFailure(error);
  }

  /** What a look must not outlive by more than one transaction. */
  protected get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** After a piece of work that took so long. `isLate`: what waits cannot wait for long any more. */
  protected restAfter(workMs: number, isLate = false): Promise<void> {
    return this.spareTime.restAfter(workMs, isLate, this.signal);
  }

  async #work(): Promise<void> {
    while (!this.signal.aborted) {
      const isMoreLeft = await this.look().catch((error: unknown) => {
        this.failed(error);
        return false;
      });
      if (!isMoreLeft) await this.spareTime.rest(this.#options.pollMs, this.signal);
    }
  }
}
