/** People's accounts, across workspaces. */
import type { OwnAccount } from '@footfall/contract/account';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../../platform/db/connect.ts';
import { setPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { hashToken, makeToken } from './tokens.ts';

export interface Person {
  id: string;
  email: string;
  name: string;
  is_verified: boolean;
  /** The account has a way to sign in. */
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

/** Changes with the password and second factors; '' if nobody has the address. */
export async function selectCredentials(tx: Tx, email: string): Promise<string> {
  const [row] = await tx<{ credentials: string }[]>`
    select concat_ws(' ', u.id,
             (select a.password from user_accounts a where a.user_id = u.id and a.provider_id = 'credential'),
             (select t.id from user_two_factors t where t.user_id = u.id and u.two_factor_enabled),
             (select string_agg(p.id::text, ' ' order by p.id) from user_passkeys p where p.user_id = u.id)) as credentials
    from users u where lower(u.email) = lower(${email})`;
  return row?.credentials ?? '';
}

/** A person's own view of their account. */
export async function selectOwnAccount(
  tx: Tx,
  userId: string,
  sessionId: string,
): Promise<OwnAccount | undefined> {
  const [row] = await tx<(Omit<OwnAccount, 'user'> & OwnAccount['user'])[]>`
    select u.id, u.email, u.name, u.username, u.avatar, u.language, u.two_factor_enabled as has_totp,
           exists (select from user_accounts a where a.user_id = u.id and a.password is not null) as has_password,
           exists (select from user_accounts a where a.user_id = u.id and a.provider_id = 'oidc') as has_provider,
           (select count(*)::integer from user_passkeys p where p.user_id = u.id) as passkeys, s.proved_by
    from users u join user_sessions s on s.user_id = u.id and s.id = ${sessionId}
    where u.id = ${userId}`;
  if (!row) return undefined;
  const { has_password, has_totp, passkeys, has_provider, proved_by, ...user } = row;
  return { user, has_password, has_totp, passkeys, has_provider, proved_by };
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

/** The person's language; English if nobody has the address. */
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
  /** The address was verified. */
  isVerified: boolean;
}

/**
 * Gives a person without sign-in a password, creating them if needed; returns the id. The account is verified only if
 * this password is: earlier verification must not cover an unverified password.
 */
export async function openAccount(tx: Tx, facts: AccountFacts): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into users (id, email, name, email_verified)
    values (${uuidv7()}, ${facts.email.toLowerCase()}, ${facts.name}, ${facts.isVerified})
    on conflict (lower(email)) do update
    set email = excluded.email, name = excluded.name, email_verified = excluded.email_verified, updated_at = excluded.updated_at
    returning id`;
  if (!row) throw new Error('upsert returned no row');
  await setPassword(tx, row.id, facts.passwordHash);
  return row.id;
}

/** Locks the address against changes of its sign-in, or a new account, until the transaction ends. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx`
    insert into users (id, email, name) values (${uuidv7()}, ${email.toLowerCase()}, '')
    on conflict (lower(email)) do update set email = users.email`;
}

/**
 * Removes everything set up in an unverified account: sessions, password, provider, passkeys and codes. A verified
 * account keeps everything. Returns whether it had a way to sign in.
 */
export async function endUnproved(
  tx: Tx,
  userId: string,
  { keepsPassword = false } = {},
): Promise<boolean> {
  // Also locks the row; Citus has no other way.
  const unproved = await tx`
    update users set two_factor_enabled = false where id = ${userId} and not email_verified returning id`;
  if (unproved.length === 0) return false;
  await endSessions(tx, userId);
  const passkeys = await removeSecondFactors(tx, userId);
  // Unfinished sign-ins and earlier links.
  await tx`delete from user_verifications where value = ${userId}`;
  const accounts = await tx`
    delete from user_accounts
    where user_id = ${userId} ${keepsPassword ? tx`and provider_id <> 'credential'` : tx``} returning id`;
  return passkeys + accounts.length > 0;
}

/** The person verified their address, with a newly chosen password or none. */
export async function proveAddress(
  tx: Tx,
  userId: string,
  options: { keepsPassword: boolean },
): Promise<void> {
  await endUnproved(tx, userId, options);
  await tx`
    update users set email_verified = true, updated_at = now()
    where id = ${userId} and not email_verified`;
}

/** Returns the number of passkeys. */
export async function removeSecondFactors(tx: Tx, userId: string): Promise<number> {
  await tx`update users set two_factor_enabled = false, updated_at = now() where id = ${userId}`;
  await tx`delete from user_two_factors where user_id = ${userId}`;
  const passkeys = await tx`delete from user_passkeys where user_id = ${userId} returning id`;
  return passkeys.length;
}

/** The person whose password a link resets; better-auth stores such tokens like this. */
export async function findResetter(tx: Tx, token: string) {
  const [row] = await tx<{ id: string; email: string; name: string }[]>`
    select u.id, u.email, u.name from user_verifications v join users u on u.id::text = v.value
    where v.identifier = ${resetIdentifier(token)} and v.expires_at > now()`;
  return row;
}

/** The person with a correct password and a pending code; `challenge`: from better-auth's cookie. */
export async function findChallenged(tx: Tx, challenge: string) {
  const [row] = await tx<{ id: string; email: string }[]>`
    select u.id, u.email from user_verifications v join users u on u.id::text = v.value
    where v.identifier = ${hashToken(challenge).toString('base64url')} and v.expires_at > now()`;
  return row;
}

/** Creates an operator's link, valid for a day; returns its token. */
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

/** Deletes the account with its sign-ins. False, with nothing done, while the person is a member anywhere. */
export async function deleteAccount(tx: Tx, userId: string): Promise<boolean> {
  // Locks the row: adding the person to a workspace waits, and creates a new account.
  await tx`update users set updated_at = now() where id = ${userId}`;
  const memberships = await tx`select from workspace_members where user_id = ${userId} limit 1`;
  if (memberships.length > 0) return false;
  await removeSecondFactors(tx, userId);
  await endSessions(tx, userId);
  await tx`delete from user_accounts where user_id = ${userId}`;
  await tx`delete from used_codes where user_id = ${userId}`;
  await tx`delete from user_verifications where value = ${userId}`;
  await tx`delete from users where id = ${userId}`;
  return true;
}
