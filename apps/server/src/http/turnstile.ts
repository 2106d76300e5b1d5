/** Lets few in at a time, by turns of the workspaces, so that a flood of one kind of question leaves room for the rest. */
import { ApiError } from '@footfall/contract/errors';

export interface TurnstileOptions {
  /** At a time. */
  places: number;
  /** That may wait. */
  waiting: number;
  /** Of one workspace. */
  waitingOfWorkspace: number;
  /** Whoever waits for longer is refused. */
  deadlineMs?: number;
}

export class Turnstile {
  readonly #options: TurnstileOptions;
  /** By workspace, the one whose turn is next first. */
  readonly #queues = new Map<string, Set<() => void>>();
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
    const queue = this.#queues.get(workspaceId) ?? new Set();
    const { waiting, waitingOfWorkspace, deadlineMs = 5_000 } = this.#options;
    if (this.#waiting >= waiting || queue.size >= waitingOfWorkspace) throw tooMany();
    this.#queues.set(workspaceId, queue);
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        queue.delete(enter);
        this.#waiting -= 1;
        if (queue.size === 0) this.#queues.delete(workspaceId);
        reject(tooMany());
      }, deadlineMs);
      queue.add(enter);
    });
  }

  /** Whoever is next takes the place. */
  #leave(): void {
    const [first] = this.#queues;
    const [next] = first?.[1] ?? [];
    if (!first || !next) {
      this.#inside -= 1;
      return;
    }
    const [workspaceId, queue] = first;
    queue.delete(next);
    this.#waiting -= 1;
    this.#queues.delete(workspaceId);
    if (queue.size > 0) this.#queues.set(workspaceId, queue);
    next();
  }
}

function tooMany(): ApiError {
  return new ApiError('unavailable', 'Too many such questions are waiting. Try again shortly.');
}
