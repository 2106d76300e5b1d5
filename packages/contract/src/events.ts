import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { asksFor, fromService, fromVisitor } from './origins.ts';
import {
  askAnything,
  botsOnly,
  Closed,
  createdRange,
  JsonObject,
  listOf,
  listQuery,
  selectable,
  Text,
  Timestamp,
  Uuid,
} from './schema.ts';

export const Event = Closed(
  {
    id: Uuid('Made from the time and the message_id.'),
    workspace_id: Uuid("Always the caller's workspace."),
    visitor_id: Uuid('The visitor.'),
    session_id: Uuid('The visit that it belongs to.'),
    type: fromService(Type.String({ description: 'event, identify or conversion.' })),
    name: fromVisitor(
      Type.String({
        description: 'Of the event or conversion, such as page_view; empty for identify.',
      }),
    ),
    url: fromVisitor(
      Type.String({ description: 'Address of the page; empty when not known.' }),
      'address',
    ),
    title: fromVisitor(Type.String({ description: 'Title of the page; empty when not known.' })),
    referrer: fromVisitor(Type.String({ description: 'Empty when none.' }), 'address'),
    properties: fromVisitor(JsonObject('As they were sent.'), 'hidden'),
    created_at: Timestamp('When it happened.'),
  },
  {
    $id: 'Event',
    description: 'A message as it is stored. Messages about a session itself are left out.',
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
      'Newest first. Filters combine. Events never change: created_after tells what is new. Without visitor_id or session_id: those of the 7 days before `created_before`, or since `created_after`, 7 days at most.',
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
      page: asksFor('address', Text(2000, 'Only events on a page whose address begins so.')),
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
    ok: listOf(Event),
  }),
};
