import type { Tx } from './connect.ts';

/**
 * Until the transaction ends, nobody else does the same for these visitors. Locks are per workspace: a
 * transaction over several workspaces, in order, takes all its locks in order.
 */
export async function lockVisitors(
  tx: Tx,
  purpose: 'sessions' | 'attribution',
  workspaceId: string,
  visitorIds: string[],
): Promise<void> {
  // Few locks, since PostgreSQL's lock table is small; in order, to avoid deadlocks.
  const buckets = new Set(visitorIds.map((id) => Number.parseInt(id.slice(-3), 16) % 512));
  const sorted = [...buckets].sort((a, b) => a - b);
  await tx`
    select pg_advisory_xact_lock(hashtextextended(${`${purpose}:${workspaceId}`}, bucket))
    from unnest(${sorted}::integer[]) bucket`;
}
