import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { asksFor } from './origins.ts';
import {
  askAnything,
  botsOnly,
  Closed,
  Instant,
  idParams,
  listOfWindow,
  listQuery,
  recordOf,
  selectable,
  selectedOf,
  Text,
  Uuid,
} from './schema.ts';
import {
  mostPagesOfSession,
  Session,
  sessionExample,
  VisitedPage,
  withPagesOfEach,
} from './session-record.ts';

export const SessionWithPages = Closed(
  {
    ...Session.properties,
    pages: Type.Array(VisitedPage, {
      description: `Viewed pages in order; at most ${mostPagesOfSession}.`,
    }),
  },
  {
    $id: 'SessionWithPages',
    description: 'One visit with its viewed pages.',
    examples: [
      {
        ...sessionExample,
        pages: [
          {
            url: 'https://www.example.com/',
            title: 'Home',
            viewed_at: '2026-05-06T14:00:00Z',
            seconds: 41,
          },
          {
            url: 'https://www.example.com/contact',
            title: 'Contact',
            viewed_at: '2026-05-06T14:00:41Z',
            seconds: 92,
          },
        ],
      },
    ],
  },
);
export type SessionWithPages = Static<typeof SessionWithPages>;

export const sessionOperations = {
  listSessions: operation({
    id: 'listSessions',
    method: 'GET',
    path: '/sessions',
    tag: 'Sessions',
    summary: 'List sessions',
    description:
      'Returns the newest first. Records must match all filters. Without visitor_id, identity_id or company_id, the list covers the 7 days before `created_before`, or up to 31 days from `created_after`.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [
      {
        tool: 'list',
        kind: 'session',
        fields: [
          'id',
          'visitor_id',
          'channel',
          'origin',
          'entry_url',
          'country',
          'page_view_count',
          'engaged_seconds',
          'started_at',
        ],
      },
    ],
    query: listQuery({
      visitor_id: Uuid('Only sessions of this visitor.'),
      identity_id: Uuid('Only visits of this person.'),
      company_id: Uuid('Only sessions of visitors with evidence for this company.'),
      source: Text(200, 'Only sessions from exactly this source.'),
      country: Text(200, 'Only sessions from exactly this country, such as Germany.'),
      entry_page: asksFor(
        'address',
        Text(2000, 'Only sessions with a first page URL that starts with this text.'),
      ),
      created_after: Instant('Only sessions started after this time (exclusive).'),
      created_before: Instant('Only sessions started before this time (exclusive).'),
      bots: botsOnly,
      ...askAnything('session', ['created_at']),
      ...withPagesOfEach,
      ...selectable(Session),
    }),
    window: {
      after: 'created_after',
      before: 'created_before',
      usualDays: 7,
      mostDays: 31,
      unless: ['visitor_id', 'identity_id', 'company_id'],
    },
    status: 200,
    ok: listOfWindow(Session),
  }),
  getSession: operation({
    id: 'getSession',
    method: 'GET',
    path: '/sessions/{id}',
    tag: 'Sessions',
    summary: 'Get one session with its pages',
    description:
      'Two visitors can send the same session id. `visitor_id` selects one of them; without it, you get the session that started last.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [{ tool: 'get', kind: 'session' }],
    params: idParams,
    query: selectedOf(SessionWithPages, { visitor_id: Uuid('Visitor of the session.') }),
    status: 200,
    ok: recordOf(SessionWithPages),
  }),
};
