import { ApiError } from '@footfall/contract/errors';

/** What is answered to whoever wants something stored on a disk that is full. */
export function diskIsFull(): ApiError {
  return new ApiError(
    'unavailable',
    'The disk of the database is full, and nothing can be stored. Free some space on it, then send the request again.',
    { reason: 'disk' },
  );
}
