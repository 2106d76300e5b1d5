import type { identityOperations } from '@footfall/contract/identities';
import type { HandlersOf } from '@footfall/contract/operation';
import type { suggestionOperations } from '@footfall/contract/suggestions';
import { recordChanges } from '../../platform/changes/record.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { createdRange } from '../../platform/resource-kit/created-range.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { listFilterOf } from '../../records/filters/list-filter.ts';
import { activityPage } from '../../records/person/activity.ts';
import { editedBy, lockEditedTraits, storeEdited } from '../../records/person/edited-traits.ts';
import { ofPerson } from '../../records/person/survivors.ts';
import { listConsents } from '../visitors/consents.ts';
import { type Expanded, type IdentityFilter, listIdentities, selectIdentity } from './read.ts';
import { listSuggestions, type SuggestionFilter } from './suggestions.ts';

export const identityHandlers: HandlersOf<
  typeof identityOperations & typeof suggestionOperations,
  OperationContext
> = {
  async listIdentities(context, { query }) {
    const filter: IdentityFilter = {
      isTest: query.test ?? false,
      email: query.email,
      visitorId: query.visitor_id,
      isFavorite: query.is_favorite,
      ...createdRange(query),
      ...listFilterOf(query),
    };
    const { workspaceId } = context;
    return listIdentities(context, workspaceId, filter, orderedPageOf(query), query.expand ?? []);
  },

  async getIdentity({ tx, workspaceId }, { params, query }) {
    return { data: await existingIdentity(tx, workspaceId, params.id, query.expand) };
  },

  async updateIdentity({ tx, workspaceId, requireMatch }, { params, body }) {
    const { id, isTest, edited } = existing(
      await ofPerson(tx, workspaceId, params.id, (currentId) =>
        lockEditedTraits(tx, workspaceId, currentId),
      ),
      'identity',
    );
    const identity = await existingIdentity(tx, workspaceId, id);
    requireMatch(identity);
    const { traits, is_favorite: isFavorite } = body;
    await storeEdited(tx, workspaceId, id, {
      isFavorite,
      traits: traits && {
        all: editedBy(identity.traits, edited, traits),
        names: Object.keys(traits),
      },
    });
    await recordChanges(tx, workspaceId, [{ kind: 'identity', id, isTest }]);
    return { data: await existingIdentity(tx, workspaceId, id) };
  },

  async listIdentityActivity({ tx, workspaceId }, { params, query }) {
    const { id: identityId } = await existingIdentity(tx, workspaceId, params.id);
    const range = createdRange(query);
    return activityPage(tx, workspaceId, { identityId }, range, orderedPageOf(query));
  },

  async listIdentityConsents({ tx, workspaceId }, { params, query }) {
    const { id: identityId } = await existingIdentity(tx, workspaceId, params.id);
    return listConsents(tx, workspaceId, { identityId }, orderedPageOf(query, '-last_given_at'));
  },

  async listSuggestions({ tx, workspaceId }, { query }) {
    const filter: SuggestionFilter = {
      isTest: query.test ?? false,
      identityId: query.identity_id,
      visitorId: query.visitor_id,
    };
    return listSuggestions(tx, workspaceId, filter, orderedPageOf(query));
  },
};

async function existingIdentity(tx: Tx, workspaceId: string, id: string, expand?: Expanded) {
  const identity = await ofPerson(tx, workspaceId, id, (currentId) =>
    selectIdentity(tx, workspaceId, currentId, expand),
  );
  return existing(identity, 'identity');
}
