/** One transaction at a time changes the figures of a workspace. */
import type { Tx } from '../platform/db/connect.ts';
import { lockClasses } from '../platform/db/lock-classes.ts';

/** False while another transaction has the turn; else nobody else has it until this one ends. */
export async function takeTurn(tx: Tx, workspaceId: string): Promise<boolean> {
  const [turn] = await tx<{ ours: boolean }[]>`
    select pg_try_advisory_xact_lock(${lockClasses.figures}, hashtext(${workspaceId})) as ours`;
  return turn?.ours === true;
}

export async function waitForTurn(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockClasses.figures}, hashtext(${workspaceId}))`;
}

/** Days do not become weeks until this transaction ends: they are asked for after what tells which are which. */
export async function holdWeeks(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(${lockClasses.weeks}, hashtext(${workspaceId}))`;
}

/** The last that a transaction does before it makes days a week: who comes meanwhile waits for its commit alone. */
export async function waitForReaders(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockClasses.weeks}, hashtext(${workspaceId}))`;
}
