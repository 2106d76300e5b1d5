/** A message that was checked: what the write path needs of it, storable as it is. */
import type { MessageType } from '@footfall/contract/ingest';
import type { AddressFacts } from '../enrichment/addresses/address-facts.ts';
import type { CampaignTags } from '../enrichment/sources/visit-origin.ts';
import type { KeyFacts } from '../keys/store.ts';
import type { LeadRule } from '../workspaces/settings.ts';

export interface Message {
  key: KeyFacts;
  workspaceId: string;
  isTest: boolean;
  type: MessageType;
  messageId: string;
  /** Made from environment, time and message id: the same for every retry. */
  eventId: string;
  visitorId: string;
  /** False: the session is found or opened anew at each attempt to write. */
  namesSession: boolean;
  /** This message, or another of the visitor that is written with it, names no session. */
  visitorAssigned: boolean;
  /** Empty until the visitor's session is found or opened. */
  sessionId: string;
  occurredMs: number;
  /** The same in UTC with microseconds, as PostgreSQL reads it. */
  occurredAt: string;
  receivedAt: string;
  /** Of the event or conversion; the action of a session; empty for identify. */
  name: string;
  url: string;
  title: string;
  referrer: string;
  /** JSON text, or null. */
  properties: string | null;
  /**
   * JSON text of campaign tags and click ids, or null when there are none. Of a message that names no
   * session, everything that its visit is told by.
   */
  context: string | null;
  person: Person | undefined;
  conversion: Conversion | undefined;
  /** What opens leads in the workspace, at the time of the message. */
  leadRule: LeadRule;
  session: SessionSignal | undefined;
  visit: VisitFacts;
  /** The message's bytes as they came. */
  raw: () => Buffer;
  /** What became of it; set when its transaction has ended. */
  outcome: Outcome | undefined;
}

type Outcome = 'accepted' | 'duplicate' | 'revoked' | { rejected: string };

/** Who a message says that its visitor is. */
export interface Person {
  email: string;
  userId: string | undefined;
  name: string;
  traits: Record<string, unknown>;
}

export interface Conversion {
  value: number | null;
  currency: string;
  externalId: string;
  code: string;
  /** JSON text. */
  properties: string;
  opensLead: boolean;
}

interface SessionSignal {
  ends: boolean;
  engagedMs: number;
}

/** What is kept once a session, from its first message. */
export interface VisitFacts {
  /** JSON text, or null when there are no tags. */
  campaign: string | null;
  clickIds: string | null;
  /** Of the tags, or of a click id where there are none. */
  tags: CampaignTags | undefined;
  /** As the workspace wants it stored. */
  ip: string;
  address: AddressFacts;
  /** JSON text of what it is and why; empty when it is none. */
  bot: string;
  userAgent: string;
  locale: string;
  timezone: string;
  screen: string;
  library: string;
}

/** A message that was refused, to be kept with its reason. */
export interface FailedMessage {
  key: KeyFacts;
  workspaceId: string;
  isTest: boolean;
  id: string;
  receivedAt: string;
  reason: string;
  body: Buffer;
}
