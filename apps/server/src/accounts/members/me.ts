/** The signed-in person, and their workspaces. */

import type { Proof } from '@footfall/contract/account';
import { ApiError } from '@footfall/contract/errors';
import type { Me, meOperations } from '@footfall/contract/me';
import type { HandlersOf } from '@footfall/contract/operation';
import type { Tx } from '../../platform/db/connect.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type {
  MemberSession,
  OperationContext,
} from '../../platform/resource-kit/operation-context.ts';
import { strongProofs } from '../sign-in/sessions.ts';
import { selectSettings } from '../workspaces/settings.ts';
import { selectMember } from './store.ts';

export const meHandlers: HandlersOf<typeof meOperations, OperationContext> = {
  async getMe({ tx, workspaceId, session, permissions }) {
    if (!session) throw nobody();
    const [member, workspace, settings] = await Promise.all([
      selectMember(tx, workspaceId, session.userId),
      selectWorkspaceOf(tx, workspaceId, session),
      selectSettings(tx, workspaceId),
    ]);
    const { id, email, name, username, avatar, language, workspace_role } = existing(
      member,
      'member',
    );
    const { proved_by, ...facts } = existing(workspace, 'workspace');
    const me: Me = {
      user: { id, email, name, username, avatar, language },
      role: workspace_role,
      pii: permissions.hidesPersonal ? 'hidden' : 'shown',
      workspace: { id: workspaceId, ...facts, time_zone: settings.time_zone },
      workspaces: session.workspaces.map(({ id, name, role }) => ({ id, name, role })),
      has_second_factor: proved_by !== null && strongProofs.includes(proved_by),
    };
    return { data: me };
  },
};

function nobody(): ApiError {
  return new ApiError('forbidden', 'The command line has no account. Sign in first.');
}

async function selectWorkspaceOf(tx: Tx, workspaceId: string, { sessionId }: MemberSession) {
  const [row] = await tx<
    {
      name: string;
      features: string[];
      second_factor_required: boolean;
      proved_by: Proof | null;
    }[]
  >`
    select w.name, w.features, w.second_factor_required, s.proved_by
    from workspaces w left join user_sessions s on s.id = ${sessionId}
    where w.workspace_id = ${workspaceId}`;
  return row;
}
