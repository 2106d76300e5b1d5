import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { asksFor, fromService, fromVisitor } from './origins.ts';
import {
  askAnything,
  botsOnly,
  Closed,
  createdRange,
  JsonObject,
  listOfWindow,
  listQuery,
  selectable,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';

export const Event = Closed(
  {
    id: Uuid('Derived from the time and the message_id.'),
    workspace_id: Uuid("Always the caller's workspace."),
    visitor_id: Uuid('The visitor.'),
    session_id: Uuid('The visit.'),
    type: fromService(
      Type.String({ description: 'Kind of message: event, identify or conversion.' }),
    ),
    name: fromVisitor(
      Type.String({
        description: 'Name of the event or conversion, such as page_view. Empty for identify.',
      }),
    ),
    url: fromVisitor(
      Type.String({ description: 'URL of the page. Empty when unknown.' }),
      'address',
    ),
    title: fromVisitor(Type.String({ description: 'Title of the page. Empty when unknown.' })),
    referrer: fromVisitor(
      Type.String({ description: 'Referrer of the page. Empty without a referrer.' }),
      'address',
    ),
    properties: fromVisitor(JsonObject('Custom properties as sent.'), 'hidden'),
    created_at: Timestamp('When it happened.'),
  },
  {
    $id: 'Event',
    description: 'A stored event, identify call or conversion. Session messages are not included.',
    examples: [
      {
        id: '01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4',
        workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        session_id: '01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10',
        type: 'event',
        name: 'page_view',
        url: 'https://www.example.com/pricing',
        title: 'Pricing',
        referrer: 'https://www.example.com/',
        properties: {},
        created_at: '2026-05-06T14:01:30Z',
      },
    ],
  },
);
export type Event = Static<typeof Event>;

export const eventOperations = {
  listEvents: operation({
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    tag: 'Events',
    summary: 'List events',
    description:
      'Returns the newest first. Records must match all filters. Events never change; use created_after to get new ones. Without visitor_id or session_id, the list covers the 7 days before `created_before`, or up to 7 days from `created_after`.',
    scopes: ['visitors:read'],
    feature: 'api',
    agent: [
      {
        tool: 'list',
        kind: 'event',
        fields: ['id', 'visitor_id', 'name', 'url', 'properties', 'created_at'],
      },
    ],
    query: listQuery({
      visitor_id: Uuid('Only events of this visitor.'),
      session_id: Uuid('Only events of this session.'),
      name: Text(200, 'Only events with exactly this name, such as page_view.'),
      page: asksFor(
        'address',
        Text(2000, 'Only events on pages with a URL that starts with this text.'),
      ),
      bots: botsOnly,
      ...createdRange,
      ...askAnything('event', ['created_at']),
      ...selectable(Event),
    }),
    window: {
      after: 'created_after',
      before: 'created_before',
      usualDays: 7,
      mostDays: 7,
      unless: ['visitor_id', 'session_id'],
    },
    status: 200,
    ok: listOfWindow(Event),
  }),
};
