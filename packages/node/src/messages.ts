/** What can be told of a visitor, as docs/guides/ingest.md has it. */

export type Properties = Record<string, unknown>;

/** Whom a message is about: one of the three is needed. */
export interface About {
  /** Of the browser: `footfall.ids().visitor_id` there. */
  visitor_id?: string;
  session_id?: string;
  /** Your own id of the person. */
  user_id?: string;
  email?: string;
  /** When it happened; absent: now. */
  timestamp?: Date | string;
  /** Makes it harmless to tell the same twice; absent: a new one. */
  message_id?: string;
  context?: Context;
}

export interface Context {
  page?: { url?: string; path?: string; title?: string; referrer?: string };
  campaign?: { source?: string; medium?: string; name?: string; term?: string; content?: string };
  click_ids?: Record<string, string>;
  locale?: string;
  timezone?: string;
  /** Of the visitor; believed where a signing secret is given. */
  user_agent?: string;
  ip?: string;
  /** What the visitor chose, by purpose: `{ analytics: false }`. */
  consent?: unknown;
}

export interface Event extends About {
  name: string;
  properties?: Properties;
}

export interface PageView extends About {
  /** Address of the page; or tell it in `context.page`. */
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
