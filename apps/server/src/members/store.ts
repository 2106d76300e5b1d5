/** Members: people with an account and a role in a workspace. */
import type { WorkspaceRole } from '@footfall/contract/users';
import { uuidv7 } from 'uuidv7';
import type { Tx } from '../db/connect.ts';

export interface NewMember {
  workspaceId: string;
  email: string;
  name: string;
  role: WorkspaceRole;
}

/** Adds the person, making the account where there is none; an existing member gets the role. */
export async function addMember(tx: Tx, member: NewMember): Promise<{ id: string }> {
  const [user] = await tx<{ id: string }[]>`
    insert into users (id, email, name) values (${uuidv7()}, ${member.email}, ${member.name})
    on conflict (lower(email)) do update set name = excluded.name
    returning id`;
  if (!user) throw new Error('upsert returned no row');
  await tx`
    insert into workspace_members (workspace_id, user_id, workspace_role)
    values (${member.workspaceId}, ${user.id}, ${member.role})
    on conflict (workspace_id, user_id) do update set workspace_role = excluded.workspace_role`;
  return user;
}
