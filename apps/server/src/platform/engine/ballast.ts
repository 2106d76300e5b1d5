/**
 * A file that reserves disk space for the database. PostgreSQL needs some to start and replay its journal; on a full disk
 * the file is emptied for that (docs/decisions/0150-a-full-disk.md).
 */
import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { diskUse, leastMegabytes } from './disk-watch.ts';
import { giveToOwner } from './home.ts';

/** Four journal segments: recovery and its checkpoint take one or two. */
const ballastMegabytes = 64;
/** Created only if as much again stays free. */
const roomMegabytes = 2 * ballastMegabytes;
const lookEveryMs = 1_000;
const megabyte = 1024 * 1024;

/** Absent: the disk never had space for the file. */
type State = 'absent' | 'kept' | 'given up';

/** Whether PostgreSQL has no space left to work. */
export async function isDiskOfEngineFull(cluster: string): Promise<boolean> {
  const use = await diskUse(cluster).catch(() => undefined);
  return use !== undefined && use.freeMegabytes < leastMegabytes;
}

/** Empties the file, which also tells the next start that the disk was full. Returns whether that freed anything. */
export async function giveUpBallast(cluster: string): Promise<boolean> {
  if ((await stateOf(cluster)) !== 'kept') return false;
  await truncate(fileIn(cluster), 0);
  return true;
}

export class Ballast {
  readonly #cluster: string;
  readonly #onLog: (line: string) => void;
  #isGivenUp = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(cluster: string, onLog: (line: string) => void) {
    this.#cluster = cluster;
    this.#onLog = onLog;
  }

  /** True until the file is recreated: meanwhile, free space is for the engine only. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Creates the file, and recreates it once there is space. */
  async start(): Promise<void> {
    this.#isGivenUp = (await stateOf(this.#cluster)) === 'given up';
    const look = () => {
      this.#looking = this.#looking.then(() => this.#look()).catch(() => undefined);
    };
    look();
    this.#timer = setInterval(look, lookEveryMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Returns whether that freed anything. */
  async giveUp(): Promise<boolean> {
    const hasFreed = await giveUpBallast(this.#cluster);
    this.#isGivenUp ||= hasFreed;
    return hasFreed;
  }

  async #look(): Promise<void> {
    const state = await stateOf(this.#cluster);
    if (this.#isStopped || state === 'kept') return;
    const { freeMegabytes } = await diskUse(this.#cluster);
    if (freeMegabytes < roomMegabytes) return;
    await this.#make();
    if (this.#isGivenUp) this.#onLog('The disk has room again; storing messages');
    this.#isGivenUp = false;
  }

  async #make(): Promise<void> {
    const draft = `${fileIn(this.#cluster)}.new`;
    try {
      const file = await open(draft, 'w', 0o600);
      try {
        // Not zeros, which some file systems do not store.
        const filling = randomBytes(megabyte);
        for (let n = 0; n < ballastMegabytes && !this.#isStopped; n++) await file.write(filling);
      } finally {
        await file.close();
      }
      // Root may run the service now, and another user next time.
      await giveToOwner(this.#cluster, draft);
      if (!this.#isStopped) await rename(draft, fileIn(this.#cluster));
    } finally {
      await rm(draft, { force: true });
    }
  }
}

/** Inside the cluster's folder, so that it is on the database's disk. */
function fileIn(cluster: string): string {
  return join(cluster, 'footfall.ballast');
}

async function stateOf(cluster: string): Promise<State> {
  const file = await stat(fileIn(cluster)).catch(() => undefined);
  if (file === undefined) return 'absent';
  return file.size === 0 ? 'given up' : 'kept';
}
