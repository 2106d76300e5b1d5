import Type, { type Static } from 'typebox';
import { Activity } from './activity.ts';
import { type Channel, channels } from './channels.ts';
import { operation } from './operation.ts';
import { fromNetwork, fromService, fromVisitor } from './origins.ts';
import { referencesOf, withCompany, withIdentity } from './references.ts';
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
  ordered,
  recordOf,
  selectable,
  selectedOf,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';
import { Session, stateFields, withPagesOfEach } from './session-record.ts';

export const Visitor = Closed(
  {
    id: Uuid('Made by the browser script, or by the service.'),
    workspace_id: Uuid("Always the caller's workspace."),
    identity_id: Nullable(Uuid('The person who was named last on it.'), 'Null when anonymous.'),
    company_id: Nullable(
      Uuid(
        'The company that was set by hand, else that of its work address, else of its network: of several that of the strongest right, then the latest.',
      ),
      'Null when not known.',
    ),
    company_confidence: Nullable(
      Type.Number({ description: 'How sure the company is, from 0 to 1.' }),
      'Null without a company. GET /companies/{id}/evidence tells why.',
    ),
    source: fromService(
      Type.String({
        description:
          'Where the first visit came from: website, referral or campaign; empty before the first visit.',
      }),
    ),
    channel: fromService(
      Type.String({
        description: `The same in more detail: ${channels.slice(0, -1).join(', ')} or ${channels.at(-1)}.`,
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
    campaign: fromVisitor(
      JsonObject('Campaign tags of the first visit; empty when there were none.'),
    ),
    referrer: fromVisitor(
      Type.String({ description: 'Referrer of the first visit; empty when none.' }),
      'address',
    ),
    entry_url: fromVisitor(
      Type.String({ description: 'Address of the first page; empty when not known.' }),
      'address',
    ),
    session_count: Type.Integer({ description: 'Number of visits.' }),
    event_count: Type.Integer({ description: 'Number of messages.' }),
    page_view_count: Type.Integer({ description: 'Number of page views.' }),
    ip: fromNetwork(
      Type.String({
        description: 'Of the latest visit; shortened or empty where the workspace stores it so.',
      }),
      'hidden',
    ),
    city: fromNetwork(Type.String({ description: 'Of the latest visit; empty when not known.' })),
    country: fromNetwork(
      Type.String({ description: 'Of the latest visit; empty when not known.' }),
    ),
    ...stateFields('Null unless it is one. Lists leave bots out unless bots=true.'),
    first_seen: Timestamp('First visit.'),
    last_seen: Timestamp('Latest activity.'),
    created_at: Timestamp('Equals first_seen.'),
    ...withIdentity,
    ...withCompany,
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
        channel_group: 'Paid Search',
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
        state: 'person',
        agent: '',
        suspicion: null,
        bot: null,
        first_seen: '2026-05-04T09:30:00Z',
        last_seen: '2026-05-06T14:02:11Z',
        created_at: '2026-05-04T09:30:00Z',
      },
    ],
  },
);
export type Visitor = Static<typeof Visitor>;

export const Consent = Closed(
  {
    visitor_id: Uuid('The visitor.'),
    purposes: fromVisitor(JsonObject('By purpose, whether it was allowed: true or false.')),
    first_given_at: Timestamp('The first message that told it.'),
    last_given_at: Timestamp('The last message that told it.'),
    received_at: Timestamp('When the first of them came.'),
    source: fromService(Type.String({ description: 'Who told it: browser or server.' })),
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
    description:
      'Newest first. Filters combine. `sort=-last_visit` puts those first whose latest visit began last.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [
      {
        tool: 'list',
        kind: 'visitor',
        fields: [
          'id',
          'identity_id',
          'company_id',
          'channel',
          'origin',
          'country',
          'session_count',
          'page_view_count',
          'last_seen',
        ],
      },
    ],
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
      ...askAnything('visitor', ['created_at', 'last_visit']),
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
    agent: [
      { tool: 'get', kind: 'visitor' },
      {
        tool: 'explain',
        what: 'source',
        fields: [
          'id',
          'source',
          'channel',
          'origin',
          'campaign',
          'referrer',
          'entry_url',
          'first_seen',
        ],
      },
      { tool: 'explain', what: 'bot', fields: ['id', 'bot'] },
    ],
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
    agent: [{ tool: 'get', kind: 'visitor', include: 'sessions' }],
    params: idParams,
    query: listQuery({
      ...askAnything('session', ['created_at']),
      ...withPagesOfEach,
      ...selectable(Session),
    }),
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
    agent: [{ tool: 'get', kind: 'visitor', include: 'activity' }],
    params: idParams,
    query: listQuery({ ...createdRange, ...ordered(['created_at']), ...selectable(Activity) }),
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
    query: listQuery({ ...ordered(['last_given_at']), ...selectable(Consent) }),
    status: 200,
    ok: listOf(Consent),
  }),
};
