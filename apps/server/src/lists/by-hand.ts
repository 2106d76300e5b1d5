import { ApiError } from '@footfall/contract/errors';
import type { VisitorList } from '@footfall/contract/list-record';

/** @throws ApiError conflict */
export function requireByHand({ filter }: VisitorList): void {
  if (filter === undefined) return;
  throw new ApiError(
    'conflict',
    'The members of this list follow from its filter. Change the filter, or put people on a list without one.',
  );
}
