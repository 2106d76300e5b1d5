import { ApiError } from '@footfall/contract/errors';
import type { HandlersOf } from '@footfall/contract/operation';
import { personalDataHidden } from '@footfall/contract/personal-fields';
import {
  type SearchKind,
  searchKindNames,
  searchKinds,
  searchLimits,
  type searchOperations,
} from '@footfall/contract/search';
import { missingScope } from '../resource-kit/missing-scope.ts';
import type { OperationContext, Permissions } from '../resource-kit/operation-context.ts';
import { readHits, selectCandidates } from './find.ts';

export const searchHandlers: HandlersOf<typeof searchOperations, OperationContext> = {
  async searchRecords({ tx, workspaceId, permissions }, { query }) {
    const { q: text = '', test: isTest = false, limit = searchLimits.defaultHits } = query;
    const named = query.kinds;
    const request = { text, isTest, limit };
    const wanted = new Set(named ?? searchKindNames);
    const kinds = searchedKinds(wanted, named !== undefined, permissions);
    // Every record is found by key, so a generic plan suits all; planning takes longer than the query.
    await tx`set local plan_cache_mode = force_generic_plan`;
    const candidates = await selectCandidates(tx, workspaceId, request, kinds);
    const mayReadPeople = mayRead('identity', permissions);
    const { hits, hasMore } = await readHits(
      tx,
      workspaceId,
      request,
      candidates,
      kinds,
      mayReadPeople,
    );
    return { data: hits, has_more: hasMore };
  },
};

/** @throws ApiError forbidden, with all missing permissions */
function searchedKinds(
  wanted: ReadonlySet<SearchKind>,
  isNamed: boolean,
  rights: Permissions,
): Set<SearchKind> {
  const readable = [...wanted].filter((kind) => mayRead(kind, rights));
  const missing = [...wanted].filter((kind) => !mayRead(kind, rights));
  if (missing.length === 0 || (!isNamed && readable.length > 0)) return new Set(readable);
  const needed = [...new Set(missing.flatMap((kind) => searchKinds[kind].scopes))];
  const unmet = needed.filter((scope) => !rights.scopes.has(scope));
  if (rights.hidesPersonal && wanted.has('identity')) {
    throw personalDataHidden(['identity in query.kinds']);
  }
  if (unmet.length > 0) {
    throw missingScope(unmet, { what: `Searching ${missing.join(', ')}` });
  }
  throw new ApiError(
    'forbidden',
    'The workspace does not include the feature "companies". Ask the operator to enable it.',
    {
      reason: 'feature_not_included',
      feature: 'companies',
    },
  );
}

/** Name and address are search fields of people, and of their leads. */
function mayRead(kind: SearchKind, { scopes, features, hidesPersonal }: Permissions): boolean {
  if (hidesPersonal && kind === 'identity') return false;
  const { feature, scopes: needed } = searchKinds[kind];
  return features.has(feature) && needed.some((scope) => scopes.has(scope));
}
