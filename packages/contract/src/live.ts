import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromNetwork, fromService, fromVisitor } from './origins.ts';
import { Closed, JsonObject, Nullable, pageQuery, recordOf, Timestamp, Uuid } from './schema.ts';

const Place = Closed(
  {
    city: fromNetwork(Type.String({ description: 'City. Empty when unknown.' })),
    country: fromNetwork(Type.String({ description: 'Country. Empty when unknown.' })),
  },
  { description: 'Place of the IP address.' },
);

const LivePage = Closed(
  {
    url: fromVisitor(
      Type.String({ description: 'URL of the current page. Empty when unknown.' }),
      'address',
    ),
    title: fromVisitor(Type.String({ description: 'Title of the page. Empty when unknown.' })),
  },
  { description: 'Current page.' },
);

const LiveCompany = Closed({
  id: Uuid('The company.'),
  name: fromVisitor(
    Type.String({ description: 'Name of the company. Empty when unknown.' }),
    'none',
  ),
  domain: fromVisitor(
    Type.String({ description: 'Domain of the company. Empty if only the network is known.' }),
    'none',
  ),
});

const LivePerson = Closed({
  id: Uuid('The person.'),
  name: fromVisitor(Type.String({ description: 'Full name. Empty when unknown.' }), 'hidden'),
  email: fromVisitor(Type.String({ description: 'Email address. Empty when unknown.' }), 'hidden'),
});

const LiveVisitor = Closed({
  visitor_id: Uuid('The visitor.'),
  session_id: Uuid('The visit.'),
  page: LivePage,
  page_view_count: Type.Integer({ description: 'Page views of this visit.' }),
  source: fromService(
    Type.String({ description: 'Source of the visit: website, referral or campaign.' }),
  ),
  channel: fromService(Type.String({ description: 'Channel of the visit, as in sessions.' })),
  origin: fromVisitor(
    Type.String({
      description:
        'Site or app that sent the visitor, such as Google or ChatGPT. Empty for direct visits.',
    }),
  ),
  campaign: fromVisitor(JsonObject('Campaign tags of the visit. Empty without tags.')),
  place: Place,
  company: Nullable(LiveCompany, 'Null when unknown, or if the key may not read companies.'),
  identity: Nullable(LivePerson, 'Null when anonymous.'),
  since: Timestamp('Start of the visit.'),
  last_activity_at: Timestamp('Latest message.'),
});

const LiveMinute = Closed({
  minute: Timestamp('Start of the minute.'),
  visitors: Type.Integer({ description: 'Visitors active in this minute.' }),
  page_views: Type.Integer({ description: 'Page views in this minute.' }),
});

export const Live = Closed(
  {
    visitors_5_minutes: Type.Integer({
      description: 'Exact number of visitors in the last 5 minutes.',
    }),
    visitors_30_minutes: Type.Integer({
      description: 'Exact number of visitors in the last 30 minutes.',
    }),
    minutes: Type.Array(LiveMinute, { description: 'The last 30 minutes, oldest first.' }),
    visitors: Type.Array(LiveVisitor, {
      description: 'Visitors of the last 30 minutes with their current visit, latest first.',
    }),
  },
  {
    $id: 'Live',
    description: 'Visitors on the site now.',
    examples: [
      {
        visitors_5_minutes: 1,
        visitors_30_minutes: 1,
        minutes: [{ minute: '2026-05-06T14:02:00Z', visitors: 1, page_views: 4 }],
        visitors: [
          {
            visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
            session_id: '01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10',
            page: { url: 'https://www.example.com/contact', title: 'Contact' },
            page_view_count: 4,
            source: 'referral',
            channel: 'referral',
            origin: 'news.example',
            campaign: {},
            place: { city: 'Munich', country: 'Germany' },
            company: {
              id: '3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0',
              name: 'Acme',
              domain: 'acme.example',
            },
            identity: null,
            since: '2026-05-06T14:00:00Z',
            last_activity_at: '2026-05-06T14:02:13Z',
          },
        ],
      },
    ],
  },
);
export type Live = Static<typeof Live>;
export type LiveVisitor = Static<typeof LiveVisitor>;

export const liveOperations = {
  getLive: operation({
    id: 'getLive',
    method: 'GET',
    path: '/live',
    tag: 'Live',
    summary: 'Get who is on the site now',
    description:
      'Visitors active in the last 30 minutes, without bots. Late messages count at the time of the event; wrong clocks are corrected.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [{ tool: 'live' }],
    query: Closed({
      ...pageQuery.properties,
      test: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'true: return test data from development keys instead of live data.',
        }),
      ),
    }),
    status: 200,
    ok: recordOf(Live),
  }),
};
