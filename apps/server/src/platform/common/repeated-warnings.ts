/** Limits repeated warnings, which would fill the disk while a database is unavailable. */
import { RecentEntries } from './recent-entries.ts';
import { systemCode } from './start-error.ts';

interface Log {
  warn(of: Record<string, unknown>, message: string): void;
}

type Warn = (err: unknown, message: string, of?: Record<string, unknown>) => void;

const pauseMs = 60_000;
const mostKinds = 1_000;

/** Writes each kind of warning once a minute. */
export class RepeatedWarnings {
  readonly #written = new RecentEntries<{ at: number; leftOut: number }>(mostKinds);

  /**
   * Same code, message and `of`, such as a workspace, count as the same warning. The next one written includes the
   * number omitted.
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

/** For a process's loops. */
export function repeatedWarnings(log: Log): Warn {
  const warnings = new RepeatedWarnings();
  return (err, message, of) => warnings.write(log, err, message, of);
}
