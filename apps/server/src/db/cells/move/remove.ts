/** Removes the rows of a workspace from a database where it does not live: in slices, so that nobody waits. */
import type postgres from 'postgres';
import { movingOn } from './copy.ts';
import { isOnlyAddedTo, type MovingTable } from './tables.ts';

const rowsAtOnce = 5_000;

/** At home the workspace itself stays, with its members, and what was done there. */
const keptAtHome = ['workspaces', 'audit_log'];

export async function removeRows(
  owner: postgres.Sql,
  workspaceId: string,
  tables: MovingTable[],
  { isHome, keepsLog }: { isHome: boolean; keepsLog: boolean },
): Promise<void> {
  const names = tables
    .filter((table) => !(isHome && keptAtHome.includes(table.name)))
    .filter((table) => !(keepsLog && isOnlyAddedTo(table)))
    .map(({ name }) => name)
    // Who looks for the workspace by it finds it no more.
    .sort((one, other) => Number(other === 'workspaces') - Number(one === 'workspaces'));
  for (const name of isHome ? names : [...names, 'workspace_members', 'invitations']) {
    for (let count = rowsAtOnce; count === rowsAtOnce; ) {
      count = await owner.begin(async (tx) => {
        await tx.unsafe(movingOn);
        const removed = await tx.unsafe(`
          delete from public.${name} where workspace_id = '${workspaceId}' and ctid = any(array(
            select ctid from public.${name} where workspace_id = '${workspaceId}' limit ${rowsAtOnce}))`);
        return removed.count;
      });
    }
  }
}
