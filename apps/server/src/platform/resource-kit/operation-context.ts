/** What every operation's handler is given besides its input. */
import type { Feature, Scope, WorkspaceRole } from '@footfall/contract/access';
import type { Tx } from '../db/connect.ts';
import type { WebsiteScripts } from '../website-scripts.ts';

/** On whose behalf it runs, for what remembers that: repeated answers, the audit log. */
export type Actor =
  | { kind: 'key' | 'share'; id: string }
  | { kind: 'member'; id: string; email: string }
  | { kind: 'command' };

/** For what is remembered as somebody's: null is the command line. */
export function memberId(actor: Actor): string | null {
  return actor.kind === 'member' ? actor.id : null;
}

/** What a caller may do, as of the transaction. */
export interface Permissions {
  scopes: ReadonlySet<Scope>;
  features: ReadonlySet<Feature>;
  /** Of a member; the operator may what an administrator may; a key has none. */
  role?: WorkspaceRole | undefined;
  /** The workspace asks for a second factor, and the session was begun without one. */
  lacksSecondFactor?: boolean;
  /** The member proved who they are too long ago for what needs a fresh proof. */
  lacksFreshProof?: boolean;
  /** Is told nothing of which the contract says that it is personal. */
  hidesPersonal: boolean;
}

export interface MemberSession {
  sessionId: string;
  userId: string;
  /** Of which they are a member, as of a moment ago. */
  workspaces: readonly { id: string; name: string; role: WorkspaceRole }[];
}

export interface Mail {
  /** Each is limited apart. */
  kind: 'invitation' | 'reset' | 'notice';
  /** Who has it sent; absent: the service itself. */
  sender?: string;
  /** One plain address. */
  to: string;
  subject: string;
  text: string;
}

/** `taken`: by the mail server; `waiting`: it did not answer so far; `none`: there is none. */
export type MailState = 'taken' | 'waiting' | 'failed' | 'none';

/** Sends a mail that is within its limits, and waits a moment for the mail server. */
export type SendMail = () => Promise<MailState>;

/** A mail that goes out when all is stored, and who is told what became of it. */
export interface Outgoing {
  send: SendMail;
  tell: (state: MailState) => void;
}

/** What operations know of the world outside. */
export interface Outside {
  /** How browsers reach the service. */
  publicUrl: string;
  /** As they are served; absent where nothing is. */
  scripts?: WebsiteScripts | undefined;
  /** With which names of erased people are hashed; absent where nobody is erased. */
  erasureKey?: () => Promise<Buffer>;
  /** Absent where no mail can be sent. @throws ApiError rate_limited */
  admitMail?: ((mail: Mail) => Promise<SendMail>) | undefined;
}

export interface OperationContext {
  /** The transaction of this request; sees the workspace only. */
  tx: Tx;
  workspaceId: string;
  actor: Actor;
  /** Of a member. */
  session: MemberSession | undefined;
  /** For answers that show more to those who may see more. */
  permissions: Permissions;
  /** False: of a list, nobody asks for the total again, as with the further pages of an export. */
  needsTotal: boolean;
  /** What the audit log keeps of values, [before, after]: of settings, keys and members, and never a secret. */
  noteChanges: (changes: Record<string, [unknown, unknown]>) => void;
  publicUrl: string;
  scripts: WebsiteScripts | undefined;
  /** @throws Error where the surface has none */
  erasureKey: () => Promise<Buffer>;
  /**
   * Sends it when all is stored, and tells before the answer what became of it. @throws ApiError rate_limited where it is one
   * too many
   */
  mail: (mail: Mail, tell: (state: MailState) => void) => Promise<void>;
  /** @throws ApiError precondition_failed when If-Match names another version of the record */
  requireMatch: (record: object) => void;
}
