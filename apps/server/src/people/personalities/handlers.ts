import type { HandlersOf } from '@footfall/contract/operation';
import type { personalityOperations } from '@footfall/contract/personalities';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { ofPerson } from '../../records/person/survivors.ts';
import { asOfToday, computePersonalities, selectPersonality } from './store.ts';

export const personalityHandlers: HandlersOf<typeof personalityOperations, OperationContext> = {
  async getIdentityPersonality({ tx, workspaceId }, { params }) {
    const known = await ofPerson(tx, workspaceId, params.id, (id) =>
      selectPersonality(tx, workspaceId, id),
    );
    const found = existing(known, 'identity');
    const [computed] = found.stored
      ? [found.stored]
      : await computePersonalities(tx, workspaceId, [found.identityId]);
    return { data: asOfToday(workspaceId, found.identityId, existing(computed, 'identity')) };
  },
};
