/** Why a caller may not run an operation. */
import type { Feature } from '@footfall/contract/access';
import { proofMinutes } from '@footfall/contract/account';
import { ApiError } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import { missingScope } from '../../platform/resource-kit/missing-scope.ts';
import type { Permissions } from '../../platform/resource-kit/operation-context.ts';

export function refuse(operation: OperationSpec, permissions: Permissions): ApiError | undefined {
  const { features, scopes, role } = permissions;
  if (permissions.lacksSecondFactor && !operation.needsNoSecondFactor) return secondFactorNeeded();
  if (!features.has(operation.feature)) return missingFeature(operation.feature);
  return refuseRole(operation, role) ?? refuseScope(operation, scopes);
}

export function missingFeature(feature: Feature): ApiError {
  return new ApiError(
    'forbidden',
    `The workspace does not include the feature "${feature}". Ask the operator to enable it.`,
    {
      reason: 'feature_not_included',
      feature,
    },
  );
}

function secondFactorNeeded(): ApiError {
  return new ApiError(
    'forbidden',
    'The workspace requires a second factor. Set one up in your account, or sign in with it.',
    { reason: 'second_factor_needed' },
  );
}

/** Checked last, so that nobody confirms their identity for a request that fails anyway. */
export function refuseOldProof(
  { freshProof }: OperationSpec,
  body: object | undefined,
  { lacksFreshProof }: Permissions,
): ApiError | undefined {
  if (!lacksFreshProof || freshProof === undefined) return undefined;
  const isProtected =
    freshProof === true || freshProof.some((field) => Object.hasOwn(Object(body), field));
  return isProtected ? freshProofNeeded() : undefined;
}

export function freshProofNeeded(): ApiError {
  return new ApiError(
    'forbidden',
    `Confirm your identity: this needs a sign-in or password confirmation in the last ${proofMinutes} minutes. Send your password to POST /auth/prove, or sign in again.`,
    { reason: 'fresh_proof_needed' },
  );
}

function refuseRole({ roles }: OperationSpec, role: Permissions['role']): ApiError | undefined {
  if (roles === undefined || (role !== undefined && roles.includes(role))) return undefined;
  const message = `This needs the role ${roles.join(' or ')} in the workspace. Ask an admin.`;
  return new ApiError('forbidden', message, { reason: 'missing_role', roles: [...roles] });
}

function refuseScope(
  { scopes }: OperationSpec,
  granted: Permissions['scopes'],
): ApiError | undefined {
  if (scopes.length === 0 || scopes.some((scope) => granted.has(scope))) return undefined;
  return missingScope(scopes, { how: 'or' });
}
