/** Context passed to every operation's handler beside its input. */
import type { Feature, Scope, WorkspaceRole } from '@footfall/contract/access';
import type { Tx } from '../db/connect.ts';
import type { WebsiteScripts } from '../website-scripts.ts';

/** The caller, for stored answers and the audit log. */
export type Actor =
  | { kind: 'key' | 'share'; id: string }
  | { kind: 'member'; id: string; email: string }
  | { kind: 'command' };

/** Owner of stored records: null is the command line. */
export function memberId(actor: Actor): string | null {
  return actor.kind === 'member' ? actor.id : null;
}

/** The caller's permissions, in this transaction. */
export interface Permissions {
  scopes: ReadonlySet<Scope>;
  features: ReadonlySet<Feature>;
  /** Of a member; the operator has an administrator's; a key has none. */
  role?: WorkspaceRole | undefined;
  /** The workspace requires a second factor, and the session began without one. */
  lacksSecondFactor?: boolean;
  /** The member's last proof of identity is too old for some operations. */
  lacksFreshProof?: boolean;
  /** Omits everything the contract marks as personal. */
  hidesPersonal: boolean;
}

export interface MemberSession {
  sessionId: string;
  userId: string;
  /** Their workspaces, as of a moment ago. */
  workspaces: readonly { id: string; name: string; role: WorkspaceRole }[];
}

export interface Mail {
  /** Each kind has a separate limit. */
  kind: 'invitation' | 'reset' | 'notice';
  /** The person who causes it; absent: the service itself. */
  sender?: string;
  /** One plain address. */
  to: string;
  subject: string;
  text: string;
}

/** `taken`: by the mail server; `waiting`: no response yet; `none`: mail is not configured. */
export type MailState = 'taken' | 'waiting' | 'failed' | 'none';

/** Sends a mail within its limits, and waits briefly for the mail server. */
export type SendMail = () => Promise<MailState>;

/** A mail to send after commit, with a callback for its state. */
export interface Outgoing {
  send: SendMail;
  tell: (state: MailState) => void;
}

/** External facts for operations. */
export interface Outside {
  /** Public URL of the service. */
  publicUrl: string;
  /** As served; absent if nothing is served. */
  scripts?: WebsiteScripts | undefined;
  /** With which names of erased people are hashed; absent where nobody is erased. */
  erasureKey?: () => Promise<Buffer>;
  /** Absent if mail is not configured. @throws ApiError rate_limited */
  admitMail?: ((mail: Mail) => Promise<SendMail>) | undefined;
}

export interface OperationContext {
  /** The request's transaction; sees only the workspace. */
  tx: Tx;
  workspaceId: string;
  actor: Actor;
  /** Of a member. */
  session: MemberSession | undefined;
  /** For answers that depend on permissions. */
  permissions: Permissions;
  /** False if the list's total is already known, as on later pages of an export. */
  needsTotal: boolean;
  /** Of a document, where its next piece begins; undefined at its start. */
  position: string | undefined;
  /** Values for the audit log, [before, after]: of settings, keys and members, never secrets. */
  noteChanges: (changes: Record<string, [unknown, unknown]>) => void;
  publicUrl: string;
  scripts: WebsiteScripts | undefined;
  /** @throws Error if the surface has none */
  erasureKey: () => Promise<Buffer>;
  /** Sends the mail after commit, and reports its state before the answer. @throws ApiError rate_limited */
  mail: (mail: Mail, tell: (state: MailState) => void) => Promise<void>;
  /** @throws ApiError precondition_failed if If-Match does not match the record's version */
  requireMatch: (record: object) => void;
}
