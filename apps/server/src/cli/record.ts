/* What commands change stands in the audit log too, in the same transaction; where a command takes many, in one before them. */
import type { Tx } from '../db/connect.ts';
import { insertAuditEntry, type NewAuditEntry } from '../workspaces/audit-log.ts';

export function record(
  tx: Tx,
  workspaceId: string,
  entry: Omit<NewAuditEntry, 'actor' | 'origin'>,
): Promise<void> {
  return insertAuditEntry(tx, workspaceId, { ...entry, actor: { kind: 'command' } }, 'drop');
}
