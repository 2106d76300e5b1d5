/** Looks for work again and again, in the background, until it is stopped. */
import { SpareTime } from './spare-time.ts';

export interface BackgroundLoopOptions {
  /** Does what there is for a turn; returns whether more is left. */
  look: () => Promise<boolean>;
  /** Between two looks when nothing was left to do. */
  pollMs: number;
  /** Told what a look threw; the next one comes after the pause. */
  onFailure: (error: unknown) => void;
}

export class BackgroundLoop {
  readonly spareTime = new SpareTime();
  readonly #options: BackgroundLoopOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: BackgroundLoopOptions) {
    this.#options = options;
  }

  /** What a look must not outlive by more than one transaction. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  start(): void {
    this.#running ??= this.#work();
  }

  /** After the transaction that is being done. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #work(): Promise<void> {
    const { look, pollMs, onFailure } = this.#options;
    while (!this.signal.aborted) {
      const isMoreLeft = await look().catch((error: unknown) => {
        onFailure(error);
        return false;
      });
      if (!isMoreLeft) await this.spareTime.rest(pollMs, this.signal);
    }
  }
}
