import { ApiError } from '@footfall/contract/errors';

/** The error for a request that needs space on a full disk. */
export function diskIsFull(): ApiError {
  return new ApiError(
    'unavailable',
    'The disk of the database is full. Free disk space, then send the request again.',
    { reason: 'disk' },
  );
}
