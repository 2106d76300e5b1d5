/**
 * Writes rejected messages on a separate connection, so that they do not delay valid ones. Beyond its speed,
 * or out of proportion to the bytes sent, they are rejected but not kept.
 */

import { selectLiveKeys } from '../../accounts/keys/store.ts';
import { byServer, type Database } from '../../platform/db/connect.ts';
import { Allowances } from './allowances.ts';
import { takeFairly } from './fair-share.ts';
import type { KnownErasures } from './known-erasures.ts';
import type { FailedMessage } from './message.ts';
import { insertRejectedEvents } from './rejected-events.ts';
import type { StoreFaults } from './store-faults.ts';
import { bytesOfFailed } from './stored-size.ts';

export interface Refused {
  failed: FailedMessage[];
  workspaceId: string;
  network: string;
  /** Size of the request as sent. */
  wireBytes: number;
}

interface Waiting {
  failed: FailedMessage[];
  workspaceId: string;
  network: string;
  size: number;
  bytes: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

type OnCommit = (messages: number, seconds: number) => void;

/** Bytes kept per byte on the wire. */
const mostPerWireByte = 2;
const queueBytes = 4 * 1024 * 1024;
const group = { size: 500, bytes: 512 * 1024 };

export class FailedLane {
  readonly #db: Database;
  readonly #lane: number;
  readonly #faults: StoreFaults;
  readonly #onCommit: OnCommit;
  readonly #erasures: KnownErasures;
  readonly #queue: Waiting[] = [];
  readonly #allowances = new Allowances({ bytes: 64 * 1024, bytesPerSecond: 256 });
  #bytes = 0;
  #running: Promise<void> | undefined;

  /** `lane`: of `Database.workspaceSeries`, used only here. */
  constructor(
    db: Database,
    lane: number,
    {
      faults,
      onCommit,
      erasures,
    }: { faults: StoreFaults; onCommit: OnCommit; erasures: KnownErasures },
  ) {
    this.#db = db;
    this.#erasures = erasures;
    this.#lane = lane;
    this.#faults = faults;
    this.#onCommit = onCommit;
  }

  /** Resolves once those to keep are stored. */
  keep({ failed, workspaceId, network, wireBytes }: Refused): Promise<void> {
    const kept = this.#affordable(failed, `${failed[0]?.key.id} ${network}`, wireBytes);
    const bytes = bytesOfFailed(kept);
    const isFull = this.#bytes + bytes > queueBytes || this.#bytesOf(workspaceId) > queueBytes / 4;
    if (kept.length === 0 || isFull) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const size = kept.length;
      this.#queue.push({ failed: kept, workspaceId, network, size, bytes, resolve, reject });
      this.#bytes += bytes;
      this.#running ??= this.#work().finally(() => {
        this.#running = undefined;
      });
    });
  }

  async drain(): Promise<void> {
    await this.#running;
  }

  /** Keeps the first ones in proportion, and as many more as the sender's allowance covers. */
  #affordable(failed: FailedMessage[], who: string, wireBytes: number): FailedMessage[] {
    let due = wireBytes * mostPerWireByte;
    return failed.filter((message) => {
      const cost = bytesOfFailed([message]);
      const beyond = Math.max(0, cost - due);
      if (beyond > 0 && !this.#allowances.take(who, beyond)) return false;
      due = Math.max(0, due - cost);
      return true;
    });
  }

  #bytesOf(workspaceId: string): number {
    const own = this.#queue.filter((waiting) => waiting.workspaceId === workspaceId);
    return own.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async #work(): Promise<void> {
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      const taken = takeFairly(this.#queue, group);
      const started = performance.now();
      try {
        await this.#faults.watch('rejected', this.#write(taken));
        const size = taken.reduce((sum, waiting) => sum + waiting.size, 0);
        this.#onCommit(size, (performance.now() - started) / 1000);
        for (const { resolve } of taken) resolve();
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
      for (const { bytes } of taken) this.#bytes -= bytes;
    }
  }

  async #write(taken: Waiting[]): Promise<void> {
    const byWorkspace = new Map<string, FailedMessage[]>();
    for (const { workspaceId, failed } of taken) {
      byWorkspace.set(workspaceId, [...(byWorkspace.get(workspaceId) ?? []), ...failed]);
    }
    const write = (ids: string[]) =>
      this.#db.workspaceSeries(this.#lane, ids[0] ?? '', async (enter) => {
        for (const workspaceId of ids) {
          const failed = byWorkspace.get(workspaceId) ?? [];
          const tx = enter(workspaceId);
          const ids = [...new Set(failed.map(({ key }) => key.id))];
          const live = await selectLiveKeys(tx, workspaceId, ids);
          const allowed = failed.filter(({ key }) => live.has(key.id));
          const kept = await this.#erasures.admitFailed(tx, workspaceId, allowed);
          if (kept.length > 0) await insertRejectedEvents(tx, workspaceId, kept);
        }
      });
    // One unavailable server must not block the others' writes.
    const written = await Promise.allSettled(
      (await byServer(this.#db, [...byWorkspace.keys()])).map(write),
    );
    for (const result of written) if (result.status === 'rejected') throw result.reason;
  }
}
