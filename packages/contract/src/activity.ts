import Type, { type Static } from 'typebox';
import { type MessageType, messageTypes } from './ingest.ts';
import { fromService, fromVisitor } from './origins.ts';
import { Closed, Timestamp } from './schema.ts';

/** Messages that are activities of their own type; an event is one of its name. */
const messageActivities = messageTypes.filter((type) => type !== 'event' && type !== 'session');
/** What an activity can be made from. */
export type ActivityKind = Exclude<MessageType, 'session'> | 'session_start' | 'lead';

export const Activity = Closed(
  {
    id: fromService(Type.String({ description: 'Stable id of the activity.' })),
    type: fromVisitor(
      Type.String({
        description: `Name of the event for events (page_view, click, …); else session_start, ${messageActivities.join(', ')} or lead.`,
      }),
    ),
    who: fromVisitor(
      Type.String({
        description: 'Name or email of the person; "Anonymous visitor" where nobody was named.',
      }),
      'hidden',
    ),
    what: fromVisitor(Type.String({ description: 'What happened, as a sentence.' }), {
      where: 'type',
      is: ['identify', 'click', 'form_submit'],
    }),
    source: fromVisitor(
      Type.String({
        description:
          'Where the visit came from, such as campaign spring (google / cpc), Google search or ChatGPT; the host of the website when nobody sent the visitor.',
      }),
    ),
    created_at: Timestamp('When it happened.'),
  },
  {
    $id: 'Activity',
    description: 'One thing that a person did.',
    examples: [
      {
        id: '01a1f843-8001-8a3b-9c1d-52f0a7b6d3e4',
        type: 'page_view',
        who: 'Ada Lovelace',
        what: 'Viewed Pricing',
        source: 'campaign spring (google / cpc)',
        created_at: '2026-05-06T14:01:30Z',
      },
    ],
  },
);
export type Activity = Static<typeof Activity>;
