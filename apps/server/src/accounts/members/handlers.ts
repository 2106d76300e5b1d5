import type { HandlersOf } from '@footfall/contract/operation';
import type { userOperations } from '@footfall/contract/users';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import { listMembers, selectMember } from './store.ts';

export const memberHandlers: HandlersOf<typeof userOperations, OperationContext> = {
  async listUsers({ tx, workspaceId, permissions }, { query }) {
    const { role } = permissions;
    const page = orderedPageOf(query, '-joined_at');
    return listMembers(tx, workspaceId, query.role, page, role === 'admin');
  },

  async getUser({ tx, workspaceId }, { params }) {
    return { data: existing(await selectMember(tx, workspaceId, params.id), 'member') };
  },
};
