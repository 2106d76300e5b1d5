/**
 * Messages that websites and backends send to /ingest and /ingest/batch, requests to /visitor-resolve, and limits.
 * Unknown fields are ignored.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { currencyPattern, patternOf } from './patterns.ts';
import { Instant, JsonObject, Nullable, recordOf, Text, Uuid } from './schema.ts';

export const ingestLimits = {
  messagesPerBatch: 1000,
  wireBytes: 1024 * 1024,
  unpackedBytes: 4 * 1024 * 1024,
  messageBytes: 32 * 1024,
  depth: 32,
  traitsPerMessage: 512,
} as const;

/** Timestamps of a sender whose clock is off by more than this are shifted. */
export const clockSkewToleranceMs = 60_000;
/** A timestamp further in the future than this is replaced by the time of receipt. */
export const futureToleranceMs = 60_000;

const Open = <P extends Record<string, TSchema>>(properties: P, description: string) =>
  Type.Partial(Type.Object(properties), { description });

const nullableText = (maxLength: number, description: string) =>
  Nullable(Text(maxLength, description), description);

export const MessageContext = Open(
  {
    page: Open(
      {
        url: nullableText(4096, 'Full URL of the page.'),
        path: nullableText(4096, 'Path of the page.'),
        title: nullableText(1024, 'Title of the page.'),
        referrer: nullableText(4096, 'URL of the previous page.'),
      },
      'The viewed page.',
    ),
    campaign: Open(
      {
        source: nullableText(200, 'utm_source.'),
        medium: nullableText(200, 'utm_medium.'),
        name: nullableText(200, 'utm_campaign.'),
        term: nullableText(200, 'utm_term.'),
        content: nullableText(200, 'utm_content.'),
      },
      'Campaign tags in the page URL.',
    ),
    click_ids: Type.Record(Type.String(), Type.String({ maxLength: 512 }), {
      description: 'Click ids by parameter name, such as gclid.',
    }),
    locale: nullableText(64, 'Language, such as en-GB.'),
    timezone: nullableText(64, 'IANA time zone.'),
    screen: Open(
      {
        width: Type.Number({ description: 'Width in pixels.' }),
        height: Type.Number({ description: 'Height in pixels.' }),
      },
      'Screen size in pixels.',
    ),
    automation: Nullable(
      Type.Boolean({
        description: 'true: a program controls the browser (navigator.webdriver).',
      }),
      'Null when unknown.',
    ),
    consent: Type.Unknown({
      description:
        'Consent by purpose, such as {"analytics": false, "notice_version": "2026-05"}. A refusal of analytics is not stored, and holds for later messages of the visitor that say nothing.',
    }),
    library: Open(
      {
        name: nullableText(64, 'Name of the library.'),
        version: nullableText(64, 'Version of the library.'),
      },
      'Library that sends the message.',
    ),
    user_agent: nullableText(
      1024,
      'User-Agent of the visitor. Used only in signed requests without an Origin header.',
    ),
    ip: nullableText(
      64,
      'IP address of the visitor. Used only in signed requests without an Origin header.',
    ),
  },
  'Page, campaign and device of the visitor.',
);
export type MessageContext = Static<typeof MessageContext>;

const person = {
  email: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 320,
      ...patternOf('^[^\\s@]+@[^\\s@]+$', 'an email address, such as ada@example.com'),
      description: 'Email address of the person.',
    }),
  ),
  user_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Your user ID of the person.' }),
  ),
};

const envelope = {
  message_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Makes retries safe: the service stores each id once. Use a UUIDv7.',
    }),
  ),
  visitor_id: Type.Optional(
    Uuid('Random id from the browser script. Absent: derived from user_id or email.'),
  ),
  session_id: Type.Optional(Uuid("Absent: the visitor's current session or a new one.")),
  cookieless: Type.Optional(
    Type.Boolean({
      description:
        'true, without visitor_id: identifies visitors by IP address and browser for one day (UTC). Only for web pages, and only if the workspace allows it.',
    }),
  ),
  unstored: Type.Optional(
    Type.Boolean({
      description:
        'true: the browser stores nothing, so both ids end with the page. If the workspace allows cookieless visitors, the message counts as cookieless, and session messages are ignored.',
    }),
  ),
  timestamp: Type.Optional(Instant('Time of the event. Absent: time of receipt.')),
  context: Type.Optional(MessageContext),
  ...person,
};

export const EventMessage = Type.Object(
  {
    type: Type.Literal('event', { description: 'Kind of message.' }),
    ...envelope,
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Name of the event, such as page_view or click.',
    }),
    properties: Type.Optional(JsonObject('Custom properties.')),
  },
  { $id: 'EventMessage', description: 'An action of a visitor.' },
);
export type EventMessage = Static<typeof EventMessage>;

export const SessionMessage = Type.Object(
  {
    type: Type.Literal('session', { description: 'Kind of message.' }),
    ...envelope,
    session_id: Uuid('The session.'),
    action: Type.String({
      enum: ['start', 'heartbeat', 'end'],
      description: 'start, heartbeat or end.',
    }),
    engaged_ms: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 86_400_000,
        description: 'Engagement time of the session so far, in milliseconds.',
      }),
    ),
  },
  { $id: 'SessionMessage', description: 'Start, heartbeat or end of a session.' },
);
export type SessionMessage = Static<typeof SessionMessage>;

const signaturePattern = patternOf(
  '^[0-9A-Fa-f]{64}$',
  'a hex HMAC-SHA256, 64 characters from 0 to 9 and a to f',
);

export const IdentifyMessage = Type.Object(
  {
    type: Type.Literal('identify', { description: 'Kind of message.' }),
    ...envelope,
    name: Type.Optional(Text(200, 'Full name.')),
    signature: Type.Optional(
      Type.String({
        ...signaturePattern,
        description:
          'Verifies user_id, or email without user_id: hex HMAC-SHA256 from your backend with a signing secret.',
      }),
    ),
    email_signature: Type.Optional(
      Type.String({
        ...signaturePattern,
        description: 'Verifies email if `signature` verifies user_id: hex HMAC-SHA256 of email.',
      }),
    ),
    traits: Type.Optional(JsonObject('Custom traits.')),
  },
  { $id: 'IdentifyMessage', description: 'Identifies a visitor. Needs email or user_id.' },
);
export type IdentifyMessage = Static<typeof IdentifyMessage>;

export const ConversionMessage = Type.Object(
  {
    type: Type.Literal('conversion', { description: 'Kind of message.' }),
    ...envelope,
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Name of the goal, such as signup or purchase.',
    }),
    value: Type.Optional(
      Type.Number({ minimum: -1e12, maximum: 1e12, description: 'Value in the currency.' }),
    ),
    currency: Type.Optional(Type.String({ ...currencyPattern, description: 'ISO 4217 code.' })),
    external_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'External ID, such as an order number. Each is counted once.',
      }),
    ),
    code: Type.Optional(Text(200, 'Code of the lead.')),
    properties: Type.Optional(JsonObject('Custom properties.')),
    lead: Type.Optional(Type.Boolean({ default: true, description: 'false: do not open a lead.' })),
  },
  { $id: 'ConversionMessage', description: 'A goal that a visitor reached.' },
);
export type ConversionMessage = Static<typeof ConversionMessage>;

/** All kinds of messages. Types, checks and documents are derived from this list. */
export const messageSchemas = {
  event: EventMessage,
  session: SessionMessage,
  identify: IdentifyMessage,
  conversion: ConversionMessage,
} as const satisfies Record<string, TSchema>;

export type MessageType = keyof typeof messageSchemas;
export const messageTypes = Object.keys(messageSchemas) as MessageType[];
export type IngestMessage = Static<(typeof messageSchemas)[MessageType]>;

export const IngestResult = Type.Object({
  index: Type.Integer({ description: 'Position of the message in the batch, from 0.' }),
  message_id: Type.String({ description: 'Id of the message, as sent or generated.' }),
  status: Type.Unsafe<'accepted' | 'duplicate' | 'rejected' | 'ignored'>({
    type: 'string',
    enum: ['accepted', 'duplicate', 'rejected', 'ignored'],
    description: 'Result. ignored: valid but not stored, for example without consent.',
  }),
  visitor_id: Nullable(Uuid('The visitor.'), 'Null when rejected or ignored.'),
  session_id: Nullable(
    Uuid('The session.'),
    'Null when rejected or ignored. Also null for unsigned messages without a random `visitor_id` (UUID version 4 or 7), so that nobody can look up whether a known person is on the site.',
  ),
  error: Type.Optional(Type.String({ description: 'Reason for the rejection, with the field.' })),
  reason: Type.Optional(Type.String({ description: 'Reason the message was ignored.' })),
});
export type IngestResult = Static<typeof IngestResult>;

export const IngestAnswer = recordOf(
  Type.Object(
    {
      accepted: Type.Integer({ description: 'Messages stored now.' }),
      duplicates: Type.Integer({ description: 'Messages stored before.' }),
      rejected: Type.Integer({ description: 'Rejected messages.' }),
      ignored: Type.Optional(
        Type.Integer({
          description:
            'Messages that may not be stored, for example without consent. Absent when 0.',
        }),
      ),
      results: Type.Array(IngestResult, { description: 'One result per message, in order.' }),
    },
    { $id: 'IngestAnswer', description: 'The result of each message, with totals.' },
  ),
);
export type IngestAnswer = Static<typeof IngestAnswer>;

export const VisitorResolveQuestion = Type.Object(
  {
    visitor_id: Type.Optional(
      Uuid(
        'Absent: a new visitor. Without a signature, only random ids (UUID version 4 or 7) are looked up.',
      ),
    ),
    session_id: Type.Optional(Uuid("Absent: the visitor's current session or a new one.")),
    page: Type.Optional(MessageContext.properties.page),
    referrer: Type.Optional(nullableText(4096, 'URL of the previous page.')),
    consent: Type.Optional(Type.Unknown({ description: 'Consent by purpose.' })),
  },
  { $id: 'VisitorResolveQuestion', description: 'The visitor to look up.' },
);
export type VisitorResolveQuestion = Static<typeof VisitorResolveQuestion>;

export const VisitorResolveAnswer = recordOf(
  Type.Object(
    {
      visitor_id: Uuid('The visitor.'),
      session_id: Uuid('The session.'),
      is_new_visitor: Type.Boolean({
        description:
          'true: the visitor has not sent a message yet. Unsigned requests see only random ids.',
      }),
      is_new_session: Type.Boolean({ description: 'true: the session has no message yet.' }),
      company: Nullable(
        Type.Object({
          name: Type.String({ description: 'Name, or derived from the domain.' }),
          domain: Type.String({ description: 'Registrable domain.' }),
          main_industry: Type.String({ description: 'Industry. Empty when unknown.' }),
          employees: Type.String({ description: 'Number of employees as a range, such as 11-50.' }),
        }),
        'Null when unknown.',
      ),
      location: Type.Object(
        {
          city: Type.String({ description: 'City. Empty when unknown.' }),
          country: Type.String({ description: 'Country. Empty when unknown.' }),
        },
        { description: 'Place of the latest visit.' },
      ),
      lists: Type.Array(Type.String(), { description: 'Ids of lists with the visitor.' }),
    },
    { $id: 'VisitorResolveAnswer', description: 'Company, place and lists of a visitor.' },
  ),
);
export type VisitorResolveAnswer = Static<typeof VisitorResolveAnswer>;
