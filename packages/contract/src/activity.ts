import Type, { type Static } from 'typebox';
import { type MessageType, messageTypes } from './ingest.ts';
import { fromService, fromVisitor } from './origins.ts';
import { Closed, Timestamp } from './schema.ts';

/** Messages with their own activity type; an event's type is its name. */
const messageActivities = messageTypes.filter((type) => type !== 'event' && type !== 'session');
/** What an activity is built from. */
export type ActivityKind = Exclude<MessageType, 'session'> | 'session_start' | 'lead';

export const Activity = Closed(
  {
    id: fromService(Type.String({ description: 'Stable id of the activity.' })),
    type: fromVisitor(
      Type.String({
        description: `Name of the event (page_view, click, …), or session_start, ${messageActivities.join(', ')} or lead.`,
      }),
    ),
    who: fromVisitor(
      Type.String({
        description: 'Name or email of the person, or "Anonymous visitor".',
      }),
      'hidden',
    ),
    what: fromVisitor(Type.String({ description: 'Description of what happened.' }), {
      where: 'type',
      is: ['identify', 'click', 'form_submit'],
    }),
    source: fromVisitor(
      Type.String({
        description:
          'Source of the visit, such as campaign spring (google / cpc), Google search or ChatGPT. For direct visits, the host of the website.',
      }),
    ),
    created_at: Timestamp('When it happened.'),
  },
  {
    $id: 'Activity',
    description: 'One action of a person.',
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
