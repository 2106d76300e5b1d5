/** Why a caller may not run an operation, whatever it is asked for. */
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
  return new ApiError('forbidden', `The workspace does not include the feature "${feature}".`, {
    reason: 'feature_not_included',
    feature,
  });
}

function secondFactorNeeded(): ApiError {
  return new ApiError(
    'forbidden',
    'The workspace asks for a second factor: set one up in your account, or sign in with the one you have.',
    { reason: 'second_factor_needed' },
  );
}

/** After everything else, so that nobody proves who they are for what is refused anyway. */
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
    `Confirm that it is you: this needs a proof of the last ${proofMinutes} minutes. Send your password to POST /auth/prove, or sign in again.`,
    { reason: 'fresh_proof_needed' },
  );
}

function refuseRole({ roles }: OperationSpec, role: Permissions['role']): ApiError | undefined {
  if (roles === undefined || (role !== undefined && roles.includes(role))) return undefined;
  const message = `This needs the role ${roles.join(' or ')} in the workspace.`;
  return new ApiError('forbidden', message, { reason: 'missing_role', roles: [...roles] });
}

function refuseScope(
  { scopes }: OperationSpec,
  granted: Permissions['scopes'],
): ApiError | undefined {
  if (scopes.length === 0 || scopes.some((scope) => granted.has(scope))) return undefined;
  return missingScope(scopes, { how: 'or' });
}
