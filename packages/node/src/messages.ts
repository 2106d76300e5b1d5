/** Messages about a visitor: docs/guides/ingest.md. */

export type Properties = Record<string, unknown>;

/** Whom a message is about: one of the three is required. */
export interface About {
  /** From the browser: `footfall.ids().visitor_id`. */
  visitor_id?: string;
  session_id?: string;
  /** Your own id of the person. */
  user_id?: string;
  email?: string;
  /** Time of the event; default: now. */
  timestamp?: Date | string;
  /** Makes repeats harmless; default: a new one. */
  message_id?: string;
  context?: Context;
}

export interface Context {
  page?: { url?: string; path?: string; title?: string; referrer?: string };
  campaign?: { source?: string; medium?: string; name?: string; term?: string; content?: string };
  click_ids?: Record<string, string>;
  locale?: string;
  timezone?: string;
  /** The visitor's; used if the message is signed. */
  user_agent?: string;
  ip?: string;
  /** The visitor's choices by purpose: `{ analytics: false }`. */
  consent?: unknown;
}

export interface Event extends About {
  name: string;
  properties?: Properties;
}

export interface PageView extends About {
  /** URL of the page; or set it in `context.page`. */
  url?: string;
  properties?: Properties;
}

export interface Identity extends About {
  name?: string;
  traits?: Properties;
}

export interface Conversion extends About {
  name: string;
  value?: number;
  /** ISO 4217, such as EUR. */
  currency?: string;
  /** Your own id, such as an order number: counted once, however often it is sent. */
  external_id?: string;
  /** Code of the lead. */
  code?: string;
  properties?: Properties;
  /** false: count the conversion, open no lead. */
  lead?: boolean;
}
