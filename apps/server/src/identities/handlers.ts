import type { identityOperations } from '@footfall/contract/identities';
import type { HandlersOf } from '@footfall/contract/operation';
import type { suggestionOperations } from '@footfall/contract/suggestions';
import type { Tx } from '../db/connect.ts';
import { createdRange } from '../resource-kit/created-range.ts';
import { existing } from '../resource-kit/not-found.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { listAnswer, pageOf } from '../resource-kit/paging.ts';
import { activityPage } from './activity.ts';
import { countIdentities, type IdentityFilter, selectIdentities, selectIdentity } from './read.ts';
import { countSuggestions, type SuggestionFilter, selectSuggestions } from './suggestions.ts';

export const identityHandlers: HandlersOf<
  typeof identityOperations & typeof suggestionOperations,
  OperationContext
> = {
  async listIdentities({ tx, workspaceId }, { query }) {
    const filter: IdentityFilter = {
      isTest: query.test ?? false,
      email: query.email,
      visitorId: query.visitor_id,
      isFavorite: query.is_favorite,
      ...createdRange(query),
    };
    const page = pageOf(query);
    const [identities, total] = await Promise.all([
      selectIdentities(tx, workspaceId, filter, page),
      countIdentities(tx, workspaceId, filter),
    ]);
    return listAnswer(identities, page, total);
  },

  async getIdentity({ tx, workspaceId }, { params }) {
    return { data: await existingIdentity(tx, workspaceId, params.id) };
  },

  async listIdentityActivity({ tx, workspaceId }, { params, query }) {
    const { id: identityId } = await existingIdentity(tx, workspaceId, params.id);
    return activityPage(tx, workspaceId, { identityId }, pageOf(query));
  },

  async listSuggestions({ tx, workspaceId }, { query }) {
    const filter: SuggestionFilter = {
      isTest: query.test ?? false,
      identityId: query.identity_id,
      visitorId: query.visitor_id,
    };
    const page = pageOf(query);
    const [suggestions, total] = await Promise.all([
      selectSuggestions(tx, workspaceId, filter, page),
      countSuggestions(tx, workspaceId, filter),
    ]);
    return listAnswer(suggestions, page, total);
  },
};

async function existingIdentity(tx: Tx, workspaceId: string, id: string) {
  return existing(await selectIdentity(tx, workspaceId, id), 'identity');
}
