/** Sessions of people who signed in: begun, found by their token, listed, ended. */
import type { WorkspaceRole } from '@footfall/contract/access';
import { type OwnSession, type Proof, proofMinutes } from '@footfall/contract/account';
import { uuidv7 } from 'uuidv7';
import type { Dated } from '../../platform/common/timestamp.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { type SessionLifetime, usualLifetime } from '../../platform/session-lifetime.ts';
import { hashToken, makeToken } from './tokens.ts';

/** What is more than a password; what a provider asks for is the provider's. */
export const strongProofs: readonly Proof[] = ['totp', 'passkey', 'oidc'];

/** That it is used is noted so often. */
const notedEvery = (tx: Tx) => tx`interval '1 minute'`;

/** A workspace of which somebody is a member. */
interface OwnWorkspace {
  id: string;
  name: string;
  role: WorkspaceRole;
}

export interface SessionFacts {
  sessionId: string;
  userId: string;
  email: string;
  /** As they were a moment ago, by name. */
  workspaces: readonly OwnWorkspace[];
}

/** Of each person, shown and asked for. */
const mostWorkspaces = 1000;

export interface NewSession {
  userId: string;
  provedBy: Proof;
  ip: string;
  userAgent: string;
}

/** What is stored of a token, which the browser alone has. */
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
  /** It has not been noted lately that it is in use. */
  isUnnoted: boolean;
}

interface SessionOfWorkspace extends Partial<OwnWorkspace> {
  session_id: string;
  user_id: string;
  email: string;
  is_unnoted: boolean;
}

/** With the workspaces that are where it asks. */
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

/** Those that several places told, in the order in which one tells them. */
export function byName(workspaces: readonly OwnWorkspace[]): OwnWorkspace[] {
  const keyOf = ({ name, id }: OwnWorkspace) => [name.toLowerCase(), id].join('\n');
  const sorted = workspaces.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return sorted.slice(0, mostWorkspaces);
}

/** Whether it has neither ended nor become too old. */
export async function goesOn(tx: Tx, { sessionId, userId }: SessionFacts): Promise<boolean> {
  const rows = await tx`
    select from user_sessions where id = ${sessionId} and user_id = ${userId} and expires_at > now()`;
  return rows.length > 0;
}

/** Of the session `s`: whoever has it proved who they are lately. */
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

/** Whoever has the session proved once more who they are. False: it has ended. */
export async function renewProof(tx: Tx, { sessionId, userId }: SessionFacts): Promise<boolean> {
  const renewed = await tx`
    update user_sessions set proved_at = now()
    where id = ${sessionId} and user_id = ${userId} and expires_at > now() returning id`;
  return renewed.length > 0;
}

/** Notes that it is in use, now and then, so that it goes on. */
export async function touchSession(
  tx: Tx,
  sessionId: string,
  lifetime: SessionLifetime,
): Promise<void> {
  // Apart, since Citus takes no sum of a time and an interval in what it updates.
  const end = endOf(tx, lifetime, { began: tx`created_at`, used: tx`now()` });
  const [session] = await tx<{ end: Date }[]>`
    select ${end} as "end" from user_sessions
    where id = ${sessionId} and expires_at > now() and updated_at < now() - ${notedEvery(tx)}`;
  if (!session) return;
  await tx`
    update user_sessions set updated_at = now(), expires_at = ${session.end} where id = ${sessionId}`;
}

/** When a session is over that is not used from `used` on. */
function endOf(tx: Tx, lifetime: SessionLifetime, { began, used }: { began: Sql; used: Sql }): Sql {
  const { idleMinutes, maxHours } = lifetime;
  return tx`least(${used} + ${idleMinutes}::integer * interval '1 minute',
                  ${began} + ${maxHours}::integer * interval '1 hour')`;
}

/** Those that began under longer times end by the ones that hold now. */
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

/** Those that go on, the latest used first. */
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

/** Everybody's; returns how many. */
export async function endEverySession(tx: Tx): Promise<number> {
  const ended = await tx`delete from user_sessions returning id`;
  return ended.length;
}

/** All of the person's but `besides`; returns how many. */
export async function endSessions(tx: Tx, userId: string, besides?: string): Promise<number> {
  const ended = await tx`
    delete from user_sessions where user_id = ${userId}
    ${besides === undefined ? tx`` : tx`and id <> ${besides}`} returning id`;
  return ended.length;
}
