/** What every operation's handler is given besides its input. */
import type { Tx } from './db/connect.ts';

export interface OperationContext {
  /** The transaction of this request; sees the workspace only. */
  tx: Tx;
  workspaceId: string;
  /** @throws ApiError precondition_failed when If-Match names another version of the record */
  requireMatch: (record: object) => void;
}
