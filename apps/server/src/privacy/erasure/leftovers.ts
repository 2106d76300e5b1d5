/** Checks for remains once every open transaction knows of the erasure. */
import type { Tx } from '../../platform/db/connect.ts';
import type { RunningErasure } from './store.ts';
import type { Parts } from './traces.ts';

/** Queues rows written meanwhile for removal. @throws Error if an old message brought the person back */
export async function hasLeftovers(
  tx: Tx,
  workspaceId: string,
  { id, isTest, erasedAt }: RunningErasure,
  { identity, visitor, email, user_id: userIds, lead, conversion }: Parts,
): Promise<boolean> {
  const before = (column: string) => tx`${tx(column)} < ${erasedAt}::text::timestamptz`;
  const { count } = await tx`
    update erasure_parts p set is_removed = false
    where p.workspace_id = ${workspaceId} and p.erasure_id = ${id} and p.kind = 'visitor' and (
      exists (select from visitors v where v.workspace_id = ${workspaceId} and v.id = p.key::uuid
        and v.is_test = ${isTest} and ${before('first_seen_at')})
      or exists (select from sessions s where s.workspace_id = ${workspaceId} and s.visitor_id = p.key::uuid
        and s.is_test = ${isTest} and ${before('started_at')}))`;
  if (count > 0) return true;
  const of = tx`workspace_id = ${workspaceId} and is_test = ${isTest}`;
  const [row] = await tx<{ isLeft: boolean }[]>`
    select exists (select from identities where workspace_id = ${workspaceId} and id = any(${identity}::uuid[])
             and ${before('created_at')})
        or exists (select from identity_links where ${of} and visitor_id = any(${visitor}::uuid[]) and ${before('linked_at')})
        or exists (select from identity_links where ${of} and email_key <> '' and email_key = any(${email}::text[])
             and ${before('linked_at')})
        or exists (select from identity_links where ${of} and user_id = any(${userIds}::text[]) and ${before('linked_at')})
        or exists (select from leads where workspace_id = ${workspaceId} and id = any(${lead}::uuid[]))
        or exists (select from conversions where workspace_id = ${workspaceId} and id = any(${conversion}::uuid[]))
        as "isLeft"`;
  if (row?.isLeft) throw new Error('somebody who was erased is stored again');
  return false;
}
