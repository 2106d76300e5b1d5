/** The input of a session: a new message, or a stored event. */
import type { AddressFacts } from '../../enrichment/addresses/address-facts.ts';
import type { CampaignTags } from '../../enrichment/sources/visit-origin.ts';

export interface SessionMessage {
  workspaceId: string;
  isTest: boolean;
  type: string;
  eventId: string;
  visitorId: string;
  /** False: the session is found or created at each attempt to write. */
  namesSession: boolean;
  /** This message, or another of the visitor in the same write, has no session id. */
  visitorAssigned: boolean;
  /** Empty until the visitor's session is found or created. */
  sessionId: string;
  /** UTC with microseconds, in PostgreSQL's format. */
  occurredAt: string;
  /** Name of the event or conversion; action of a session; empty for identify. */
  name: string;
  url: string;
  referrer: string;
  session: SessionSignal | undefined;
  visit: VisitFacts;
}

interface SessionSignal {
  ends: boolean;
  engagedMs: number;
}

/** Stored once per session, from its first message. */
export interface VisitFacts {
  /** JSON text, or null without tags. */
  campaign: string | null;
  clickIds: string | null;
  /** From the tags, or else from a click id. */
  tags: CampaignTags | undefined;
  /** Anonymized as the workspace requires. */
  ip: string;
  address: AddressFacts;
  /** JSON text of the bot and its reasons; empty if it is none, or counts as none. */
  bot: string;
  /** The same by the rules alone, without overrides. */
  foundBot: string;
  userAgent: string;
  locale: string;
  timezone: string;
  screen: string;
  library: string;
}
