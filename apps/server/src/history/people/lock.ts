import type { Tx } from '../../db/connect.ts';

const peopleLockClass = 4_610;
const makingLockClass = 4_611;

/** Until the transaction ends nobody who is not held (holds.ts) is made anew; many may have it at once. */
export async function sharePeople(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(${peopleLockClass}, hashtext(${workspaceId}))`;
}

/**
 * Until the transaction ends nobody else makes people of the workspace anew, or corrects them. Messages wait for nothing, so
 * it may be kept for long. To be taken before the other two.
 */
export async function lockMaking(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${makingLockClass}, hashtext(${workspaceId}))`;
}

/** Besides, nobody names people or converts: for a moment. */
export async function lockPeople(tx: Tx, workspaceId: string): Promise<void> {
  await lockMaking(tx, workspaceId);
  await tx`select pg_advisory_xact_lock(${peopleLockClass}, hashtext(${workspaceId}))`;
}
