/** Warnings of what is tried again and again: while a database is away they would be 22,000 lines an hour. */
import type { Logger } from 'pino';
import { RecentEntries } from './recent-entries.ts';
import { systemCode } from './start-error.ts';

export type Warn = (err: unknown, message: string, of?: Record<string, unknown>) => void;

const usualPauseMs = 60_000;
const mostKinds = 1_000;

/**
 * Writes the same warning of the same once a minute: that of the same code of error, message and `of`, such as a
 * workspace. The next one has how many were left out before it.
 */
export function repeatedWarnings(log: Logger, pauseMs = usualPauseMs): Warn {
  const written = new RecentEntries<{ at: number; leftOut: number }>(mostKinds);
  return (err, message, of = {}) => {
    const key = [message, systemCode(err), ...Object.values(of)].join(' ');
    const before = written.get(key);
    if (before && performance.now() - before.at < pauseMs) {
      before.leftOut += 1;
      return;
    }
    written.set(key, { at: performance.now(), leftOut: 0 });
    log.warn({ err, ...of, ...(before?.leftOut && { leftOut: before.leftOut }) }, message);
  };
}
