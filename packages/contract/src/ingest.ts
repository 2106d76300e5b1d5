/**
 * The messages that websites and backends send to /ingest and /ingest/batch, the question that
 * /visitor-resolve answers, and their limits. Names that are not declared are ignored.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { Instant, JsonObject, Nullable, recordOf, Text, Uuid } from './schema.ts';

export const ingestLimits = {
  messagesPerBatch: 1000,
  wireBytes: 1024 * 1024,
  unpackedBytes: 4 * 1024 * 1024,
  messageBytes: 32 * 1024,
  depth: 32,
  traitsPerMessage: 512,
} as const;

/** A clock that differs by more than this from ours is wrong, and its timestamps are shifted. */
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
        url: nullableText(4096, 'Full address of the page.'),
        path: nullableText(4096, 'Path of the page.'),
        title: nullableText(1024, 'Title of the page.'),
        referrer: nullableText(4096, 'Address of the page before.'),
      },
      'The page that was looked at.',
    ),
    campaign: Open(
      {
        source: nullableText(200, 'utm_source'),
        medium: nullableText(200, 'utm_medium'),
        name: nullableText(200, 'utm_campaign'),
        term: nullableText(200, 'utm_term'),
        content: nullableText(200, 'utm_content'),
      },
      'Campaign tags of the page address.',
    ),
    click_ids: Type.Record(Type.String(), Type.String({ maxLength: 512 }), {
      description: 'Click ids by parameter name, such as gclid.',
    }),
    locale: nullableText(64, 'Language, such as en-GB.'),
    timezone: nullableText(64, 'IANA time zone.'),
    screen: Open(
      {
        width: Type.Number({ description: 'Pixels.' }),
        height: Type.Number({ description: 'Pixels.' }),
      },
      'Screen size in pixels.',
    ),
    automation: Nullable(
      Type.Boolean({
        description: 'The browser says that a program drives it: navigator.webdriver.',
      }),
      'Not known.',
    ),
    consent: Type.Unknown({
      description:
        'What the visitor chose, by purpose: {"analytics": false}. A message of somebody who refuses analytics is not stored.',
    }),
    library: Open(
      { name: nullableText(64, 'Name.'), version: nullableText(64, 'Version.') },
      'The sender.',
    ),
    user_agent: nullableText(1024, 'Honoured in signed requests without an Origin header only.'),
    ip: nullableText(64, 'Honoured in signed requests without an Origin header only.'),
  },
  'Where and how it happened.',
);
export type MessageContext = Static<typeof MessageContext>;

const person = {
  email: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 320,
      pattern: '^[^\\s@]+@[^\\s@]+$',
      description: 'Email address of the person.',
    }),
  ),
  user_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Your own id of the person.' }),
  ),
};

const envelope = {
  message_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Makes retries harmless; a UUIDv7 is recommended.',
    }),
  ),
  visitor_id: Type.Optional(
    Uuid('Random, made by the browser script; absent: made from user_id, else from email.'),
  ),
  session_id: Type.Optional(Uuid("Absent: the visitor's session is found or opened.")),
  cookieless: Type.Optional(
    Type.Boolean({
      description:
        'true, in place of visitor_id: the service tells visitors apart by address and browser, for a day (UTC). Of pages, where the workspace allows it.',
    }),
  ),
  unstored: Type.Optional(
    Type.Boolean({
      description:
        'true: the browser keeps nothing, so that both ids end with the page. Where the workspace allows visitors without an id, the message counts as cookieless, and one of the type session is ignored.',
    }),
  ),
  timestamp: Type.Optional(Instant('When it happened; absent: time of receipt.')),
  context: Type.Optional(MessageContext),
  ...person,
};

export const EventMessage = Type.Object(
  {
    type: Type.Literal('event'),
    ...envelope,
    name: Type.String({ minLength: 1, maxLength: 200, description: 'page_view, click, or any.' }),
    properties: Type.Optional(JsonObject('Custom properties.')),
  },
  { $id: 'EventMessage', description: 'Something that a visitor did.' },
);
export type EventMessage = Static<typeof EventMessage>;

export const SessionMessage = Type.Object(
  {
    type: Type.Literal('session'),
    ...envelope,
    session_id: Uuid('The session.'),
    action: Type.String({
      enum: ['start', 'heartbeat', 'end'],
      description: 'What the session does.',
    }),
    engaged_ms: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 86_400_000,
        description: 'Milliseconds of attention in the session so far.',
      }),
    ),
  },
  { $id: 'SessionMessage', description: 'The start, the life or the end of a session.' },
);
export type SessionMessage = Static<typeof SessionMessage>;

const signaturePattern = '^[0-9A-Fa-f]{64}$';

export const IdentifyMessage = Type.Object(
  {
    type: Type.Literal('identify'),
    ...envelope,
    name: Type.Optional(Text(200, 'Full name.')),
    signature: Type.Optional(
      Type.String({
        pattern: signaturePattern,
        description:
          'Proves one name: hex HMAC-SHA256 of user_id, or of email, made by your backend with a signing secret.',
      }),
    ),
    email_signature: Type.Optional(
      Type.String({
        pattern: signaturePattern,
        description:
          'The same of email, where signature is of user_id: only so both names are proved.',
      }),
    ),
    traits: Type.Optional(JsonObject('Custom traits.')),
  },
  { $id: 'IdentifyMessage', description: 'Says who a visitor is; email or user_id is needed.' },
);
export type IdentifyMessage = Static<typeof IdentifyMessage>;

export const ConversionMessage = Type.Object(
  {
    type: Type.Literal('conversion'),
    ...envelope,
    name: Type.String({ minLength: 1, maxLength: 200, description: 'signup, purchase, or any.' }),
    value: Type.Optional(
      Type.Number({ minimum: -1e12, maximum: 1e12, description: 'Worth, in the currency.' }),
    ),
    currency: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{3}$', description: 'ISO 4217 code.' }),
    ),
    external_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Your id of the conversion, such as an order number; counted once.',
      }),
    ),
    code: Type.Optional(Text(200, 'Code of the lead.')),
    properties: Type.Optional(JsonObject('Custom properties.')),
    lead: Type.Optional(Type.Boolean({ default: true, description: 'false: open no lead.' })),
  },
  { $id: 'ConversionMessage', description: 'A goal that was reached.' },
);
export type ConversionMessage = Static<typeof ConversionMessage>;

/** The messages that there are: types, checks and documents are derived from this list. */
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
  index: Type.Integer({ description: 'Place of the message in the batch, from 0.' }),
  message_id: Type.String({ description: 'As sent, else as made.' }),
  status: Type.Unsafe<'accepted' | 'duplicate' | 'rejected' | 'ignored'>({
    type: 'string',
    enum: ['accepted', 'duplicate', 'rejected', 'ignored'],
    description: 'What became of it. Ignored: understood, and not stored, as the visitor wishes.',
  }),
  visitor_id: Nullable(Uuid('The visitor.'), 'Null when rejected or ignored.'),
  session_id: Nullable(
    Uuid('The session.'),
    'Null when rejected or ignored, and where an unsigned message has no `visitor_id`, or one that is not random (version 4 or 7): anybody who knows the name could ask whether somebody is here.',
  ),
  error: Type.Optional(Type.String({ description: 'Why it was rejected, and where.' })),
  reason: Type.Optional(Type.String({ description: 'Why it was ignored.' })),
});
export type IngestResult = Static<typeof IngestResult>;

export const IngestAnswer = recordOf(
  Type.Object(
    {
      accepted: Type.Integer({ description: 'Messages that were stored now.' }),
      duplicates: Type.Integer({ description: 'Messages that were stored before.' }),
      rejected: Type.Integer({ description: 'Messages that were refused.' }),
      ignored: Type.Optional(
        Type.Integer({
          description: 'Messages that may not be stored; absent when there are none.',
        }),
      ),
      results: Type.Array(IngestResult, { description: 'One for each message, in order.' }),
    },
    { $id: 'IngestAnswer' },
  ),
);
export type IngestAnswer = Static<typeof IngestAnswer>;

export const VisitorResolveQuestion = Type.Object(
  {
    visitor_id: Type.Optional(
      Uuid(
        'Absent: a new visitor. One that is not random (version 4 or 7) is answered as unknown, unless the request is signed.',
      ),
    ),
    session_id: Type.Optional(Uuid("Absent: the visitor's running session, or a new one.")),
    page: Type.Optional(MessageContext.properties.page),
    referrer: Type.Optional(nullableText(4096, 'Address of the page before.')),
    consent: Type.Optional(Type.Unknown({ description: 'Consent as the site recorded it.' })),
  },
  { $id: 'VisitorResolveQuestion' },
);
export type VisitorResolveQuestion = Static<typeof VisitorResolveQuestion>;

export const VisitorResolveAnswer = recordOf(
  Type.Object(
    {
      visitor_id: Uuid('The visitor.'),
      session_id: Uuid('The session.'),
      is_new_visitor: Type.Boolean({
        description: 'No message of the visitor has come yet, as far as the request may know.',
      }),
      is_new_session: Type.Boolean({ description: 'No message of the session has come yet.' }),
      company: Nullable(
        Type.Object({
          name: Type.String({ description: 'Made from the domain when not known.' }),
          domain: Type.String({ description: 'Registrable domain.' }),
          main_industry: Type.String({ description: 'Empty when not known.' }),
          employees: Type.String({ description: 'A range as text, such as 11-50.' }),
        }),
        'Null when not known.',
      ),
      location: Type.Object(
        {
          city: Type.String({ description: 'Empty when not known.' }),
          country: Type.String({ description: 'Empty when not known.' }),
        },
        { description: 'Of the latest visit.' },
      ),
      lists: Type.Array(Type.String(), { description: 'Ids of the lists the visitor is on.' }),
    },
    { $id: 'VisitorResolveAnswer' },
  ),
);
export type VisitorResolveAnswer = Static<typeof VisitorResolveAnswer>;
