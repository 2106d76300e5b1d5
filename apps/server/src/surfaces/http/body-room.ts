/**
 * Memory for bodies: large ones are read once there is space, and until then wait in the socket, at no cost. So a
 * thousand connections fill neither memory nor processor with data that would be rejected. Networks share it, and
 * one without any gets a place.
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

/** Releases the memory. */
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
    // A network without any may still enter when others have filled it.
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

  /** In order of arrival, but not blocked by other networks. */
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
