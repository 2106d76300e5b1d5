/** Repeatedly looks for background work until stopped. */
import type { Database } from '../db/connect.ts';
import { SpareTime } from './spare-time.ts';

export interface BackgroundLoopOptions {
  /** Pause when nothing is left. */
  pollMs: number;
  /** Gets the error of a failed look; the next one follows after the pause. */
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

  /** Resolves after the current transaction. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Does one turn of work; returns whether more is left. */
  protected abstract look(): Promise<boolean>;

  protected failed(error: unknown): void {
    this.#options.onFailure(error);
  }

  /** A look must end within one transaction after this aborts. */
  protected get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Call after work of that duration. `isLate`: pending work cannot wait much longer. */
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
