/**
 * Room for bodies in memory: large ones are read when there is room for them, and until then they wait where they
 * are, unread in the socket, which costs nothing. So a thousand connections fill neither the memory nor the
 * processor with what would be refused then. A network has a part of it, and one that has none gets a place.
 */
import { ApiError } from '@footfall/contract/errors';

export interface BodyRoomOptions {
  bytes: number;
  bytesOfNetwork: number;
  /** Bodies that may wait unread. */
  waiting: number;
  deadlineMs: number;
}

const defaults: BodyRoomOptions = {
  bytes: 32 * 1024 * 1024,
  bytesOfNetwork: 8 * 1024 * 1024,
  waiting: 2_000,
  deadlineMs: 10_000,
};

interface Waiting {
  network: string;
  bytes: number;
  enter: () => void;
}

/** Gives the room back. */
export type LeaveRoom = () => void;

export class BodyRoom {
  readonly #options: BodyRoomOptions;
  readonly #bytesOf = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #bytes = 0;

  constructor(options: Partial<BodyRoomOptions> = {}) {
    this.#options = { ...defaults, ...options };
  }

  /** Resolves when the body may be read. @throws ApiError unavailable */
  enter(network: string, bytes: number): Promise<LeaveRoom> {
    const { waiting: most, deadlineMs } = this.#options;
    const isFirst = ![...this.#waiting].some((other) => other.network === network);
    if (isFirst && this.#hasRoom(network, bytes))
      return Promise.resolve(this.#take(network, bytes));
    if (this.#waiting.size >= most) return Promise.reject(noRoom());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        network,
        bytes,
        enter: () => {
          clearTimeout(late);
          this.#waiting.delete(waiting);
          resolve(this.#take(network, bytes));
        },
      };
      const late = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(noRoom());
      }, deadlineMs);
      this.#waiting.add(waiting);
    });
  }

  #hasRoom(network: string, bytes: number): boolean {
    const { bytes: most, bytesOfNetwork } = this.#options;
    const own = this.#bytesOf.get(network) ?? 0;
    // Whoever has nothing yet may come when others have filled it.
    if (own === 0) return this.#bytes + bytes <= most * 2;
    return own + bytes <= bytesOfNetwork && this.#bytes + bytes <= most;
  }

  #take(network: string, bytes: number): LeaveRoom {
    this.#bytes += bytes;
    this.#bytesOf.set(network, (this.#bytesOf.get(network) ?? 0) + bytes);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#bytes -= bytes;
      const left = (this.#bytesOf.get(network) ?? 0) - bytes;
      if (left > 0) this.#bytesOf.set(network, left);
      else this.#bytesOf.delete(network);
      this.#letIn();
    };
  }

  /** In the order in which they came, but none waits for another network's turn. */
  #letIn(): void {
    for (const { network, bytes, enter } of [...this.#waiting]) {
      if (this.#hasRoom(network, bytes)) enter();
    }
  }
}

function noRoom(): ApiError {
  return new ApiError(
    'unavailable',
    'Too many large requests are in progress. Try again in a few seconds, or send smaller ones.',
  );
}
