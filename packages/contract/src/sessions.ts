import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { asksFor } from './origins.ts';
import {
  askAnything,
  botsOnly,
  Closed,
  Instant,
  idParams,
  listOf,
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
      description: `In the order of the visit; the first ${mostPagesOfSession}.`,
    }),
  },
  {
    $id: 'SessionWithPages',
    description: 'One visit, with the pages that were viewed.',
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
      'Newest first. Filters combine. Without visitor_id, identity_id or company_id: those that began in the 7 days before `started_before`, or since `started_after`, 31 days at most.',
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
      identity_id: Uuid('Only sessions that were the visits of this person.'),
      company_id: Uuid('Only sessions of visitors with evidence for this company.'),
      source: Text(200, 'Only sessions from exactly this source.'),
      country: Text(200, 'Only sessions from exactly this country, such as Germany.'),
      entry_page: asksFor(
        'address',
        Text(2000, 'Only sessions whose first page has an address that begins so.'),
      ),
      started_after: Instant('Only sessions that began after this instant (exclusive).'),
      started_before: Instant('Only sessions that began before this instant (exclusive).'),
      bots: botsOnly,
      ...askAnything('session', ['created_at']),
      ...withPagesOfEach,
      ...selectable(Session),
    }),
    window: {
      after: 'started_after',
      before: 'started_before',
      usualDays: 7,
      mostDays: 31,
      unless: ['visitor_id', 'identity_id', 'company_id'],
    },
    status: 200,
    ok: listOf(Session),
  }),
  getSession: operation({
    id: 'getSession',
    method: 'GET',
    path: '/sessions/{id}',
    tag: 'Sessions',
    summary: 'Get one session with its pages',
    description:
      'A session id that two visitors send is two sessions: `visitor_id` says whose. Without it, the one that began last is meant.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [{ tool: 'get', kind: 'session' }],
    params: idParams,
    query: selectedOf(SessionWithPages, { visitor_id: Uuid('Whose session it is.') }),
    status: 200,
    ok: recordOf(SessionWithPages),
  }),
};
