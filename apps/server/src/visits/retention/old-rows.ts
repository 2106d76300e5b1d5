/** Counts and removes expired rows, by kind, in slices. */
import type { RetentionKind } from '@footfall/contract/retention-limits';
import type { Tx } from '../../platform/db/connect.ts';
import { oldEvents, removeEvents } from './remove-events.ts';

const rowsAtOnce = 2_000;

export interface Slice {
  removed: number;
  /** Where to continue, for kinds that need it. */
  next: string | null;
  isLast: boolean;
}

export async function removeOld(
  tx: Tx,
  workspaceId: string,
  { kind, before, after }: { kind: RetentionKind; before: Date; after: string | null },
): Promise<Slice> {
  if (kind === 'events') {
    const { removed, next } = await removeEvents(tx, workspaceId, before, after);
    return { removed, next: next ?? null, isLast: next === undefined };
  }
  const stored = tx(tx.stored(tableOf[kind]));
  const { count: removed } = await tx`
    delete from ${stored} where workspace_id = ${workspaceId} and ctid = any(array(
      select ctid from ${stored}
      where workspace_id = ${workspaceId} and ${isOld(tx, kind, before)} limit ${rowsAtOnce}))`;
  return { removed, next: null, isLast: removed < rowsAtOnce };
}

const tableOf = {
  refused_messages: 'failed_events',
  consents: 'consents',
  audit_log: 'audit_log',
} as const satisfies Record<Exclude<RetentionKind, 'events'>, string>;

function isOld(tx: Tx, kind: Exclude<RetentionKind, 'events'>, before: Date) {
  switch (kind) {
    case 'refused_messages':
      return tx`received_at < ${before}`;
    case 'consents':
      return tx`last_given_at < ${before} and received_at < ${before}`;
    case 'audit_log':
      return tx`created_at < ${before}`;
  }
}

/** Counts up to `most`. */
export async function countOld(
  tx: Tx,
  workspaceId: string,
  kind: RetentionKind,
  before: Date,
  most: number,
): Promise<number> {
  const old =
    kind === 'events'
      ? oldEvents(tx, workspaceId, { before, after: null, most })
      : tx`select from ${tx(tableOf[kind])}
          where workspace_id = ${workspaceId} and ${isOld(tx, kind, before)} limit ${most}`;
  const [row] = await tx<{ rows: number }[]>`
    select count(*)::integer as rows from (${old}) counted`;
  return row?.rows ?? 0;
}
