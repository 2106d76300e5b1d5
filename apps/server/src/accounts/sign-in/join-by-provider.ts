/** Who may sign in through the operator's OpenID provider, which verifies addresses, and where they become members. */
import type { PiiMode, WorkspaceRole } from '@footfall/contract/access';
import type { Tx } from '../../platform/db/connect.ts';
import { deleteInvitationsTo } from '../members/invitations.ts';
import { joinWorkspace } from '../members/store.ts';
import { ensureFirstWorkspace } from '../workspaces/store.ts';
import { findPerson, proveAddress } from './people.ts';
import { insertSecurityEvent } from './security-log.ts';

/** Invited, or in one of these domains. */
export async function mayJoin(tx: Tx, email: string, domains: string[]): Promise<boolean> {
  if (isOfDomain(email, domains)) return true;
  return (await invitationsTo(tx, email)).length > 0;
}

/** For people without memberships; those with only a matching domain become viewers of the first workspace. */
export async function joinByProvider(tx: Tx, userId: string, domains: string[]): Promise<void> {
  // Separately, since Citus cannot search all workspaces per row of a replicated table.
  const [user] = await tx<{ email: string }[]>`select email from users where id = ${userId}`;
  const memberships = await tx`select from workspace_members where user_id = ${userId} limit 1`;
  if (!user || memberships.length > 0) return;
  const { email } = user;
  const invitations = await invitationsTo(tx, email);
  for (const { workspace_id, role, pii } of invitations) {
    await joinWorkspace(tx, workspace_id, userId, role, pii);
    await noteJoined(tx, { userId, email, workspaceId: workspace_id });
    await deleteInvitationsTo(tx, workspace_id, email);
  }
  if (invitations.length > 0 || !isOfDomain(email, domains)) return;
  const { id } = await ensureFirstWorkspace(tx);
  await joinWorkspace(tx, id, userId, 'viewer');
  await noteJoined(tx, { userId, email, workspaceId: id });
}

function noteJoined(
  tx: Tx,
  { userId, email, workspaceId }: { userId: string; email: string; workspaceId: string },
): Promise<void> {
  const actor = { kind: 'member' as const, id: userId, email };
  const event = { event: 'member.joined', outcome: 'success' as const, actor, workspaceId };
  return insertSecurityEvent(tx, { ...event, subject: `users/${userId}` });
}

/** The provider verifies the address: its owner gets in, and anybody who used the account unverified is out. */
export async function proveByProvider(tx: Tx, email: string): Promise<void> {
  const person = await findPerson(tx, email);
  if (person) await proveAddress(tx, person.id, { keepsPassword: false });
}

function invitationsTo(tx: Tx, email: string) {
  return tx<{ workspace_id: string; role: WorkspaceRole; pii: PiiMode }[]>`
    select workspace_id, workspace_role as role, pii from invitations
    where lower(email) = lower(${email}) and expires_at > now()`;
}

function isOfDomain(email: string, domains: string[]): boolean {
  return domains.includes(email.toLowerCase().split('@').at(-1) ?? '');
}
