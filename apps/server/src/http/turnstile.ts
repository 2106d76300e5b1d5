/** Lets few in at a time, by turns of the workspaces, so that a flood of one kind of question leaves room for the rest. */
import { ApiError } from '@footfall/contract/errors';

export interface TurnstileOptions {
  /** At a time. */
  places: number;
  /** That may wait. */
  waiting: number;
  /** Of one workspace. */
  waitingOfWorkspace: number;
}

export class Turnstile {
  readonly #options: TurnstileOptions;
  /** By workspace, the one whose turn is next first. */
  readonly #queues = new Map<string, (() => void)[]>();
  #waiting = 0;
  #inside = 0;

  constructor(options: TurnstileOptions) {
    this.#options = options;
  }

  /** @throws ApiError unavailable when too many wait, and what `work` throws */
  async run<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#options.places) await this.#wait(workspaceId);
    else this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #wait(workspaceId: string): Promise<void> {
    const queue = this.#queues.get(workspaceId) ?? [];
    const { waiting, waitingOfWorkspace } = this.#options;
    if (this.#waiting >= waiting || queue.length >= waitingOfWorkspace) {
      throw new ApiError('unavailable', 'Too many such questions are waiting. Try again shortly.');
    }
    this.#queues.set(workspaceId, queue);
    this.#waiting += 1;
    return new Promise((resolve) => queue.push(resolve));
  }

  /** Whoever is next takes the place. */
  #leave(): void {
    const [first] = this.#queues;
    if (!first) {
      this.#inside -= 1;
      return;
    }
    const [workspaceId, queue] = first;
    const next = queue.shift();
    this.#waiting -= 1;
    this.#queues.delete(workspaceId);
    if (queue.length > 0) this.#queues.set(workspaceId, queue);
    next?.();
  }
}
