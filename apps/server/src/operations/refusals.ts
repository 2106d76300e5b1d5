/** Why a caller may not run an operation, whatever it is asked for. */
import type { Feature } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import type { OperationSpec } from '@footfall/contract/operation';
import type { Standing } from '../resource-kit/operation-context.ts';

export function refuse(operation: OperationSpec, standing: Standing): ApiError | undefined {
  const { features, scopes, role } = standing;
  if (standing.lacksSecondFactor && !operation.needsNoSecondFactor) return secondFactorNeeded();
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

function refuseRole({ roles }: OperationSpec, role: Standing['role']): ApiError | undefined {
  if (roles === undefined || (role !== undefined && roles.includes(role))) return undefined;
  const message = `This needs the role ${roles.join(' or ')} in the workspace.`;
  return new ApiError('forbidden', message, { reason: 'missing_role', roles: [...roles] });
}

function refuseScope({ scopes }: OperationSpec, granted: Standing['scopes']): ApiError | undefined {
  if (scopes.length === 0 || scopes.some((scope) => granted.has(scope))) return undefined;
  return new ApiError('forbidden', `The key needs the scope ${scopes.join(' or ')}.`, {
    reason: 'missing_scope',
    scopes: [...scopes],
  });
}
