/** Time limits for arbitrary queries. */
import { invalidRequest } from '@footfall/contract/errors';
import type { TimeLimit } from '@footfall/contract/operation';
import { isOfRemovedEvents, isTimeout } from '../../platform/db/faults.ts';

/** The operation's limit, or a shorter one of its parameters, such as a filter. */
export function shortest(own: TimeLimit | undefined, other: TimeLimit | undefined) {
  if (!own || !other) return own ?? other;
  return { ...own, seconds: Math.min(own.seconds, other.seconds) };
}

export function shortened(limit: TimeLimit | undefined, mostSeconds: number) {
  return limit && { ...limit, seconds: Math.min(limit.seconds, mostSeconds) };
}

/** Turns a timeout into the request's fault. */
export function tooMuch(error: unknown, limit: TimeLimit | undefined): unknown {
  if (isOfRemovedEvents(error)) {
    const message = `covers a time with deleted events: ${error.message}. Use a shorter \`within\``;
    const fault = invalidRequest([{ path: limit?.path ?? 'query.filter', message }]);
    return Object.assign(fault, { cause: error });
  }
  if (!limit || !isTimeout(error)) return error;
  const { path, seconds, advice } = limit;
  const fault = invalidRequest([{ path, message: `takes more than ${seconds} s: ${advice}` }]);
  return Object.assign(fault, { cause: error });
}
