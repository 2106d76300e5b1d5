/** What bounds what may ask for anything: time. */
import { invalidRequest } from '@footfall/contract/errors';
import type { TimeLimit } from '@footfall/contract/operation';
import type { Tx } from '../../platform/db/connect.ts';
import { isOfRemovedEvents, isTimeout } from '../../platform/db/faults.ts';

/** Of each statement that follows in the transaction. */
export async function limitTime(tx: Tx, { seconds }: TimeLimit): Promise<void> {
  await tx`select set_config('statement_timeout', ${String(seconds * 1000)}, true)`;
}

export function shortened(limit: TimeLimit | undefined, mostSeconds: number) {
  return limit && { ...limit, seconds: Math.min(limit.seconds, mostSeconds) };
}

/** What was cancelled for taking too long, as the fault of what was asked for. */
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
