import { ApiError } from '@footfall/contract/errors';
import type { identityOperations } from '@footfall/contract/identities';
import { parseInstant } from '@footfall/contract/instant';
import type { HandlersOf } from '@footfall/contract/operation';
import type { Tx } from '../db/connect.ts';
import type { OperationContext } from '../operation-context.ts';
import { listAnswer, pageOf } from '../paging.ts';
import { countActivity, selectActivity } from './activity.ts';
import { countIdentities, type IdentityFilter, selectIdentities, selectIdentity } from './store.ts';

export const identityHandlers: HandlersOf<typeof identityOperations, OperationContext> = {
  async listIdentities({ tx, workspaceId }, { query }) {
    const filter: IdentityFilter = {
      isTest: query.test ?? false,
      email: query.email,
      visitorId: query.visitor_id,
      isFavorite: query.is_favorite,
      createdAfter: query.created_after && parseInstant(query.created_after)?.iso,
      createdBefore: query.created_before && parseInstant(query.created_before)?.iso,
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
};

async function existingIdentity(tx: Tx, workspaceId: string, id: string) {
  const identity = await selectIdentity(tx, workspaceId, id);
  if (!identity) throw new ApiError('not_found', 'There is no such identity in this workspace.');
  return identity;
}
