/** Filters cannot leak fields the caller may not read. */
import type { Feature, Scope } from '@footfall/contract/access';
import { ApiError } from '@footfall/contract/errors';
import type { CheckedFilter } from '@footfall/contract/filter-check';
import type { RecordKind } from '@footfall/contract/filter-fields';
import { missingScope } from '../../platform/resource-kit/missing-scope.ts';
import type { Permissions } from '../../platform/resource-kit/operation-context.ts';
import { leavesOf } from './leaves.ts';

export interface Rights {
  scopes: Set<Scope>;
  features: Set<Feature>;
}

const ofKind: Record<RecordKind, { scope?: Scope; feature?: Feature }> = {
  lead: { scope: 'leads:read' },
  visitor: { scope: 'visitors:read' },
  identity: { scope: 'visitors:read' },
  session: { scope: 'visitors:read' },
  event: { scope: 'visitors:read' },
  visit: { scope: 'visitors:read' },
  company: { scope: 'companies:read', feature: 'companies' },
  conversion: { scope: 'conversions:read', feature: 'conversions' },
  campaign: { scope: 'campaigns:read', feature: 'campaigns' },
  list: { scope: 'visitors:read', feature: 'lists' },
};

/** Adds the rights for other kinds of records in the filter. */
export function addNeeds(rights: Rights, filter: CheckedFilter): void {
  for (const leaf of leavesOf(filter)) {
    if (leaf.is !== 'did') for (const kind of leaf.path.relations) addKind(rights, kind);
    else {
      addKind(rights, 'event');
      if (leaf.where) addNeeds(rights, leaf.where);
    }
  }
}

export function addKind({ scopes, features }: Rights, kind: RecordKind): void {
  const { scope, feature } = ofKind[kind];
  if (scope) scopes.add(scope);
  if (feature) features.add(feature);
}

export function refuseNeeds(
  needs: Rights,
  { scopes, features }: Permissions,
): ApiError | undefined {
  const missing = [...needs.scopes].filter((scope) => !scopes.has(scope));
  if (missing.length > 0) return missingScope(missing);
  const feature = [...needs.features].find((each) => !features.has(each));
  if (!feature) return undefined;
  return new ApiError(
    'forbidden',
    `The workspace does not include the feature "${feature}". Ask the operator to enable it.`,
    {
      reason: 'feature_not_included',
      feature,
    },
  );
}
