import type { Tx } from '../../platform/db/connect.ts';

/** Which of these visitors have leads. */
export async function selectVisitorsWithLeads(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  visitorIds: string[],
): Promise<string[]> {
  if (visitorIds.length === 0) return [];
  const rows = await tx<{ id: string }[]>`
    select distinct visitor_id as id from leads
    where workspace_id = ${workspaceId} and is_test = ${isTest} and visitor_id = any(${visitorIds}::uuid[])`;
  return rows.map(({ id }) => id);
}
