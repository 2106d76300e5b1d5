/** What a session is made from: a new message, or a stored event. */
import type { AddressFacts } from '../../enrichment/addresses/address-facts.ts';
import type { CampaignTags } from '../../enrichment/sources/visit-origin.ts';

export interface SessionMessage {
  workspaceId: string;
  isTest: boolean;
  type: string;
  eventId: string;
  visitorId: string;
  /** False: the session is found or opened anew at each attempt to write. */
  namesSession: boolean;
  /** This message, or another of the visitor that is written with it, names no session. */
  visitorAssigned: boolean;
  /** Empty until the visitor's session is found or opened. */
  sessionId: string;
  /** In UTC with microseconds, as PostgreSQL reads it. */
  occurredAt: string;
  /** Of the event or conversion; the action of a session; empty for identify. */
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
  /** JSON text of what it is and why; empty when it is none, or counts as none. */
  bot: string;
  /** The same as the rules found it, whatever somebody decided about the visitor. */
  foundBot: string;
  userAgent: string;
  locale: string;
  timezone: string;
  screen: string;
  library: string;
}
