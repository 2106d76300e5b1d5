/** Bodies and queries of routes outside the contract. */
import { type Issue, invalidRequest } from '@footfall/contract/errors';
import { Closed } from '@footfall/contract/schema';
import type { Static, TObject, TSchema } from 'typebox';
import { partChecker, queryChecker } from '../operations/input.ts';

/** @throws (the returned function) ApiError invalid_request with the faults */
export function bodyOf<P extends Record<string, TSchema>>(properties: P) {
  const check = partChecker('body', Closed(properties));
  return (body: unknown): Static<TObject<P>> => {
    const issues: Issue[] = [];
    const checked = check(body ?? {}, issues);
    if (issues.length > 0) throw invalidRequest(issues);
    return checked as Static<TObject<P>>;
  };
}

/** @throws (the returned function) ApiError invalid_request with the faults */
export function queryOf<S extends TObject>(schema: S) {
  const check = queryChecker(schema);
  return (query: unknown): Static<S> => {
    const issues: Issue[] = [];
    const checked = check(query ?? {}, issues);
    if (issues.length > 0) throw invalidRequest(issues);
    return checked as Static<S>;
  };
}
