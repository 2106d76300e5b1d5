/** A message that was checked: what the write path needs of it, storable as it is. */
import type { MessageType } from '@footfall/contract/ingest';
import type { ProvedName, Right } from '@footfall/contract/rights';
import type { LeadRule } from '@footfall/contract/settings';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import type { NewConversion } from '../../revenue/conversions/store.ts';
import type { SessionMessage } from '../../visits/cutting/session-message.ts';

/** `eventId` is made from environment, time and message id: the same for every retry. */
export interface Message extends SessionMessage {
  key: KeyFacts;
  type: MessageType;
  messageId: string;
  /** The time of `occurredAt`. */
  occurredMs: number;
  /** When it says that it happened, also where that is not believed; a time of receipt at most. */
  saidMs: number;
  receivedAt: string;
  title: string;
  /** JSON text, or null. */
  properties: string | null;
  /** JSON text, or null (`visits/cutting/visit-context.ts`). */
  context: string | null;
  person: Person | undefined;
  /** Whose visit it goes on with: this browser's before its visitor had an id. */
  dayVisitor: string | undefined;
  /** By what right it says so, and whatever else it says. */
  right: Right;
  /** Where the proof is of one of its names only: that. */
  provedName: ProvedName | null;
  /** Whom it may not name. */
  refusedIdentifyClaim: RefusedIdentifyClaim | undefined;
  conversion: Conversion | undefined;
  /** What it is counted for, where it names somebody or is a conversion; set with its outcome. */
  made: Made | undefined;
  /** A hash of the sender's network, where it may open a lead and is not proved. */
  network: string | null;
  /** It makes nobody known and opens no lead, since the day's quota is used up. */
  isOverQuota: boolean;
  /** What opens leads in the workspace, at the time of the message. */
  leadRule: LeadRule;
  /** The message's bytes as they came. */
  raw: () => Buffer;
  /** How many it takes, nearly (`stored-size.ts`). */
  storedBytes: number;
  /** What became of it; set when its transaction has ended. */
  outcome: Outcome | undefined;
}

/** Whether people, conversions or leads follow from it. */
export function concernsPeople({ person, conversion, refusedIdentifyClaim }: Message): boolean {
  return person !== undefined || conversion !== undefined || refusedIdentifyClaim !== undefined;
}

type Outcome = 'accepted' | 'duplicate' | 'revoked' | { rejected: string };

/** People and leads that are new by a message. */
interface Made {
  people: number;
  leads: number;
}

/** Who a message says that its visitor is. */
export interface Person {
  email: string;
  userId: string | undefined;
  name: string;
  traits: Record<string, unknown>;
}

/** Names that are not followed, kept with the reason. */
export interface RefusedIdentifyClaim {
  value: object;
  reason: string;
}

/** What a conversion's message says of it. */
export type Conversion = Pick<
  NewConversion,
  'value' | 'currency' | 'externalId' | 'code' | 'properties' | 'opensLead'
>;

/** A message that was refused, to be kept with its reason. */
export interface FailedMessage {
  key: KeyFacts;
  workspaceId: string;
  isTest: boolean;
  id: string;
  receivedAt: string;
  reason: string;
  body: Buffer;
  /** Whom it names and when it was sent, as far as it can be read. */
  said: {
    names: { kind: 'visitor' | 'email' | 'user_id'; name: string }[];
    at: string | undefined;
  };
  /** Where its id tells its place among the messages of its visit. */
  numbered: NumberedRefusal | undefined;
}

export interface NumberedRefusal {
  messageId: string;
  visitorId: string;
  sessionId: string;
}
