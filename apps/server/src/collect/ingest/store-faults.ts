/** The last failure of each kind of ingest write, for readiness and metrics. */
import { isDatabaseAway } from '../../platform/db/faults.ts';

/** `day`: the row of a workspace's day, written before its first message. */
export type Stored = 'messages' | 'rejected' | 'consents' | 'day';

export interface StoreFault {
  error: unknown;
  at: number;
}

export class StoreFaults {
  readonly #faults = new Map<Stored, StoreFault>();

  /** Undefined if the last write of each kind succeeded. */
  get latest(): StoreFault | undefined {
    let latest: StoreFault | undefined;
    for (const fault of this.#faults.values()) {
      if (latest === undefined || fault.at > latest.at) latest = fault;
    }
    return latest;
  }

  failed(of: Stored, error: unknown): void {
    if (isDatabaseAway(error)) this.#faults.set(of, { error, at: performance.now() });
  }

  stored(of: Stored): void {
    this.#faults.delete(of);
  }

  /** Drops failures from before `since`, the time of a successful test write. */
  forget(since: number): void {
    for (const [of, { at }] of this.#faults) if (at < since) this.#faults.delete(of);
  }

  async watch<T>(of: Stored, writing: Promise<T>): Promise<T> {
    try {
      const answer = await writing;
      this.stored(of);
      return answer;
    } catch (error) {
      this.failed(of, error);
      throw error;
    }
  }
}
