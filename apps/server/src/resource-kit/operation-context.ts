/** What every operation's handler is given besides its input. */
import type { Feature, Scope } from '@footfall/contract/access';
import type { Tx } from '../db/connect.ts';

/** On whose behalf it runs, for what remembers that: repeated answers, later the audit log. */
export type Actor = { kind: 'key' | 'member'; id: string } | { kind: 'command' };

/** All of these. */
export interface AccessNeeds {
  scopes: readonly Scope[];
  features: readonly Feature[];
}

export interface OperationContext {
  /** The transaction of this request; sees the workspace only. */
  tx: Tx;
  workspaceId: string;
  actor: Actor;
  /**
   * For the last statements of an operation that only reads: COMMIT travels together with them, which
   * saves a round trip. A statement that follows is refused: it would see nothing of the workspace.
   */
  last: <T>(work: Promise<T>) => Promise<T>;
  /**
   * What this request needs beside what the operation does: said first of all, and checked once more against
   * what the caller may do as of the transaction. @throws ApiError forbidden
   */
  alsoNeeds: (needs: AccessNeeds) => void;
  /** @throws ApiError precondition_failed when If-Match names another version of the record */
  requireMatch: (record: object) => void;
}
