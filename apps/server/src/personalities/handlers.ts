import type { HandlersOf } from '@footfall/contract/operation';
import type { personalityOperations } from '@footfall/contract/personalities';
import { timestamp } from '../common/timestamp.ts';
import { ofPerson } from '../identities/survivors.ts';
import { existing } from '../resource-kit/not-found.ts';
import type { OperationContext } from '../resource-kit/operation-context.ts';
import { modelVersion, onDay } from './personality.ts';
import { computePersonalities, selectPersonality } from './store.ts';

export const personalityHandlers: HandlersOf<typeof personalityOperations, OperationContext> = {
  async getIdentityPersonality({ tx, workspaceId }, { params }) {
    const known = await ofPerson(tx, workspaceId, params.id, (id) =>
      selectPersonality(tx, workspaceId, id),
    );
    const found = existing(known, 'identity');
    const [computed] = found.stored
      ? [found.stored]
      : await computePersonalities(tx, workspaceId, [found.identityId]);
    const { lastActiveAt, ...assessment } = existing(computed, 'identity');
    const { intent_score, stage, persona, reasons } = onDay(assessment, lastActiveAt, new Date());
    return {
      data: {
        identity_id: found.identityId,
        workspace_id: workspaceId,
        intent_score,
        stage,
        persona,
        reasons,
        model_version: modelVersion,
        computed_at: timestamp(lastActiveAt),
      },
    };
  },
};
