import { ApiError } from '@footfall/contract/errors';

/** The same for an id that does not exist and one of another workspace. */
function notFound(what: string): ApiError {
  return new ApiError('not_found', `There is no such ${what} in this workspace.`);
}

/** @throws ApiError not_found when there is no record */
export function existing<T>(record: T | undefined, what: string): T {
  if (record === undefined) throw notFound(what);
  return record;
}
