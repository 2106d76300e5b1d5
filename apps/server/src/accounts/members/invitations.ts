/** Invitations in the database, for administrators and for whoever has the link. */
import type { PiiMode, WorkspaceRole } from '@footfall/contract/access';
import type { Invitation } from '@footfall/contract/invitations';
import { uuidv7 } from 'uuidv7';
import { type Dated, withTimestamps } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Page } from '../../platform/resource-kit/paging.ts';
import { hashToken } from '../sign-in/tokens.ts';

export const invitationDays = 7;
/** Most open invitations per workspace. */
export const mostInvitations = 200;

export interface NewInvitation {
  email: string;
  role: WorkspaceRole;
  /** Absent: shown. */
  pii?: PiiMode | undefined;
  /** Null for the operator, who is trusted with the address. */
  invitedBy: string | null;
  shownToken: string;
  mailedToken: string | null;
}

/** Replaces an earlier one to the same address; returns the id. */
export async function insertInvitation(
  tx: Tx,
  workspaceId: string,
  { email, role, pii = 'shown', invitedBy, shownToken, mailedToken }: NewInvitation,
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into invitations (workspace_id, id, email, workspace_role, pii, by_operator, invited_by, shown_hash,
                             mailed_hash, expires_at)
    values (${workspaceId}, ${uuidv7()}, ${email.toLowerCase()}, ${role}, ${pii}, ${invitedBy === null}, ${invitedBy},
            ${hashToken(shownToken)}, ${mailedToken === null ? null : hashToken(mailedToken)},
            now() + ${invitationDays}::integer * interval '1 day')
    on conflict (workspace_id, lower(email)) do update
    set id = excluded.id, workspace_role = excluded.workspace_role, pii = excluded.pii, by_operator = excluded.by_operator,
        invited_by = excluded.invited_by, shown_hash = excluded.shown_hash, mailed_hash = excluded.mailed_hash,
        created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id`;
  if (!row) throw new Error('upsert returned no row');
  return row.id;
}

export interface FoundInvitation {
  id: string;
  workspaceId: string;
  workspaceName: string;
  email: string;
  role: WorkspaceRole;
  pii: PiiMode;
  /** The token proves ownership of the address. */
  isProved: boolean;
}

/** In any workspace, by token; undefined if it is no longer valid. */
export async function findInvitation(tx: Tx, token: string): Promise<FoundInvitation | undefined> {
  const hash = hashToken(token);
  const isOpen = tx`(i.shown_hash = ${hash} or i.mailed_hash = ${hash}) and i.expires_at > now()`;
  // Citus locks rows of a single workspace only.
  const [place] = await tx<{ workspaceId: string }[]>`
    select i.workspace_id as "workspaceId" from invitations i where ${isOpen}`;
  if (!place) return undefined;
  const [row] = await tx<FoundInvitation[]>`
    select i.id, i.workspace_id as "workspaceId", w.name as "workspaceName", i.email, i.workspace_role as role,
           i.pii, i.by_operator or coalesce(i.mailed_hash = ${hash}, false) as "isProved"
    from invitations i join workspaces w using (workspace_id)
    where i.workspace_id = ${place.workspaceId} and ${isOpen}
    for update of i`;
  return row;
}

/** Returns whether it existed. */
export async function deleteInvitation(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const deleted = await tx`
    delete from invitations where workspace_id = ${workspaceId} and id = ${id} returning id`;
  return deleted.length > 0;
}

export async function deleteInvitationsTo(tx: Tx, workspaceId: string, email: string) {
  await tx`
    delete from invitations where workspace_id = ${workspaceId} and lower(email) = lower(${email})`;
}

const open = (tx: Tx, workspaceId: string) => tx`
  from invitations where workspace_id = ${workspaceId} and expires_at > now()`;

const columns = (tx: Tx) =>
  tx`id, email, workspace_role as role, pii, invited_by, created_at, expires_at`;

/** Open invitations, newest first. */
export async function selectInvitations(tx: Tx, workspaceId: string, { limit, offset }: Page) {
  const rows = await tx<Dated<Invitation>[]>`
    select ${columns(tx)} ${open(tx, workspaceId)}
    order by created_at desc, id desc limit ${limit} offset ${offset}`;
  return rows.map((row) => withTimestamps<Invitation>(row));
}

export async function countInvitations(tx: Tx, workspaceId: string): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total ${open(tx, workspaceId)}`;
  return row?.total ?? 0;
}

export async function selectInvitation(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<Dated<Invitation>[]>`
    select ${columns(tx)} ${open(tx, workspaceId)} and id = ${id}`;
  return row && withTimestamps<Invitation>(row);
}
