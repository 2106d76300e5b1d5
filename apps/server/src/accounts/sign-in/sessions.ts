/** Sessions of people who signed in: start, find by token, list, end. */
import type { WorkspaceRole } from '@footfall/contract/access';
import { type OwnSession, type Proof, proofMinutes } from '@footfall/contract/account';
import { uuidv7 } from 'uuidv7';
import type { Dated } from '../../platform/common/timestamp.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { type SessionLifetime, usualLifetime } from '../../platform/session-lifetime.ts';
import { hashToken, makeToken } from './tokens.ts';

/** Stronger than a password; a provider's requirements are its own. */
export const strongProofs: readonly Proof[] = ['totp', 'passkey', 'oidc'];

/** Minimum time between updates of last use. */
const notedEvery = (tx: Tx) => tx`interval '1 minute'`;

/** A workspace that somebody is a member of. */
interface OwnWorkspace {
  id: string;
  name: string;
  role: WorkspaceRole;
}

export interface SessionFacts {
  sessionId: string;
  userId: string;
  email: string;
  /** Recent state, by name. */
  workspaces: readonly OwnWorkspace[];
}

/** Per person. */
const mostWorkspaces = 1000;

export interface NewSession {
  userId: string;
  provedBy: Proof;
  ip: string;
  userAgent: string;
}

/** The stored hash of a token that only the browser has. */
export const sessionHash = (token: string): string => hashToken(token).toString('hex');

/** Returns its token. */
export async function startSession(
  tx: Tx,
  session: NewSession,
  lifetime: SessionLifetime = usualLifetime,
): Promise<string> {
  const token = makeToken();
  await tx`
    insert into user_sessions (id, user_id, token, proved_by, expires_at, ip_address, user_agent)
    values (${uuidv7()}, ${session.userId}, ${sessionHash(token)}, ${session.provedBy},
            ${endOf(tx, lifetime, { began: tx`now()`, used: tx`now()` })}, ${session.ip},
            ${session.userAgent.slice(0, 256)})`;
  return token;
}

export interface FoundSession extends SessionFacts {
  /** Its last use has not been updated recently. */
  isUnnoted: boolean;
}

interface SessionOfWorkspace extends Partial<OwnWorkspace> {
  session_id: string;
  user_id: string;
  email: string;
  is_unnoted: boolean;
}

/** Includes the workspaces in the same database. */
export async function findSession(tx: Tx, token: string): Promise<FoundSession | undefined> {
  const rows = await tx<SessionOfWorkspace[]>`
    select s.id as session_id, s.user_id, u.email, s.updated_at < now() - ${notedEvery(tx)} as is_unnoted,
           w.workspace_id as id, w.name, m.workspace_role as role
    from user_sessions s join users u on u.id = s.user_id
    left join workspace_members m on m.user_id = s.user_id
    left join workspaces w on w.workspace_id = m.workspace_id
    where s.token = ${sessionHash(token)} and s.expires_at > now()
    order by lower(w.name), w.workspace_id limit ${mostWorkspaces}`;
  const [first] = rows;
  if (!first) return undefined;
  const workspaces = rows.flatMap(({ id, name, role }) =>
    id && name !== undefined && role ? [{ id, name, role }] : [],
  );
  const { session_id: sessionId, user_id: userId, email, is_unnoted: isUnnoted } = first;
  return { sessionId, userId, email, isUnnoted, workspaces };
}

/** Sorts workspaces from several databases as one would. */
export function byName(workspaces: readonly OwnWorkspace[]): OwnWorkspace[] {
  const keyOf = ({ name, id }: OwnWorkspace) => [name.toLowerCase(), id].join('\n');
  const sorted = workspaces.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return sorted.slice(0, mostWorkspaces);
}

/** Whether it has neither ended nor expired. */
export async function goesOn(tx: Tx, { sessionId, userId }: SessionFacts): Promise<boolean> {
  const rows = await tx`
    select from user_sessions where id = ${sessionId} and user_id = ${userId} and expires_at > now()`;
  return rows.length > 0;
}

/** For session `s`: its person proved their identity recently. */
export const isFresh = (tx: Tx) =>
  tx`s.proved_at > now() - ${proofMinutes}::integer * interval '1 minute'`;

export async function isProvedLately(
  tx: Tx,
  { sessionId, userId }: SessionFacts,
): Promise<boolean> {
  const rows = await tx`
    select from user_sessions s
    where s.id = ${sessionId} and s.user_id = ${userId} and s.expires_at > now() and ${isFresh(tx)}`;
  return rows.length > 0;
}

/** The person proved their identity again. False: the session has ended. */
export async function renewProof(tx: Tx, { sessionId, userId }: SessionFacts): Promise<boolean> {
  const renewed = await tx`
    update user_sessions set proved_at = now()
    where id = ${sessionId} and user_id = ${userId} and expires_at > now() returning id`;
  return renewed.length > 0;
}

/** Updates the last use occasionally, so that the session continues. */
export async function touchSession(
  tx: Tx,
  sessionId: string,
  lifetime: SessionLifetime,
): Promise<void> {
  // Separately, since Citus does not allow adding an interval in an update.
  const end = endOf(tx, lifetime, { began: tx`created_at`, used: tx`now()` });
  const [session] = await tx<{ end: Date }[]>`
    select ${end} as "end" from user_sessions
    where id = ${sessionId} and expires_at > now() and updated_at < now() - ${notedEvery(tx)}`;
  if (!session) return;
  await tx`
    update user_sessions set updated_at = now(), expires_at = ${session.end} where id = ${sessionId}`;
}

/** When a session ends that is not used after `used`. */
function endOf(tx: Tx, lifetime: SessionLifetime, { began, used }: { began: Sql; used: Sql }): Sql {
  const { idleMinutes, maxHours } = lifetime;
  return tx`least(${used} + ${idleMinutes}::integer * interval '1 minute',
                  ${began} + ${maxHours}::integer * interval '1 hour')`;
}

/** Applies the current limits to sessions started under longer ones. */
export async function limitSessions(
  tx: Tx,
  { idleMinutes, maxHours }: SessionLifetime,
): Promise<void> {
  await tx`
    delete from user_sessions
    where updated_at < now() - ${idleMinutes}::integer * interval '1 minute'
       or created_at < now() - ${maxHours}::integer * interval '1 hour'`;
}

export type SessionRow = Dated<Omit<OwnSession, 'is_current'>>;

/** Valid sessions, latest use first. */
export async function listSessions(tx: Tx, userId: string): Promise<SessionRow[]> {
  return tx<SessionRow[]>`
    select id, created_at, updated_at as last_used_at, expires_at, ip_address as ip, user_agent, proved_by
    from user_sessions where user_id = ${userId} and expires_at > now()
    order by updated_at desc, id desc limit 100`;
}

export async function endSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const ended = await tx`
    delete from user_sessions where user_id = ${userId} and id = ${id} returning id`;
  return ended.length > 0;
}

/** For everybody; returns their number. */
export async function endEverySession(tx: Tx): Promise<number> {
  const ended = await tx`delete from user_sessions returning id`;
  return ended.length;
}

/** All of the person's except `besides`; returns their number. */
export async function endSessions(tx: Tx, userId: string, besides?: string): Promise<number> {
  const ended = await tx`
    delete from user_sessions where user_id = ${userId}
    ${besides === undefined ? tx`` : tx`and id <> ${besides}`} returning id`;
  return ended.length;
}
