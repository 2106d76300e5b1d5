import { ApiError } from '@footfall/contract/errors';

/** The same for an unknown id and one of another workspace. */
function notFound(what: string): ApiError {
  return new ApiError('not_found', `There is no such ${what} in this workspace.`);
}

/** @throws ApiError not_found without a record */
export function existing<T>(record: T | undefined, what: string): T {
  if (record === undefined) throw notFound(what);
  return record;
}
