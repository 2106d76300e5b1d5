import type { Scope } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';

/** `how`: one of them is enough, or all are needed. */
export function missingScope(
  scopes: readonly Scope[],
  { how = 'and', what = 'This' }: { how?: 'or' | 'and'; what?: string } = {},
): ApiError {
  return new ApiError(
    'forbidden',
    `${what} needs the scope ${scopes.join(` ${how} `)}: use a key that has it, or ask an admin for a role that has it.`,
    { reason: 'missing_scope', scopes: [...scopes] },
  );
}
