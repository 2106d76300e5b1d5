/** Warnings of what fails again and again, at every look or for whoever asks: while a database is away they would fill the disk. */
import { RecentEntries } from './recent-entries.ts';
import { systemCode } from './start-error.ts';

interface Log {
  warn(of: Record<string, unknown>, message: string): void;
}

type Warn = (err: unknown, message: string, of?: Record<string, unknown>) => void;

const pauseMs = 60_000;
const mostKinds = 1_000;

/** What may be written of each kind once a minute. */
export class RepeatedWarnings {
  readonly #written = new RecentEntries<{ at: number; leftOut: number }>(mostKinds);

  /**
   * The same is that of the same code of error, message and `of`, such as a workspace. The next one has how many were
   * left out before it.
   */
  write(log: Log, err: unknown, message: string, of: Record<string, unknown> = {}): void {
    const key = [message, systemCode(err), ...Object.values(of)].join(' ');
    const before = this.#written.get(key);
    if (before && performance.now() - before.at < pauseMs) {
      before.leftOut += 1;
      return;
    }
    this.#written.set(key, { at: performance.now(), leftOut: 0 });
    log.warn({ err, ...of, ...(before?.leftOut && { leftOut: before.leftOut }) }, message);
  }
}

/** For the loops of a process. */
export function repeatedWarnings(log: Log): Warn {
  const warnings = new RepeatedWarnings();
  return (err, message, of) => warnings.write(log, err, message, of);
}
