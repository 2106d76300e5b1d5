/**
 * The role for requests. `footfall_app` cannot log in and holds the grants; each database has a login role
 * that is its member, so that databases on one server do not share a password. Only the owner can read the
 * login's name and password.
 */
import { randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { StartError } from '../common/start-error.ts';
import { groupRole, ifAllowed, restrictApplication } from './application-rights.ts';

/** Longer than any operation needs; a longer statement is a fault or an attack. */
const statementTimeout = '10s';
/** After a connection goes silent, its transaction must not hold locks while the request is retried. */
const idleTimeout = '12s';

export async function ensureGroupRole(owner: postgres.ISql): Promise<void> {
  const [role] = await owner`select from pg_roles where rolname = ${groupRole}`;
  if (role) return;
  try {
    await owner.unsafe(`create role ${groupRole} nologin`);
  } catch (error) {
    // Another process created it meanwhile.
    if (hasCode(error, '42710') || hasCode(error, '23505')) return;
    throw roleError(error);
  }
}

/**
 * Creates this database's login role if missing, also after a restore elsewhere. Otherwise resets its
 * password and limits, since PostgreSQL lets every role change its own.
 */
export async function ensureLoginRole(owner: postgres.TransactionSql): Promise<void> {
  await restrictApplication(owner);
  await owner`
    insert into application_login (only_row, role_name, password)
    values (true, ${`${groupRole}_${randomBytes(5).toString('hex')}`}, ${randomBytes(24).toString('base64url')})
    on conflict do nothing`;
  await ensureLogin(owner, await readLogin(owner));
}

/** On any server: Citus nodes get roles from the coordinator, except those that existed before. */
export async function ensureLogin(
  owner: postgres.TransactionSql,
  { role_name: role, password }: ApplicationLogin,
): Promise<void> {
  // Both values consist of hexadecimal and base64url only.
  const limits = `
    alter role ${role} set statement_timeout = '${statementTimeout}';
    alter role ${role} set idle_in_transaction_session_timeout = '${idleTimeout}'`;
  const [existing] = await owner`select from pg_roles where rolname = ${role}`;
  if (existing) {
    await ifAllowed(
      owner,
      `alter role ${role} password '${password}'; alter role ${role} reset all; ${limits}`,
    );
    return;
  }
  try {
    await owner.unsafe(
      `create role ${role} login password '${password}' in role ${groupRole}; ${limits}`,
    );
  } catch (error) {
    if (hasCode(error, '42710') || hasCode(error, '23505')) return;
    throw roleError(error);
  }
}

/** The owner's URL with the application's login. */
export async function applicationUrl(owner: postgres.ISql, ownerUrl: string): Promise<string> {
  const login = await readLogin(owner);
  const url = new URL(ownerUrl);
  url.username = login.role_name;
  url.password = login.password;
  return url.href;
}

export interface ApplicationLogin {
  role_name: string;
  password: string;
}

export async function readLogin(owner: postgres.ISql): Promise<ApplicationLogin> {
  const [login] = await owner<ApplicationLogin[]>`
    select role_name, password from application_login`;
  if (!login) throw new Error('the database has not been migrated');
  return login;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function roleError(error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(
    `The user of DATABASE_URL cannot create roles (${reason}). Footfall needs a separate role to keep workspaces apart. Grant CREATEROLE (alter role … createrole) and start again.`,
  );
}
