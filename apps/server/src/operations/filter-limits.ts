/** What bounds a filter that asks for anything: the right to read what it speaks of, and time. */
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import type { Tx } from '../db/connect.ts';
import { sqlState } from '../db/faults.ts';
import type { Standing } from '../resource-kit/operation-context.ts';
import type { Needs } from './filter-input.ts';
import type { CheckedInput } from './input.ts';

const mostSeconds = 3;
const cancelled = '57014';

/** Of each statement that follows in the transaction; sent ahead of them. */
export function limitTime(tx: Tx): void {
  const set = tx`select set_config('statement_timeout', ${String(mostSeconds * 1000)}, true)`;
  // Where it fails, so does what follows, and that is told.
  set.catch(() => {});
}

/** By what a filter finds, a caller would learn what may not be read. */
export function refuseNeeds(needs: Needs, { scopes, features }: Standing): ApiError | undefined {
  const missing = [...needs.scopes].filter((scope) => !scopes.has(scope));
  if (missing.length > 0) {
    return new ApiError('forbidden', `The filter needs the scope ${missing.join(' and ')}.`, {
      reason: 'missing_scope',
      scopes: missing,
    });
  }
  const feature = [...needs.features].find((each) => !features.has(each));
  if (!feature) return undefined;
  return new ApiError('forbidden', `The workspace does not include the feature "${feature}".`, {
    reason: 'feature_not_included',
    feature,
  });
}

/** What was cancelled for taking too long, as the fault of the filter. */
export function tooMuch(error: unknown, { needs }: CheckedInput): unknown {
  if (!needs || sqlState(error) !== cancelled) return error;
  const message = `takes more than ${mostSeconds} s: ask for less, such as a shorter \`within\`, or add created_after`;
  const fault = invalidRequest([{ path: 'query.filter', message }]);
  return Object.assign(fault, { cause: error });
}
