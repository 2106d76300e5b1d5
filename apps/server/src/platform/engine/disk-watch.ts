/** How full the disk of the embedded database is, and a warning in the log before it is full. */
import { statfs } from 'node:fs/promises';

/** From this part on there is reason to make room. */
export const fullPart = 0.9;
/** A segment of the journal: PostgreSQL neither starts nor runs for long with less. */
export const leastMegabytes = 16;
const lookEveryMs = 2_000;
const warnAgainMs = 60 * 60_000;

export interface DiskUse {
  /** As `df` has it: of what this user can have. */
  usedPart: number;
  freeMegabytes: number;
  /** Used or not. */
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
  /** Undefined until it was looked. */
  use(): DiskUse | undefined;
  /** The ballast was given up: store nothing until there is room again. */
  isOnReserve(): boolean;
  /** Whether a full disk explains a failure. Some file systems report it wrongly, so it is no reason to refuse anything. */
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
