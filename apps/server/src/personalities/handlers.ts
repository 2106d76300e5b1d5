import type { HandlersOf } from '@footfall/contract/operation';
import type { personalityOperations } from '@footfall/contract/personalities';
import { timestamp } from '../format.ts';
import { selectIdentity } from '../identities/store.ts';
import { existing } from '../not-found.ts';
import type { OperationContext } from '../operation-context.ts';
import { assess, modelVersion } from './personality.ts';
import { selectBehaviour } from './store.ts';

export const personalityHandlers: HandlersOf<typeof personalityOperations, OperationContext> = {
  async getIdentityPersonality({ tx, workspaceId }, { params }) {
    const identity = existing(await selectIdentity(tx, workspaceId, params.id), 'identity');
    const now = new Date();
    const facts = await selectBehaviour(tx, workspaceId, identity.id, now);
    return {
      data: {
        identity_id: identity.id,
        workspace_id: workspaceId,
        ...assess(facts),
        model_version: modelVersion,
        computed_at: timestamp(now),
      },
    };
  },
};
