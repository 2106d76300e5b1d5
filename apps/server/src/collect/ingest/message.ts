/** A checked message, ready to be stored. */

import type { MessageType } from '@footfall/contract/ingest';
import type { SuggestionReason } from '@footfall/contract/reasons';
import type { LeadRule } from '@footfall/contract/settings';
import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import type { NewConversion } from '../../revenue/conversions/store.ts';
import type { SessionMessage } from '../../visits/cutting/session-message.ts';

/** `eventId` derives from environment, time and message id: the same for every retry. */
export interface Message extends SessionMessage {
  key: KeyFacts;
  type: MessageType;
  messageId: string;
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
  /** The visitor whose visit it continues: this browser's before it had an id. */
  dayVisitor: string | undefined;
  /** Consent to analytics: by purposes, by the script's plain word, or no consent data. */
  consent: 'given' | 'word' | undefined;
  /** Verification level of the identity, and of all other data. */
  verificationLevel: VerificationLevel;
  /** The only proved name, if the proof does not cover both. */
  provedName: ProvedName | null;
  /** Names it may not claim. */
  refusedIdentifyClaim: RefusedIdentifyClaim | undefined;
  conversion: Conversion | undefined;
  /** What counts against quotas for claims and conversions; set with the outcome. */
  made: Made | undefined;
  /** Hash of the sender's network, if the message may open a lead and is not proved. */
  network: string | null;
  /** Over the daily quota: creates no person and opens no lead. */
  isOverQuota: boolean;
  /** The workspace's lead rule at the message's time. */
  leadRule: LeadRule;
  /** The message's original bytes. */
  raw: () => Buffer;
  /** Approximate stored size (`stored-size.ts`). */
  storedBytes: number;
  /** Set when its transaction has ended. */
  outcome: Outcome | undefined;
}

/** Whether people, conversions or leads can result from it. */
export function concernsPeople({ person, conversion, refusedIdentifyClaim }: Message): boolean {
  return person !== undefined || conversion !== undefined || refusedIdentifyClaim !== undefined;
}

/** `ignored`: its visitor refused before. */
type Outcome = 'accepted' | 'duplicate' | 'ignored' | 'revoked' | { rejected: string };

/** People and leads that a message created. */
interface Made {
  people: number;
  leads: number;
}

/** The person a message identifies its visitor as. */
export interface Person {
  email: string;
  userId: string | undefined;
  name: string;
  traits: Record<string, unknown>;
}

/** Ignored names, kept with the reason. */
export interface RefusedIdentifyClaim {
  value: object;
  reason: SuggestionReason;
}

/** Conversion data in a message. */
export type Conversion = Pick<
  NewConversion,
  'value' | 'currency' | 'externalId' | 'code' | 'properties' | 'opensLead'
>;

/** A rejected message, to be kept with its reason. */
export interface FailedMessage {
  key: KeyFacts;
  workspaceId: string;
  isTest: boolean;
  id: string;
  receivedAt: string;
  reason: string;
  body: Buffer;
  /** The names in it and its time, as far as they can be read. */
  said: {
    names: { kind: 'visitor' | 'email' | 'user_id'; name: string }[];
    atMs: number | undefined;
  };
  /** Set if its id includes its number within the visit. */
  numbered: NumberedRefusal | undefined;
}

export interface NumberedRefusal {
  messageId: string;
  visitorId: string;
  sessionId: string;
}
