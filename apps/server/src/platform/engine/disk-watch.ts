/** Watches the embedded database's disk, and warns in the log before it is full. */
import { statfs } from 'node:fs/promises';

/** From this usage on, it warns. */
export const fullPart = 0.9;
/** One journal segment: PostgreSQL needs at least this to start and run. */
export const leastMegabytes = 16;
const lookEveryMs = 2_000;
const warnAgainMs = 60 * 60_000;

export interface DiskUse {
  /** As in `df`: relative to what this user can use. */
  usedPart: number;
  freeMegabytes: number;
  /** Total size. */
  allMegabytes: number;
}

export async function diskUse(path: string): Promise<DiskUse> {
  const { blocks, bfree, bavail, bsize } = await statfs(path);
  const used = blocks - bfree;
  return {
    usedPart: used + bavail === 0 ? 1 : used / (used + bavail),
    freeMegabytes: Math.floor((bavail * bsize) / 1024 / 1024),
    allMegabytes: Math.floor((blocks * bsize) / 1024 / 1024),
  };
}

export interface DiskWatch {
  /** Undefined before the first check. */
  use(): DiskUse | undefined;
  /** The ballast was freed: store nothing until there is space again. */
  isOnReserve(): boolean;
  /** Whether a full disk explains a failure. Some file systems report usage wrongly, so never reject requests for it. */
  isFull(): boolean;
  stop(): void;
}

export interface DiskWatchOptions {
  onWarning(use: DiskUse): void;
  isOnReserve(): boolean;
}

export function watchDisk(path: string, { onWarning, isOnReserve }: DiskWatchOptions): DiskWatch {
  let lastUse: DiskUse | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    lastUse = await diskUse(path).catch(() => undefined);
    const isDue = performance.now() - warnedAt >= warnAgainMs;
    if (!lastUse || lastUse.usedPart < fullPart || !isDue) return;
    warnedAt = performance.now();
    onWarning(lastUse);
  };
  void look();
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return {
    use: () => lastUse,
    isOnReserve,
    isFull: () =>
      isOnReserve() || (lastUse !== undefined && lastUse.freeMegabytes < leastMegabytes),
    stop: () => clearInterval(timer),
  };
}
