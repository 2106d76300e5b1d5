import type { Tx } from '../../db/connect.ts';

const peopleLockClass = 4_610;

/** Until the transaction ends nobody makes the people of the workspace anew; many may hold it at once. */
export async function sharePeople(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(${peopleLockClass}, hashtext(${workspaceId}))`;
}

/** Until the transaction ends nobody else names people, converts or makes people anew. */
export async function lockPeople(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${peopleLockClass}, hashtext(${workspaceId}))`;
}
