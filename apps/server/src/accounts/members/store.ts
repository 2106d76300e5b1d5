/** Members: people with an account and a role in a workspace. */
import type { Feature, PiiMode, WorkspaceRole } from '@footfall/contract/access';
import type { Proof } from '@footfall/contract/account';
import type { User } from '@footfall/contract/users';
import { uuidv7 } from 'uuidv7';
import { type Dated, withTimestamps } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { countOf, listPage, type OrderedPage } from '../../platform/resource-kit/paging.ts';
import { endUnproved } from '../sign-in/people.ts';
import { isFresh, strongProofs } from '../sign-in/sessions.ts';

export interface NewMember {
  workspaceId: string;
  email: string;
  name: string;
  role: WorkspaceRole;
  /** Absent: unchanged; for a new member, shown. */
  pii?: PiiMode | undefined;
}

export interface AddedMember {
  id: string;
  /** Set if they already were a member. */
  formerRole: WorkspaceRole | undefined;
  /** Somebody could sign in without having verified the address. */
  endedUnproved: boolean;
}

/**
 * Adds the person, creating an account if needed; an existing member gets the role. Ends everything set up in an unverified
 * account: whoever did that must not gain the address owner's access.
 */
export async function addMember(tx: Tx, member: NewMember): Promise<AddedMember> {
  const [user] = await tx<{ id: string }[]>`
    insert into users (id, email, name) values (${uuidv7()}, ${member.email.toLowerCase()}, ${member.name})
    on conflict (lower(email)) do update set name = excluded.name
    returning id`;
  if (!user) throw new Error('upsert returned no row');
  const endedUnproved = await endUnproved(tx, user.id);
  const [former] = await tx<{ role: WorkspaceRole }[]>`
    select workspace_role as role from workspace_members
    where workspace_id = ${member.workspaceId} and user_id = ${user.id}`;
  const pii = member.role === 'admin' ? 'shown' : (member.pii ?? null);
  await tx`
    insert into workspace_members as m (workspace_id, user_id, workspace_role, pii)
    values (${member.workspaceId}, ${user.id}, ${member.role}, coalesce(${pii}, 'shown'))
    on conflict (workspace_id, user_id) do update
    set workspace_role = excluded.workspace_role, pii = coalesce(${pii}, m.pii)`;
  return { id: user.id, formerRole: former?.role, endedUnproved };
}

/** With this role; an existing member keeps theirs. */
export async function joinWorkspace(
  tx: Tx,
  workspaceId: string,
  userId: string,
  role: WorkspaceRole,
  pii: PiiMode = 'shown',
): Promise<void> {
  await tx`
    insert into workspace_members (workspace_id, user_id, workspace_role, pii)
    values (${workspaceId}, ${userId}, ${role}, ${pii}) on conflict do nothing`;
}

/** Makes the person administrator of workspaces without members, which the operator created before. */
export async function administerTheRest(tx: Tx, userId: string): Promise<void> {
  await tx`
    insert into workspace_members (workspace_id, user_id, workspace_role)
    select w.workspace_id, ${userId}, 'admin' from workspaces w
    where w.deleted_at is null and w.closed_at is null
      and not exists (select from workspace_members m where m.workspace_id = w.workspace_id)`;
}

const columns = (tx: Tx) => tx`
  u.id, u.email, u.name, u.avatar, u.username, u.language, u.created_at, m.workspace_role, m.joined_at`;

const members = (tx: Tx, workspaceId: string) => tx`
  workspace_members m join users u on u.id = m.user_id where m.workspace_id = ${workspaceId}`;

/** Additional fields for administrators. */
const administered = (tx: Tx) => tx`, m.pii, u.two_factor_enabled
  or exists (select from user_passkeys p where p.user_id = u.id) as has_second_factor`;

/** `role`: only members with exactly this role. */
export function listMembers(
  tx: Tx,
  workspaceId: string,
  role: string | undefined,
  page: OrderedPage,
  isAdministered: boolean,
) {
  return listPage<Dated<User>, User>(tx, page, {
    columns: tx`${columns(tx)} ${isAdministered ? administered(tx) : tx``}`,
    records: tx`${members(tx, workspaceId)} ${role === undefined ? tx`` : tx`and m.workspace_role = ${role}`}`,
    orders: { id: tx`u.id`, by: { joined_at: { column: tx`m.joined_at`, type: 'timestamptz' } } },
    toRecord: withTimestamps,
  });
}

export const countMembers = (tx: Tx, workspaceId: string) =>
  countOf(tx, tx`workspace_members where workspace_id = ${workspaceId}`);

export async function selectMemberPii(tx: Tx, workspaceId: string, id: string): Promise<PiiMode> {
  const [row] = await tx<{ pii: PiiMode }[]>`
    select pii from workspace_members where workspace_id = ${workspaceId} and user_id = ${id}`;
  return row?.pii ?? 'shown';
}

export async function selectMember(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<Dated<User>[]>`
    select ${columns(tx)} from ${members(tx, workspaceId)} and u.id = ${id}`;
  return row && withTimestamps<User>(row);
}

export interface Membership {
  role: WorkspaceRole;
  pii: PiiMode;
  features: Feature[];
  /** The session is still valid. */
  isSignedIn: boolean;
  /** The workspace requires a second factor, and the session began without one. */
  lacksSecondFactor: boolean;
  /** The person last proved their identity too long ago. */
  lacksFreshProof: boolean;
}

/** Permissions of a session's person; undefined for non-members. */
export async function selectMembership(
  tx: Tx,
  workspaceId: string,
  member: { userId: string; sessionId: string },
): Promise<Membership | undefined> {
  const { userId, sessionId } = member;
  const [row] = await tx<
    {
      role: WorkspaceRole;
      pii: PiiMode;
      features: Feature[];
      is_required: boolean;
      proved_by: Proof | null;
      is_fresh: boolean | null;
    }[]
  >`
    select m.workspace_role as role, m.pii, w.features, w.second_factor_required as is_required, s.proved_by,
           ${isFresh(tx)} as is_fresh
    from workspace_members m join workspaces w using (workspace_id)
    left join user_sessions s on s.id = ${sessionId} and s.user_id = m.user_id and s.expires_at > now()
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`;
  if (!row) return undefined;
  const { role, pii, features, is_required, proved_by, is_fresh } = row;
  const lacksSecondFactor = is_required && proved_by !== null && !strongProofs.includes(proved_by);
  const lacksFreshProof = !is_fresh;
  const isSignedIn = proved_by !== null;
  return { role, pii, features, isSignedIn, lacksSecondFactor, lacksFreshProof };
}

/** Administrators' ids; locks the set until the transaction ends. */
export async function lockAdministrators(tx: Tx, workspaceId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select user_id as id from workspace_members
    where workspace_id = ${workspaceId} and workspace_role = 'admin' order by user_id for update`;
  return rows.map(({ id }) => id);
}

export async function changeMember(
  tx: Tx,
  workspaceId: string,
  id: string,
  { role, pii }: { role: string; pii: PiiMode },
): Promise<void> {
  await tx`
    update workspace_members set workspace_role = ${role}, pii = ${pii}
    where workspace_id = ${workspaceId} and user_id = ${id}`;
}

export async function deleteMember(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx`
    delete from workspace_members where workspace_id = ${workspaceId} and user_id = ${id}`;
}

export async function isMemberByEmail(tx: Tx, workspaceId: string, email: string) {
  const rows = await tx`
    select from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and lower(u.email) = lower(${email})`;
  return rows.length > 0;
}

/** Language for mail to a person: theirs, if known in this workspace, else the writer's. */
export async function languageFor(tx: Tx, email: string, writer: string | null): Promise<string> {
  const [row] = await tx<{ language: string }[]>`
    select language from users where lower(email) = lower(${email}) or id = ${writer}
    order by lower(email) = lower(${email}) desc limit 1`;
  return row?.language ?? 'en';
}

/** How a member's session began. */
export async function selectProof(tx: Tx, sessionId: string): Promise<Proof | undefined> {
  const [row] = await tx<{ proved_by: Proof }[]>`
    select proved_by from user_sessions where id = ${sessionId}`;
  return row?.proved_by;
}
