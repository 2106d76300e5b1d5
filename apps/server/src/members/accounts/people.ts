/** People as accounts, whatever workspaces they are members of. */
import type { OwnAccount } from '@footfall/contract/account';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../db/connect.ts';
import { setPassword } from './passwords.ts';
import { hashToken, makeToken } from './tokens.ts';

export interface Person {
  id: string;
  email: string;
  name: string;
  is_verified: boolean;
  /** There is something to sign in by. */
  can_sign_in: boolean;
}

export async function findPerson(tx: Tx, email: string): Promise<Person | undefined> {
  const [row] = await tx<Person[]>`
    select u.id, u.email, u.name, u.email_verified as is_verified,
           exists (select from user_accounts a where a.user_id = u.id)
             or exists (select from user_passkeys p where p.user_id = u.id) as can_sign_in
    from users u where lower(u.email) = lower(${email})`;
  return row;
}

/** What somebody sees of their own account. */
export async function selectOwnAccount(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<OwnAccount | undefined> {
  const [row] = await tx<(Omit<OwnAccount, 'user'> & OwnAccount['user'])[]>`
    select u.id, u.email, u.name, u.username, u.avatar, u.language, u.two_factor_enabled as has_totp,
           exists (select from user_accounts a where a.user_id = u.id and a.password is not null) as has_password,
           (select count(*)::integer from user_passkeys p where p.user_id = u.id) as passkeys, s.proved_by
    from users u join user_sessions s on s.user_id = u.id and s.id = ${sessionId}
    where u.id = ${userId}`;
  if (!row) return undefined;
  const { has_password, has_totp, passkeys, proved_by, ...user } = row;
  return { user, has_password, has_totp, passkeys, proved_by };
}

export interface Profile {
  name?: string;
  username?: string;
  avatar?: string;
  language?: string;
}

export async function updateProfile(tx: Tx, userId: string, profile: Profile): Promise<void> {
  const { name = null, username = null, avatar = null, language = null } = profile;
  await tx`
    update users set name = coalesce(${name}, name), username = coalesce(${username}, username),
                     avatar = coalesce(${avatar}, avatar), language = coalesce(${language}, language),
                     updated_at = now()
    where id = ${userId}`;
}

/** In which somebody reads; English where nobody has the address. */
export async function selectLanguage(tx: Tx, email: string): Promise<string> {
  const [row] = await tx<{ language: string }[]>`
    select language from users where lower(email) = lower(${email})`;
  return row?.language ?? 'en';
}

/** Whether anybody can sign in. */
export async function canAnybodySignIn(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ is_so: boolean }[]>`
    select exists (select from user_accounts) or exists (select from user_passkeys) as is_so`;
  return row?.is_so ?? false;
}

export interface AccountFacts {
  email: string;
  name: string;
  passwordHash: string;
  /** It was proved whose the address is. */
  isVerified: boolean;
}

/** Gives the person of the address a password, making the person where there is none; returns the id. */
export async function openAccount(tx: Tx, facts: AccountFacts): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into users (id, email, name, email_verified)
    values (${uuidv7()}, ${facts.email.toLowerCase()}, ${facts.name}, ${facts.isVerified})
    on conflict (lower(email)) do update
    set email = excluded.email, name = excluded.name, email_verified = users.email_verified or excluded.email_verified, updated_at = excluded.updated_at
    returning id`;
  if (!row) throw new Error('upsert returned no row');
  await setPassword(tx, row.id, facts.passwordHash);
  return row.id;
}

/**
 * The first proof of whose the address is takes the account from whoever made it without one: what else they could
 * sign in by is no good any more.
 */
export async function proveAddress(tx: Tx, userId: string): Promise<void> {
  const proved = await tx`
    update users set email_verified = true, two_factor_enabled = false, updated_at = now()
    where id = ${userId} and not email_verified returning id`;
  if (proved.length === 0) return;
  await removeSecondFactors(tx, userId);
  await tx`delete from user_accounts where user_id = ${userId} and provider_id <> 'credential'`;
}

export async function removeSecondFactors(tx: Tx, userId: string): Promise<void> {
  await tx`update users set two_factor_enabled = false, updated_at = now() where id = ${userId}`;
  await tx`delete from user_two_factors where user_id = ${userId}`;
  await tx`delete from user_passkeys where user_id = ${userId}`;
}

/** Whose password a link lets choose; better-auth keeps such tokens so. */
export async function findResetter(tx: Tx, token: string) {
  const [row] = await tx<{ email: string; name: string }[]>`
    select u.email, u.name from user_verifications v join users u on u.id::text = v.value
    where v.identifier = ${resetIdentifier(token)} and v.expires_at > now()`;
  return row;
}

/** A link of the operator, good for a day; returns its token. */
export async function makeResetToken(tx: Tx, userId: string): Promise<string> {
  const token = makeToken();
  await tx`
    insert into user_verifications (id, identifier, value, expires_at)
    values (${uuidv7()}, ${resetIdentifier(token)}, ${userId}, now() + interval '1 day')`;
  return token;
}

function resetIdentifier(token: string): string {
  return hashToken(`reset-password:${token}`).toString('base64url');
}
