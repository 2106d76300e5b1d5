/** One of the other databases with workspaces: opened when it answers, however late that is. */
import type { Database } from '../connect.ts';
import { DatabaseAway } from '../faults.ts';

/** Between two attempts to open it. */
const retryMs = 2_000;

export interface CellState {
  name: string;
  isAway: boolean;
  /** Why it could not be opened. */
  reason?: string | undefined;
}

export class Cell {
  readonly name: string;
  readonly #open: () => Promise<Database>;
  readonly #onFailure: (reason: string) => void;
  #database: Database | undefined;
  #opening: Promise<void> | undefined;
  #retrying: NodeJS.Timeout | undefined;
  #reason: string | undefined;
  #isClosed = false;

  /** `open` migrates it, too. `onFailure`: told of each new reason for which it cannot be opened. */
  constructor(name: string, open: () => Promise<Database>, onFailure: (reason: string) => void) {
    this.name = name;
    this.#open = open;
    this.#onFailure = onFailure;
  }

  /** One attempt, at most; further ones follow by themselves. */
  start(): Promise<void> {
    this.#opening ??= this.#try().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** @throws DatabaseAway while it could not be opened */
  get database(): Database {
    if (this.#database) return this.#database;
    throw new DatabaseAway('UNKNOWN_CELL', `the cell ${this.name} does not answer`);
  }

  get isAway(): boolean {
    return this.#database?.isAway() ?? true;
  }

  get state(): CellState {
    return {
      name: this.name,
      isAway: this.isAway,
      reason: this.#database ? undefined : this.#reason,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retrying);
    await this.#opening;
    await this.#database?.close();
  }

  async #try(): Promise<void> {
    try {
      this.#database = await this.#open();
      this.#reason = undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== this.#reason) this.#onFailure(reason);
      this.#reason = reason;
      if (this.#isClosed) return;
      this.#retrying = setTimeout(() => void this.start(), retryMs).unref();
    }
  }
}
