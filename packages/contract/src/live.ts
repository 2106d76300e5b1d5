import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromNetwork, fromService, fromVisitor } from './origins.ts';
import { Closed, JsonObject, Nullable, pageQuery, recordOf, Timestamp, Uuid } from './schema.ts';

const Place = Closed({
  city: fromNetwork(Type.String({ description: 'Empty when not known.' })),
  country: fromNetwork(Type.String({ description: 'Empty when not known.' })),
});

const LivePage = Closed({
  url: fromVisitor(
    Type.String({ description: 'The last page so far; empty when not known.' }),
    'address',
  ),
  title: fromVisitor(Type.String({ description: 'Empty when not known.' })),
});

const LiveCompany = Closed({
  id: Uuid('The company.'),
  name: fromVisitor(Type.String({ description: 'Empty when not known.' }), 'none'),
  domain: fromVisitor(
    Type.String({ description: 'Empty when it is known by its network alone.' }),
    'none',
  ),
});

const LivePerson = Closed({
  id: Uuid('The identity.'),
  name: fromVisitor(Type.String({ description: 'Empty when not known.' }), 'hidden'),
  email: fromVisitor(Type.String({ description: 'Empty when not known.' }), 'hidden'),
});

const LiveVisitor = Closed({
  visitor_id: Uuid('The visitor.'),
  session_id: Uuid('The visit.'),
  page: LivePage,
  page_view_count: Type.Integer({ description: 'Pages of this visit.' }),
  source: fromService(
    Type.String({ description: 'Where the visit came from: website, referral or campaign.' }),
  ),
  channel: fromService(Type.String({ description: 'The same in more detail, as of sessions.' })),
  origin: fromVisitor(
    Type.String({ description: 'Such as Google or ChatGPT; empty when direct.' }),
  ),
  campaign: fromVisitor(JsonObject('Campaign tags; empty when there were none.')),
  place: Place,
  company: Nullable(LiveCompany, 'Null when not known, and to keys that may not read companies.'),
  identity: Nullable(LivePerson, 'Null when anonymous.'),
  since: Timestamp('When the visit began.'),
  last_activity_at: Timestamp('Latest message.'),
});

const LiveMinute = Closed({
  minute: Timestamp('When the minute began.'),
  visitors: Type.Integer({ description: 'Visitors with a message in it.' }),
  page_views: Type.Integer({ description: 'Page views in it.' }),
});

export const Live = Closed(
  {
    visitors_5_minutes: Type.Integer({ description: 'Visitors of the last 5 minutes, exactly.' }),
    visitors_30_minutes: Type.Integer({ description: 'Visitors of the last 30 minutes, exactly.' }),
    minutes: Type.Array(LiveMinute, { description: 'The last 30, the oldest first.' }),
    visitors: Type.Array(LiveVisitor, {
      description: 'Those of the last 30 minutes with their latest visit, the latest first.',
    }),
  },
  {
    $id: 'Live',
    description: 'Who is here now.',
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
    summary: 'See who is here now',
    description:
      'People with a message in the last 30 minutes, by when it happened: what comes late counts for when it was, and a wrong clock is corrected. Bots are left out.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [{ tool: 'live' }],
    query: Closed({
      ...pageQuery.properties,
      test: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'true: the test data of development keys instead of the live data.',
        }),
      ),
    }),
    status: 200,
    ok: recordOf(Live),
  }),
};
