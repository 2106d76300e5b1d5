import type { HandlersOf } from '@footfall/contract/operation';
import type { personalityOperations } from '@footfall/contract/personalities';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { ofPerson } from '../../records/person/survivors.ts';
import { asOfToday, computePersonalities, selectPersonality } from './store.ts';

export const personalityHandlers: HandlersOf<typeof personalityOperations, OperationContext> = {
  async getIdentityPersonality({ tx, workspaceId }, { params }) {
    const personality = await ofPerson(tx, workspaceId, params.id, (id) =>
      selectPersonality(tx, workspaceId, id),
    );
    const existingPersonality = existing(personality, 'identity');
    const [computed] = existingPersonality.stored
      ? [existingPersonality.stored]
      : await computePersonalities(tx, workspaceId, [existingPersonality.identityId]);
    return {
      data: asOfToday(workspaceId, existingPersonality.identityId, existing(computed, 'identity')),
    };
  },
};
