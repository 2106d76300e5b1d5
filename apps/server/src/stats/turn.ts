/** Allows one transaction at a time to change a workspace's figures. */
import type { Tx } from '../platform/db/connect.ts';
import { lockClasses } from '../platform/db/lock-classes.ts';

/** False while another transaction has the turn; else reserves it until this one ends. */
export async function takeTurn(tx: Tx, workspaceId: string): Promise<boolean> {
  const [turn] = await tx<{ ours: boolean }[]>`
    select pg_try_advisory_xact_lock(${lockClasses.figures}, hashtext(${workspaceId})) as ours`;
  return turn?.ours === true;
}

export async function waitForTurn(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockClasses.figures}, hashtext(${workspaceId}))`;
}
