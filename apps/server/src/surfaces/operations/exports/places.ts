/**
 * Limits concurrent files and their share of the machine: reads one page at a time, with a pause for other
 * requests.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@footfall/contract/errors';
import { exportLimits } from '@footfall/contract/exports';

export interface Place {
  /** Runs the work when it is its turn. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Why there is no place. */
  refusal: ApiError | undefined;
  /** Frees the place; idempotent. */
  leave: () => void;
}

/** Pause after a page, in durations of that page; with others active, they get most of the processor. */
const restFactor = { alone: 0.5, inCompany: 4 };

/** Whether others beside a workspace are being served. */
export type HasCompany = (workspaceId: string) => boolean;

export class ExportPlaces {
  readonly #ofWorkspace = new Map<string, number>();
  readonly #hasCompany: HasCompany;
  #all = 0;
  /** Settles once the previous page was read, and others had their pause. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(hasCompany: HasCompany) {
    this.#hasCompany = hasCompany;
  }

  take(workspaceId: string): Place {
    const own = this.#ofWorkspace.get(workspaceId) ?? 0;
    const refusal = refusalOf(own, this.#all);
    const inTurn: Place['inTurn'] = (work) => this.#inTurn(workspaceId, work);
    if (refusal) return { refusal, inTurn, leave: () => undefined };
    this.#ofWorkspace.set(workspaceId, own + 1);
    this.#all += 1;
    let isTaken = true;
    const leave = () => {
      if (isTaken) this.#leave(workspaceId);
      isTaken = false;
    };
    return { refusal: undefined, inTurn, leave };
  }

  #inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      const begun = performance.now();
      const result = await work();
      const factor = this.#hasCompany(workspaceId) ? restFactor.inCompany : restFactor.alone;
      return { result, restMs: (performance.now() - begun) * factor };
    });
    this.#turn = done.then(
      ({ restMs }) => sleep(restMs),
      () => undefined,
    );
    return done.then(({ result }) => result);
  }

  #leave(workspaceId: string): void {
    const left = (this.#ofWorkspace.get(workspaceId) ?? 1) - 1;
    if (left > 0) this.#ofWorkspace.set(workspaceId, left);
    else this.#ofWorkspace.delete(workspaceId);
    this.#all -= 1;
  }
}

function refusalOf(ofWorkspace: number, all: number): ApiError | undefined {
  if (ofWorkspace >= exportLimits.ofWorkspace) {
    return new ApiError(
      'rate_limited',
      `The workspace already has ${ofWorkspace} running exports. Wait until one is finished.`,
      { reason: 'exports_of_workspace', limit: exportLimits.ofWorkspace },
    );
  }
  if (all < exportLimits.ofProcess) return undefined;
  return new ApiError('unavailable', 'Too many exports are running. Try again in a few seconds.', {
    reason: 'exports_of_process',
  });
}
