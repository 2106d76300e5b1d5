/**
 * Accepting an invitation: by the signed-in owner of the invited, verified address, or with the link. A link shown to the
 * inviter proves nothing about the address: it opens no account that others rely on, and what was set up in an unverified
 * account never joins another workspace.
 */
import { ApiError } from '@footfall/contract/errors';
import type { Tx } from '../../platform/db/connect.ts';
import {
  endUnproved,
  findPerson,
  lockAddress,
  openAccount,
  type Person,
} from '../sign-in/people.ts';
import { noSuchLink } from '../sign-in/welcome.ts';
import { insertAuditEntry, type Origin } from '../workspaces/audit-log.ts';
import { selectSettings } from '../workspaces/settings.ts';
import { deleteInvitation, type FoundInvitation, findInvitation } from './invitations.ts';
import { joinWorkspace } from './store.ts';

/** `new`: creates an account; `sign_in`: one exists, sign in first; `signed_in`: signed in to it. */
type InvitedAccount = 'new' | 'sign_in' | 'signed_in';

export interface ShownInvitation extends FoundInvitation {
  account: InvitedAccount;
  name: string;
}

/** @throws ApiError not_found */
export async function showInvitation(
  tx: Tx,
  token: string,
  signedInAs: string | undefined,
): Promise<ShownInvitation> {
  const invitation = await findInvitation(tx, token);
  if (!invitation) throw noSuchLink();
  const person = await findPerson(tx, invitation.email);
  const account = await accountFor(tx, invitation, person, signedInAs);
  return { ...invitation, account, name: person?.name ?? '' };
}

/** @throws ApiError forbidden if the link cannot open this kind of account */
async function accountFor(
  tx: Tx,
  { isProved, workspaceId }: FoundInvitation,
  person: Person | undefined,
  signedInAs: string | undefined,
): Promise<InvitedAccount> {
  if (person?.is_verified && person.can_sign_in) {
    return person.id === signedInAs ? 'signed_in' : 'sign_in';
  }
  if (!person || isProved) return 'new';
  const isRelied = person.is_verified || (await isMemberElsewhere(tx, person.id, workspaceId));
  if (isRelied) throw addressNotProved();
  return 'new';
}

export interface Acceptance {
  token: string;
  /** The session's person. */
  signedInAs: string | undefined;
  /** For a new account. */
  name: string;
  passwordHash: string | undefined;
  origin: Origin;
}

export interface Accepted {
  userId: string;
  workspaceId: string;
  /** A new account with a password. */
  isNew: boolean;
}

/** @throws ApiError */
export async function acceptInvitation(tx: Tx, acceptance: Acceptance): Promise<Accepted> {
  const { token, signedInAs, name, passwordHash, origin } = acceptance;
  const invitation = await findInvitation(tx, token);
  if (!invitation) throw noSuchLink();
  const { id, workspaceId, email, role, pii, isProved } = invitation;
  await lockAddress(tx, email);
  const person = await findPerson(tx, email);
  const account = await accountFor(tx, invitation, person, signedInAs);
  if (account === 'sign_in') throw signInFirst(signedInAs !== undefined);
  let userId = person?.id;
  if (account === 'new') {
    if (passwordHash === undefined)
      throw new ApiError('invalid_request', 'Set a password to create your account.');
    if (person) await endUnproved(tx, person.id);
    userId = await openAccount(tx, { email, name, passwordHash, isVerified: isProved });
  }
  if (userId === undefined) throw noSuchLink();
  await joinWorkspace(tx, workspaceId, userId, role, pii);
  await deleteInvitation(tx, workspaceId, id);
  const { ip_anonymisation } = await selectSettings(tx, workspaceId);
  await insertAuditEntry(
    tx,
    workspaceId,
    {
      actor: { kind: 'member', id: userId, email },
      action: 'acceptInvitation',
      resourceType: 'users',
      resourceId: userId,
      changes: { workspace_role: [null, role] },
      origin,
    },
    ip_anonymisation,
  );
  return { userId, workspaceId, isNew: account === 'new' };
}

function signInFirst(isSignedIn: boolean): ApiError {
  return isSignedIn
    ? new ApiError(
        'forbidden',
        'This invitation is for a different email address. Sign in with that address.',
        {
          reason: 'other_account',
        },
      )
    : new ApiError(
        'unauthorized',
        'This email address already has an account. Sign in, then accept the invitation.',
      );
}

async function isMemberElsewhere(tx: Tx, userId: string, workspaceId: string): Promise<boolean> {
  const others = await tx`
    select from workspace_members where user_id = ${userId} and workspace_id <> ${workspaceId} limit 1`;
  return others.length > 0;
}

function addressNotProved(): ApiError {
  return new ApiError(
    'forbidden',
    'This link cannot verify your email address, and the address already has an account. Use the link in the invitation email, or ask the operator for a new link.',
    { reason: 'address_not_proved' },
  );
}
