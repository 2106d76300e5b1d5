/** The link to the first account: new at each start while nobody can sign in, valid once, for a day. */
import { ApiError } from '@footfall/contract/errors';
import type { Tx } from '../../platform/db/connect.ts';
import { addMember, administerTheRest } from '../members/store.ts';
import { ensureFirstWorkspace } from '../workspaces/store.ts';
import { type AccountFacts, canAnybodySignIn, openAccount } from './people.ts';
import { hashToken, makeToken } from './tokens.ts';

/** Undefined if somebody can sign in. */
export async function makeWelcomeToken(tx: Tx): Promise<string | undefined> {
  if (await canAnybodySignIn(tx)) return undefined;
  const token = makeToken();
  await tx`
    update account_secrets
    set welcome_hash = ${hashToken(token)}, welcome_expires_at = now() + interval '1 day'`;
  return token;
}

export async function isWelcome(tx: Tx, token: string): Promise<boolean> {
  const rows = await tx`
    select from account_secrets
    where welcome_hash = ${hashToken(token)} and welcome_expires_at > now() for update`;
  return rows.length > 0 && !(await canAnybodySignIn(tx));
}

/** Creates the administrator of the first and of memberless workspaces. @throws ApiError not_found if the link is invalid */
export async function openFirstAccount(
  tx: Tx,
  token: string,
  facts: Omit<AccountFacts, 'isVerified'>,
): Promise<{ userId: string; workspaceId: string }> {
  if (!(await isWelcome(tx, token))) throw noSuchLink();
  const { id: workspaceId } = await ensureFirstWorkspace(tx);
  const { email, name } = facts;
  await addMember(tx, { workspaceId, email, name, role: 'admin' });
  const userId = await openAccount(tx, { ...facts, isVerified: true });
  await administerTheRest(tx, userId);
  await tx`update account_secrets set welcome_hash = null, welcome_expires_at = null`;
  return { userId, workspaceId };
}

/** The same for links that were used, expired, or never existed. */
export function noSuchLink(): ApiError {
  return new ApiError('not_found', 'This link has expired or was used. Request a new one.');
}
