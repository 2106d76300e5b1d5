/** A visit as it is told, for the operations on visitors and on sessions. */
import Type, { type Static } from 'typebox';
import { fromNetwork, fromService, fromVisitor } from './origins.ts';
import { botReasons, reasonCode } from './reasons.ts';
import { Closed, expandable, JsonObject, Nullable, Timestamp, Uuid } from './schema.ts';

const Bot = Closed({
  name: fromVisitor(Type.String({ description: 'Such as GPTBot; empty when it gives no name.' })),
  operator: fromService(
    Type.String({ description: 'Whose it is, such as OpenAI; empty when not known.' }),
  ),
  category: fromService(
    Type.String({
      description:
        'ai_assistant, ai_crawler, search_engine, seo, monitoring, link_preview, http_client, headless_browser, automation or other.',
    }),
  ),
  reasons: fromVisitor(
    Type.Array(Type.String(), { description: 'The facts that speak for a bot.' }),
  ),
  reason_codes: Type.Array(reasonCode(botReasons), {
    description: 'The same as words for programs, in this order.',
  }),
});

const Suspicion = Closed({
  reasons: fromVisitor(
    Type.Array(Type.String(), { description: 'The facts that speak against a person.' }),
  ),
  reason_codes: Type.Array(reasonCode(botReasons), {
    description: 'The same as words for programs, in this order.',
  }),
});

/** What a visit can be taken for. */
export const states = ['person', 'agent', 'suspected', 'bot'] as const;
export type State = (typeof states)[number];

/** `ofPeople`: when there is no bot. */
export const stateFields = (ofPeople: string) => ({
  state: Type.Unsafe<State>({
    type: 'string',
    enum: [...states],
    description:
      'person; agent: a program that acts for one, and counts; suspected: one thing speaks against a person, and it counts; bot: it counts nowhere.',
  }),
  agent: fromVisitor(
    Type.String({
      description:
        'Who acts for a person, such as ChatGPT agent, or, being a bot, reads for one; empty where nothing tells.',
    }),
  ),
  suspicion: Nullable(Suspicion, 'Null unless it is suspected.'),
  bot: Nullable(Bot, ofPeople),
});

export const sessionExample = {
  id: '01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10',
  workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
  visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
  source: 'referral',
  channel: 'referral',
  channel_group: 'Referral',
  origin: 'news.example',
  campaign_id: null,
  campaign: {},
  click_ids: {},
  referrer: 'https://news.example/',
  entry_url: 'https://www.example.com/',
  exit_url: 'https://www.example.com/contact',
  event_count: 6,
  page_view_count: 4,
  engaged_seconds: 48,
  duration_seconds: 133,
  is_bounce: false,
  ip: '203.0.113.7',
  city: 'Munich',
  country: 'Germany',
  network_owner: 'Example Telecom',
  connection: 'access_provider',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0',
  browser: 'Chrome',
  os: 'Linux',
  device: 'desktop',
  locale: 'de-DE',
  timezone: 'Europe/Berlin',
  screen: '1920x1080',
  state: 'person',
  agent: '',
  suspicion: null,
  bot: null,
  started_at: '2026-05-06T14:00:00Z',
  last_activity_at: '2026-05-06T14:02:13Z',
  ended_at: null,
  created_at: '2026-05-06T14:00:00Z',
};

/** Of one that is asked for by its id, and of each of a list. */
export const mostPagesOfSession = 500;
export const mostPagesOfEach = 100;

export const VisitedPage = Closed({
  url: fromVisitor(Type.String({ description: 'Address of the page.' }), 'address'),
  title: fromVisitor(Type.String({ description: 'Empty when not known.' })),
  viewed_at: Timestamp('When it was opened.'),
  seconds: Type.Integer({
    description: 'Until the next page was opened; of the last one, until the last message.',
  }),
});

export const Session = Closed(
  {
    id: Uuid('Made by the browser script, or by the service.'),
    workspace_id: Uuid("Always the caller's workspace."),
    visitor_id: Uuid('The visitor.'),
    source: fromService(Type.String({ description: 'website, referral or campaign.' })),
    channel: fromService(
      Type.String({
        description:
          'The same in more detail: direct, search, social, email, ai_assistant, paid, campaign or referral.',
      }),
    ),
    channel_group: fromService(
      Type.String({
        description:
          'The same by the names of Google Analytics 4, such as Paid Search or Organic Social.',
      }),
    ),
    origin: fromVisitor(
      Type.String({
        description: 'Such as Google, ChatGPT or news.example.org; empty when direct.',
      }),
    ),
    campaign_id: Nullable(Uuid('The campaign of its tags or click id.'), 'Null when none.'),
    campaign: fromVisitor(JsonObject('Campaign tags; empty when there were none.')),
    click_ids: fromVisitor(
      JsonObject('Click ids, such as gclid; empty when there were none.'),
      'hidden',
    ),
    referrer: fromVisitor(Type.String({ description: 'Empty when none.' }), 'address'),
    entry_url: fromVisitor(
      Type.String({ description: 'First page; empty when not known.' }),
      'address',
    ),
    exit_url: fromVisitor(
      Type.String({ description: 'Last page so far; empty when not known.' }),
      'address',
    ),
    event_count: Type.Integer({ description: 'Number of messages.' }),
    page_view_count: Type.Integer({ description: 'Number of page views.' }),
    engaged_seconds: fromVisitor(
      Type.Integer({ description: 'Seconds of attention, as the browser tells.' }),
    ),
    duration_seconds: Type.Integer({ description: 'From the first to the last message.' }),
    is_bounce: Type.Boolean({
      description: 'At most one page, less than 10 seconds of attention, and no conversion.',
    }),
    ip: fromNetwork(
      Type.String({ description: 'Shortened or empty where the workspace stores it so.' }),
      'hidden',
    ),
    city: fromNetwork(Type.String({ description: 'Empty when not known.' })),
    country: fromNetwork(Type.String({ description: 'Empty when not known.' })),
    network_owner: fromNetwork(
      Type.String({ description: 'Whose network it was; empty when not known.' }),
    ),
    connection: fromNetwork(
      Type.String({
        description:
          'business, access_provider, mobile, hosting, education or government; empty when not known.',
      }),
    ),
    user_agent: fromVisitor(Type.String({ description: 'Empty when not known.' }), 'hidden'),
    browser: fromVisitor(Type.String({ description: 'Such as Firefox; empty when not known.' })),
    os: fromVisitor(Type.String({ description: 'Such as Android; empty when not known.' })),
    device: fromService(
      Type.String({
        description: 'desktop, mobile, tablet, tv, console, wearable or bot; empty when not known.',
      }),
    ),
    locale: fromVisitor(
      Type.String({ description: 'Language, such as en-GB; empty when not known.' }),
    ),
    timezone: fromVisitor(Type.String({ description: 'IANA time zone; empty when not known.' })),
    screen: fromVisitor(
      Type.String({ description: 'WIDTHxHEIGHT in pixels; empty when not known.' }),
    ),
    ...stateFields('Null unless it is the visit of a bot.'),
    started_at: Timestamp('First message.'),
    last_activity_at: Timestamp('Last message so far.'),
    ended_at: Nullable(Timestamp('When the browser ended it.'), 'Null when it has not said so.'),
    created_at: Timestamp('Equals started_at.'),
    pages: Type.Optional(
      Type.Array(VisitedPage, {
        description: `With \`expand=pages\`, in the order of the visit; the first ${mostPagesOfEach}.`,
      }),
    ),
  },
  {
    $id: 'Session',
    description:
      'One visit of a visitor. It ends after 30 minutes without a message, after 24 hours, or when the visitor comes by another campaign.',
    examples: [sessionExample],
  },
);
export type Session = Static<typeof Session>;

const { expand } = expandable(
  ['pages'],
  `pages, those that were viewed and for how long, as GET /sessions/{id} tells them; the first ${mostPagesOfEach} of each.`,
);
/** The parameter of lists of sessions. */
export const withPagesOfEach = {
  expand: {
    ...expand,
    'x-needs': {
      scopes: [],
      limit: { seconds: 3, path: 'query.expand', advice: 'ask for fewer sessions with `limit`' },
    },
  },
};
