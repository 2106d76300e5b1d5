import { ApiError } from '@footfall/contract/errors';
import type { VisitorList } from '@footfall/contract/list-record';

/** @throws ApiError conflict */
export function requireByHand({ filter }: VisitorList): void {
  if (filter === undefined) return;
  throw new ApiError(
    'conflict',
    'This list is self-updating. Change its filter, or use a manual list.',
  );
}
