/** Who may come by the operator's OpenID provider, which says whose an address is, and where they become members. */
import type { WorkspaceRole } from '@footfall/contract/access';
import type { Tx } from '../../db/connect.ts';
import { ensureFirstWorkspace } from '../../workspaces/store.ts';
import { deleteInvitationsTo } from '../invitations.ts';
import { joinWorkspace } from '../store.ts';

/** Invited, or of one of these domains. */
export async function mayJoin(tx: Tx, email: string, domains: string[]): Promise<boolean> {
  if (isOfDomain(email, domains)) return true;
  return (await invitationsTo(tx, email)).length > 0;
}

/** Of somebody who is a member of nothing yet; by a domain alone they may look at the first workspace. */
export async function joinByProvider(tx: Tx, userId: string, domains: string[]): Promise<void> {
  const [user] = await tx<{ email: string; is_member: boolean }[]>`
    select email, exists (select from workspace_members m where m.user_id = users.id) as is_member
    from users where id = ${userId}`;
  if (!user || user.is_member) return;
  const { email } = user;
  const invitations = await invitationsTo(tx, email);
  for (const { workspace_id, role } of invitations) {
    await joinWorkspace(tx, workspace_id, userId, role);
    await deleteInvitationsTo(tx, workspace_id, email);
  }
  if (invitations.length > 0 || !isOfDomain(email, domains)) return;
  const { id } = await ensureFirstWorkspace(tx);
  await joinWorkspace(tx, id, userId, 'viewer');
}

/** The provider says whose the address is: somebody who has nothing to sign in by comes in by that. */
export async function proveUnused(tx: Tx, email: string): Promise<void> {
  await tx`
    update users u set email_verified = true, updated_at = now()
    where lower(u.email) = lower(${email}) and not u.email_verified
      and not exists (select from user_accounts a where a.user_id = u.id)
      and not exists (select from user_passkeys p where p.user_id = u.id)`;
}

function invitationsTo(tx: Tx, email: string) {
  return tx<{ workspace_id: string; role: WorkspaceRole }[]>`
    select workspace_id, workspace_role as role from invitations
    where lower(email) = lower(${email}) and expires_at > now()`;
}

function isOfDomain(email: string, domains: string[]): boolean {
  return domains.includes(email.toLowerCase().split('@').at(-1) ?? '');
}
