/** What every operation's handler is given besides its input. */
import type { Tx } from './db/connect.ts';

export interface OperationContext {
  /** The transaction of this request; sees the workspace only. */
  tx: Tx;
  workspaceId: string;
}
