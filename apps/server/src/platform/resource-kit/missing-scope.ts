import type { Scope } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';

/** `how`: `or` if one scope is enough, `and` if all are needed. */
export function missingScope(
  scopes: readonly Scope[],
  { how = 'and', what = 'This' }: { how?: 'or' | 'and'; what?: string } = {},
): ApiError {
  return new ApiError(
    'forbidden',
    `${what} needs the scope ${scopes.join(` ${how} `)}. Use a key with this scope, or ask an admin for a role that includes it.`,
    { reason: 'missing_scope', scopes: [...scopes] },
  );
}
