/** What bounds what may ask for anything: the right to read what it speaks of, and time. */
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import type { TimeLimit } from '@footfall/contract/operation';
import type { Tx } from '../db/connect.ts';
import { isTimeout } from '../db/faults.ts';
import type { Standing } from '../resource-kit/operation-context.ts';
import type { Needs } from './needs.ts';

/** Of each statement that follows in the transaction; sent ahead of them. */
export function limitTime(tx: Tx, { seconds }: TimeLimit): void {
  const set = tx`select set_config('statement_timeout', ${String(seconds * 1000)}, true)`;
  // Where it fails, so does what follows, and that is told.
  set.catch(() => {});
}

/** By what a filter finds, a caller would learn what may not be read. */
export function refuseNeeds(needs: Needs, { scopes, features }: Standing): ApiError | undefined {
  const missing = [...needs.scopes].filter((scope) => !scopes.has(scope));
  if (missing.length > 0) {
    return new ApiError(
      'forbidden',
      `What is asked for needs the scope ${missing.join(' and ')}.`,
      {
        reason: 'missing_scope',
        scopes: missing,
      },
    );
  }
  const feature = [...needs.features].find((each) => !features.has(each));
  if (!feature) return undefined;
  return new ApiError('forbidden', `The workspace does not include the feature "${feature}".`, {
    reason: 'feature_not_included',
    feature,
  });
}

/** What was cancelled for taking too long, as the fault of what was asked for. */
export function tooMuch(error: unknown, limit: TimeLimit | undefined): unknown {
  if (!limit || !isTimeout(error)) return error;
  const { path, seconds, advice } = limit;
  const fault = invalidRequest([{ path, message: `takes more than ${seconds} s: ${advice}` }]);
  return Object.assign(fault, { cause: error });
}
