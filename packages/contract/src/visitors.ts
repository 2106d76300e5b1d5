import Type, { type Static } from 'typebox';
import { Activity } from './identities.ts';
import { operation } from './operation.ts';
import { referencesOf, toldCompany, toldIdentity } from './references.ts';
import {
  askAnything,
  botsOnly,
  Closed,
  createdRange,
  idParams,
  JsonObject,
  listOf,
  listQuery,
  Nullable,
  recordOf,
  selectable,
  selectedOf,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';

/** How visits come, in the words of docs/guides/sources.md. */
export const channels = [
  'direct',
  'search',
  'social',
  'email',
  'ai_assistant',
  'paid',
  'campaign',
  'referral',
] as const;
export type Channel = (typeof channels)[number];

const Bot = Closed({
  name: Type.String({ description: 'Such as GPTBot; empty when it gives no name.' }),
  operator: Type.String({ description: 'Whose it is, such as OpenAI; empty when not known.' }),
  category: Type.String({
    description:
      'ai_assistant, ai_crawler, search_engine, seo, monitoring, link_preview, http_client, headless_browser, automation or other.',
  }),
  reasons: Type.Array(Type.String(), { description: 'The facts that speak for a bot.' }),
});

const isBot = (description: string) => Nullable(Bot, description);

export const Visitor = Closed(
  {
    id: Uuid('Made by the browser script, or by the service.'),
    workspace_id: Uuid("Always the caller's workspace."),
    identity_id: Nullable(Uuid('The person who was named last on it.'), 'Null when anonymous.'),
    company_id: Nullable(
      Uuid(
        'The company of its work address, else of its network: of several that of the strongest right, then the latest.',
      ),
      'Null when not known.',
    ),
    company_confidence: Nullable(
      Type.Number({ description: 'How sure the company is, from 0 to 1.' }),
      'Null without a company. GET /companies/{id}/evidence tells why.',
    ),
    source: Type.String({
      description:
        'Where the first visit came from: website, referral or campaign; empty before the first visit.',
    }),
    channel: Type.String({
      description: `The same in more detail: ${channels.slice(0, -1).join(', ')} or ${channels.at(-1)}.`,
    }),
    origin: Type.String({
      description: 'Such as Google, ChatGPT or news.example.org; empty when direct.',
    }),
    campaign: JsonObject('Campaign tags of the first visit; empty when there were none.'),
    referrer: Type.String({ description: 'Referrer of the first visit; empty when none.' }),
    entry_url: Type.String({ description: 'Address of the first page; empty when not known.' }),
    session_count: Type.Integer({ description: 'Number of visits.' }),
    event_count: Type.Integer({ description: 'Number of messages.' }),
    page_view_count: Type.Integer({ description: 'Number of page views.' }),
    ip: Type.String({
      description: 'Of the latest visit; shortened or empty where the workspace stores it so.',
    }),
    city: Type.String({ description: 'Of the latest visit; empty when not known.' }),
    country: Type.String({ description: 'Of the latest visit; empty when not known.' }),
    bot: isBot('Null for people. Lists leave bots out unless bots=true.'),
    first_seen: Timestamp('First visit.'),
    last_seen: Timestamp('Latest activity.'),
    created_at: Timestamp('Equals first_seen.'),
    ...toldIdentity,
    ...toldCompany,
  },
  {
    $id: 'Visitor',
    description:
      'A browser or device, or a person of whom only a backend speaks; known or anonymous.',
    examples: [
      {
        id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
        identity_id: null,
        company_id: null,
        company_confidence: null,
        source: 'campaign',
        channel: 'paid',
        origin: 'Google',
        campaign: { source: 'google', medium: 'cpc', name: 'spring' },
        referrer: 'https://www.google.com/',
        entry_url: 'https://www.example.com/pricing',
        session_count: 2,
        event_count: 14,
        page_view_count: 9,
        ip: '203.0.113.7',
        city: 'Munich',
        country: 'Germany',
        bot: null,
        first_seen: '2026-05-04T09:30:00Z',
        last_seen: '2026-05-06T14:02:11Z',
        created_at: '2026-05-04T09:30:00Z',
      },
    ],
  },
);
export type Visitor = Static<typeof Visitor>;

export const sessionExample = {
  id: '01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10',
  workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
  visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
  source: 'referral',
  channel: 'referral',
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
  bot: null,
  started_at: '2026-05-06T14:00:00Z',
  last_activity_at: '2026-05-06T14:02:13Z',
  ended_at: null,
  created_at: '2026-05-06T14:00:00Z',
};

export const Session = Closed(
  {
    id: Uuid('Made by the browser script, or by the service.'),
    workspace_id: Uuid("Always the caller's workspace."),
    visitor_id: Uuid('The visitor.'),
    source: Type.String({ description: 'website, referral or campaign.' }),
    channel: Type.String({
      description:
        'The same in more detail: direct, search, social, email, ai_assistant, paid, campaign or referral.',
    }),
    origin: Type.String({
      description: 'Such as Google, ChatGPT or news.example.org; empty when direct.',
    }),
    campaign_id: Nullable(Uuid('The campaign of its tags or click id.'), 'Null when none.'),
    campaign: JsonObject('Campaign tags; empty when there were none.'),
    click_ids: JsonObject('Click ids, such as gclid; empty when there were none.'),
    referrer: Type.String({ description: 'Empty when none.' }),
    entry_url: Type.String({ description: 'First page; empty when not known.' }),
    exit_url: Type.String({ description: 'Last page so far; empty when not known.' }),
    event_count: Type.Integer({ description: 'Number of messages.' }),
    page_view_count: Type.Integer({ description: 'Number of page views.' }),
    engaged_seconds: Type.Integer({ description: 'Seconds of attention, as the browser tells.' }),
    duration_seconds: Type.Integer({ description: 'From the first to the last message.' }),
    is_bounce: Type.Boolean({
      description: 'At most one page, less than 10 seconds of attention, and no conversion.',
    }),
    ip: Type.String({ description: 'Shortened or empty where the workspace stores it so.' }),
    city: Type.String({ description: 'Empty when not known.' }),
    country: Type.String({ description: 'Empty when not known.' }),
    network_owner: Type.String({ description: 'Whose network it was; empty when not known.' }),
    connection: Type.String({
      description:
        'business, access_provider, mobile, hosting, education or government; empty when not known.',
    }),
    user_agent: Type.String({ description: 'Empty when not known.' }),
    browser: Type.String({ description: 'Such as Firefox; empty when not known.' }),
    os: Type.String({ description: 'Such as Android; empty when not known.' }),
    device: Type.String({
      description: 'desktop, mobile, tablet, tv or bot; empty when not known.',
    }),
    locale: Type.String({ description: 'Language, such as en-GB; empty when not known.' }),
    timezone: Type.String({ description: 'IANA time zone; empty when not known.' }),
    screen: Type.String({ description: 'WIDTHxHEIGHT in pixels; empty when not known.' }),
    bot: isBot('Null for the visit of a person.'),
    started_at: Timestamp('First message.'),
    last_activity_at: Timestamp('Last message so far.'),
    ended_at: Nullable(Timestamp('When the browser ended it.'), 'Null when it has not said so.'),
    created_at: Timestamp('Equals started_at.'),
  },
  {
    $id: 'Session',
    description:
      'One visit of a visitor. It ends after 30 minutes without a message, after 24 hours, or when the visitor comes by another campaign.',
    examples: [sessionExample],
  },
);
export type Session = Static<typeof Session>;

export const Consent = Closed(
  {
    visitor_id: Uuid('The visitor.'),
    purposes: JsonObject('By purpose, whether it was allowed: true or false.'),
    first_given_at: Timestamp('The first message that told it.'),
    last_given_at: Timestamp('The last message that told it.'),
    received_at: Timestamp('When the first of them came.'),
    source: Type.String({ description: 'Who told it: browser or server.' }),
  },
  {
    $id: 'Consent',
    description: 'What a visitor allowed and refused, as messages told it.',
    examples: [
      {
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        purposes: { ads: false, analytics: true },
        first_given_at: '2026-05-04T09:30:00Z',
        last_given_at: '2026-05-06T14:02:11Z',
        received_at: '2026-05-04T09:30:01Z',
        source: 'browser',
      },
    ],
  },
);
export type Consent = Static<typeof Consent>;

export const visitorOperations = {
  listVisitors: operation({
    id: 'listVisitors',
    method: 'GET',
    path: '/visitors',
    tag: 'Visitors',
    summary: 'List visitors',
    description: 'Newest first. Filters combine.',
    scopes: ['visitors:read'],
    feature: 'api',
    query: listQuery({
      source: Text(200, 'Only visitors whose first visit came from exactly this source.'),
      channel: Type.Unsafe<Channel>(
        Type.String({
          enum: [...channels],
          description: 'Only visitors whose first visit came by this channel.',
        }),
      ),
      country: Text(100, 'Only visitors who had a visit from exactly this country.'),
      company_id: Uuid('Only visitors with evidence for this company.'),
      identity_id: Uuid('Only visitors that were linked to this identity.'),
      bots: botsOnly,
      ...createdRange,
      ...askAnything('visitor', ['created_at']),
      ...referencesOf('identity', 'company'),
      ...selectable(Visitor),
    }),
    status: 200,
    ok: listOf(Visitor),
  }),
  getVisitor: operation({
    id: 'getVisitor',
    method: 'GET',
    path: '/visitors/{id}',
    tag: 'Visitors',
    summary: 'Get one visitor',
    scopes: ['visitors:read'],
    feature: 'api',
    params: idParams,
    query: selectedOf(Visitor, {}),
    status: 200,
    ok: recordOf(Visitor),
  }),
  listVisitorSessions: operation({
    id: 'listVisitorSessions',
    method: 'GET',
    path: '/visitors/{id}/sessions',
    tag: 'Visitors',
    summary: 'List sessions of a visitor',
    description: 'Newest first.',
    scopes: ['visitors:read'],
    feature: 'api',
    params: idParams,
    query: listQuery({ ...askAnything('session', ['created_at']), ...selectable(Session) }),
    status: 200,
    ok: listOf(Session),
  }),
  listVisitorActivity: operation({
    id: 'listVisitorActivity',
    method: 'GET',
    path: '/visitors/{id}/activity',
    tag: 'Visitors',
    summary: 'List activity of a visitor',
    description:
      'Events, session starts, identify calls, conversions and leads of this visitor, newest first.',
    scopes: ['visitors:read'],
    feature: 'api',
    params: idParams,
    query: listQuery(selectable(Activity)),
    status: 200,
    ok: listOf(Activity),
  }),
  listVisitorConsents: operation({
    id: 'listVisitorConsents',
    method: 'GET',
    path: '/visitors/{id}/consents',
    tag: 'Visitors',
    summary: 'List consents of a visitor',
    description:
      'The state that holds first. It is there as well for a visitor of whom nothing else is stored.',
    scopes: ['visitors:read'],
    feature: 'api',
    params: idParams,
    query: listQuery(selectable(Consent)),
    status: 200,
    ok: listOf(Consent),
  }),
};
