import type { Tx } from './connect.ts';
import { lockClasses } from './lock-classes.ts';

/**
 * Until the transaction ends, nobody who is not on hold (holds.ts) is recomputed; a shared lock. Taken before any row and
 * any other lock, so that a waiting transaction blocks nobody. Sent at once.
 */
export async function sharePeople(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(${lockClasses.people}, hashtext(${workspaceId}))`.execute();
}

/**
 * Until the transaction ends, nobody else recomputes or corrects people in the workspace. Does not block messages, so it may
 * be held for long. Take it before the other two.
 */
export async function lockMaking(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockClasses.makingPeople}, hashtext(${workspaceId}))`;
}

/** Also blocks identify claims and conversions; hold it briefly. */
export async function lockPeople(tx: Tx, workspaceId: string): Promise<void> {
  await lockMaking(tx, workspaceId);
  await tx`select pg_advisory_xact_lock(${lockClasses.people}, hashtext(${workspaceId}))`;
}
