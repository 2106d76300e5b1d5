import type { Tx } from './connect.ts';
import { lockClasses } from './lock-classes.ts';

/**
 * Until the transaction ends nobody who is not held (holds.ts) is made anew; many may have it at once. Taken before any row
 * and any other lock: who waits for it keeps nobody else waiting. It is sent at once.
 */
export async function sharePeople(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(${lockClasses.people}, hashtext(${workspaceId}))`.execute();
}

/**
 * Until the transaction ends nobody else makes people of the workspace anew, or corrects them. Messages wait for nothing, so
 * it may be kept for long. To be taken before the other two.
 */
export async function lockMaking(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockClasses.makingPeople}, hashtext(${workspaceId}))`;
}

/** Besides, nobody names people or converts: for a moment. */
export async function lockPeople(tx: Tx, workspaceId: string): Promise<void> {
  await lockMaking(tx, workspaceId);
  await tx`select pg_advisory_xact_lock(${lockClasses.people}, hashtext(${workspaceId}))`;
}
