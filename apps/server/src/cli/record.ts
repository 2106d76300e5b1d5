/* Records commands' changes in the audit log, in the same transaction; if a command takes several, in one before them. */

import { insertAuditEntry, type NewAuditEntry } from '../accounts/workspaces/audit-log.ts';
import type { Tx } from '../platform/db/connect.ts';

export function record(
  tx: Tx,
  workspaceId: string,
  entry: Omit<NewAuditEntry, 'actor' | 'origin'>,
): Promise<void> {
  return insertAuditEntry(tx, workspaceId, { ...entry, actor: { kind: 'command' } }, 'drop');
}
