/** Members and invitations, as administrators change them. */

import type { PiiMode } from '@footfall/contract/access';
import { ApiError, invalidRequest } from '@footfall/contract/errors';
import type { MadeInvitation, membershipOperations } from '@footfall/contract/invitations';
import type { HandlersOf } from '@footfall/contract/operation';
import { idBeside } from '../../platform/db/citus/id-beside.ts';
import { inAnotherWorkspace, type Tx } from '../../platform/db/connect.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import { memberId, type OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { listAnswer, pageOf } from '../../platform/resource-kit/paging.ts';
import { invitationMail } from '../sign-in/mail-texts.ts';
import { strongProofs } from '../sign-in/sessions.ts';
import { makeToken } from '../sign-in/tokens.ts';
import { changeWorkspace, createWorkspace, selectWorkspace } from '../workspaces/store.ts';
import {
  countInvitations,
  deleteInvitation,
  deleteInvitationsTo,
  insertInvitation,
  mostInvitations,
  selectInvitation,
  selectInvitations,
} from './invitations.ts';
import {
  changeMember,
  deleteMember,
  isMemberByEmail,
  joinWorkspace,
  languageFor,
  lockAdministrators,
  selectMember,
  selectMemberPii,
  selectProof,
} from './store.ts';

/** Most workspaces per administrator. */
const mostWorkspaces = 50;

export const membershipHandlers: HandlersOf<typeof membershipOperations, OperationContext> = {
  async updateUser({ tx, workspaceId, requireMatch, noteChanges }, { params, body }) {
    const staysOne = body.workspace_role === undefined || body.workspace_role === 'admin';
    await requireAnother(tx, workspaceId, params.id, staysOne);
    const member = existing(await selectMember(tx, workspaceId, params.id), 'member');
    requireMatch(member);
    const former = await selectMemberPii(tx, workspaceId, params.id);
    const { workspace_role = member.workspace_role, pii = former } = body;
    requireAdminSees(workspace_role, pii);
    await changeMember(tx, workspaceId, params.id, { role: workspace_role, pii });
    noteChanges({
      workspace_role: [member.workspace_role, workspace_role],
      pii: [former, pii],
    });
    return { data: { ...member, workspace_role, pii } };
  },

  async removeUser({ tx, workspaceId, requireMatch, noteChanges }, { params }) {
    await requireAnother(tx, workspaceId, params.id, false);
    const member = existing(await selectMember(tx, workspaceId, params.id), 'member');
    requireMatch(member);
    await deleteMember(tx, workspaceId, params.id);
    // Earlier invitations must not let a removed member back in.
    await deleteInvitationsTo(tx, workspaceId, member.email);
    noteChanges({ workspace_role: [member.workspace_role, null] });
    return undefined;
  },

  async listInvitations({ tx, workspaceId }, { query }) {
    const page = pageOf(query);
    const [rows, total] = await Promise.all([
      selectInvitations(tx, workspaceId, page),
      countInvitations(tx, workspaceId),
    ]);
    return listAnswer(rows, page, total);
  },

  async createInvitation(context, { body }) {
    const { tx, workspaceId, actor, publicUrl, mail, noteChanges } = context;
    const { role, pii = 'shown' } = body;
    requireAdminSees(role, pii);
    const email = body.email.trim().toLowerCase();
    if (await isMemberByEmail(tx, workspaceId, email)) {
      throw new ApiError('conflict', `${email} is already a member.`);
    }
    if ((await countInvitations(tx, workspaceId)) >= mostInvitations) {
      throw new ApiError(
        'conflict',
        `The workspace already has ${mostInvitations} open invitations. Withdraw some first.`,
      );
    }
    const workspace = existing(await selectWorkspace(tx, workspaceId), 'workspace');
    const [shownToken, mailedToken] = [makeToken(), makeToken()];
    const inviter = memberId(actor);
    const reader = { to: email, language: await languageFor(tx, email, inviter) };
    const id = await insertInvitation(tx, workspaceId, {
      email,
      role,
      pii,
      invitedBy: inviter,
      shownToken,
      mailedToken,
    });
    noteChanges({ role: [null, role], pii: [null, pii] });
    const made = existing(await selectInvitation(tx, workspaceId, id), 'invitation');
    const link = `${publicUrl}/app/invitation?token=${shownToken}`;
    const data: MadeInvitation = { ...made, link, mail: 'none', is_mailed: false };
    const sender = inviter ?? workspaceId;
    await mail(
      {
        ...invitationMail(reader, publicUrl, { token: mailedToken, workspace: workspace.name }),
        sender,
      },
      (state) => {
        data.mail = state;
        data.is_mailed = state === 'taken' || state === 'waiting';
      },
    );
    return { data };
  },

  async withdrawInvitation({ tx, workspaceId, requireMatch }, { params }) {
    requireMatch(existing(await selectInvitation(tx, workspaceId, params.id), 'invitation'));
    await deleteInvitation(tx, workspaceId, params.id);
    return undefined;
  },

  async createWorkspace({ tx, workspaceId, session, noteChanges }, { body }) {
    const own = session?.workspaces.filter(({ role }) => role === 'admin') ?? [];
    if (own.length >= mostWorkspaces) {
      throw new ApiError(
        'conflict',
        `You are already the admin of ${own.length} workspaces. Delete one first.`,
      );
    }
    // Before entering the other workspace: a concurrent query would run there.
    existing(await selectWorkspace(tx, workspaceId), 'workspace');
    const id = await idBeside(tx);
    const made = await inAnotherWorkspace(tx, { from: workspaceId, to: id }, async () => {
      const workspace = await createWorkspace(tx, body.name.trim(), id);
      if (session) await joinWorkspace(tx, id, session.userId, 'admin');
      return workspace;
    });
    noteChanges({ name: [null, made.name] });
    return { data: { id: made.id, name: made.name, second_factor_required: false } };
  },

  async updateWorkspace({ tx, workspaceId, session, requireMatch, noteChanges }, { body }) {
    const before = existing(await selectWorkspace(tx, workspaceId), 'workspace');
    requireMatch(before);
    if (body.second_factor_required && session) {
      const proof = await selectProof(tx, session.sessionId);
      // Otherwise whoever requires it would be locked out first.
      if (proof === undefined || !strongProofs.includes(proof)) throw ownFactorFirst();
    }
    const after = {
      ...before,
      ...(body.name !== undefined && { name: body.name.trim() }),
      ...(body.second_factor_required !== undefined && {
        second_factor_required: body.second_factor_required,
      }),
    };
    await changeWorkspace(tx, workspaceId, after);
    noteChanges({
      name: [before.name, after.name],
      second_factor_required: [before.second_factor_required, after.second_factor_required],
    });
    return { data: after };
  },
};

/** An administrator could show it to themselves again. @throws ApiError invalid_request */
function requireAdminSees(role: string, pii: PiiMode): void {
  if (role !== 'admin' || pii === 'shown') return;
  const message = 'must be shown for admins. Choose another role, or set pii to shown';
  throw invalidRequest([{ path: 'body.pii', message }]);
}

/** Locks, so that two administrators cannot remove each other at once. @throws ApiError conflict */
async function requireAnother(tx: Tx, workspaceId: string, id: string, staysOne: boolean) {
  const administrators = await lockAdministrators(tx, workspaceId);
  if (staysOne || !administrators.includes(id) || administrators.length > 1) return;
  throw new ApiError('conflict', 'This is the last admin. Make another member an admin first.');
}

function ownFactorFirst(): ApiError {
  return new ApiError(
    'conflict',
    'Set up a second factor and sign in with it before you require one from all members.',
  );
}
