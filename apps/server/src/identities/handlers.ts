import type { identityOperations } from '@footfall/contract/identities';
import type { HandlersOf } from '@footfall/contract/operation';
import type { suggestionOperations } from '@footfall/contract/suggestions';
import type { Tx } from '../db/connect.ts';
import { createdRange } from '../resource-kit/created-range.ts';
import { existing } from '../resource-kit/not-found.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { listAnswer, pageOf } from '../resource-kit/paging.ts';
import { countActivity, selectActivity } from './activity.ts';
import { countIdentities, type IdentityFilter, selectIdentities, selectIdentity } from './read.ts';
import { countSuggestions, type SuggestionFilter, selectSuggestions } from './suggestions.ts';
import { ofPerson } from './survivors.ts';

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
    const identity = await existingIdentity(tx, workspaceId, params.id);
    const page = pageOf(query);
    const who = identity.name || identity.email || 'Unnamed person';
    const [activity, total] = await Promise.all([
      selectActivity(tx, workspaceId, identity.id, who, page),
      countActivity(tx, workspaceId, identity.id),
    ]);
    return listAnswer(activity, page, total);
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
  const found = await ofPerson(tx, workspaceId, id, (known) =>
    selectIdentity(tx, workspaceId, known),
  );
  return existing(found, 'identity');
}
