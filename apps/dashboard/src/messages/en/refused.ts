import type { RefusalReason } from '@footfall/contract/reasons';
import { counted } from '../count.ts';

const count = counted('en');

export const refused = {
  title: 'Rejected events',
  received: 'Received',
  reason: 'Reason',
  key: 'Key',
  body: 'Event',
  unknownKey: 'unknown',
  byReason: 'By reason',
  counted: 'Events',
  ofNewest: (n: number) =>
    `Based on the newest ${n === 1 ? 'event' : count(n, { one: 'event', other: 'events' })} in this period.`,
  search: 'Search reasons',
  searchClear: 'Show all reasons',
  empty: 'No rejected events',
  emptyText: 'Rejected events appear here with their reasons.',
  noMatch: 'No events were rejected for this reason',
  details: 'Rejected event',
  show: 'Show event',
  whatToDo: 'What to do',
  cut: 'These are the first 4,096 bytes, as received.',
  notText: 'The event is not valid JSON. It is shown as received.',
  notAll: 'Footfall keeps a sample: during a flood it rejects events without storing them.',
  completeness: 'Completeness',
  completenessText:
    'Share of browser events that arrived. Events are numbered: a missing number within a visit is a lost event. Losses at the end of a visit are noticed when the visitor returns. Bots are excluded.',
  byBrowser: 'By browser',
  byDay: 'By day',
  browser: 'Browser',
  day: 'Day',
  inAll: 'Total',
  share: 'Arrived',
  messages: { made: 'Sent', received: 'Received', refused: 'Rejected', lost: 'Lost' },
  because: (_code: RefusalReason, _field: string, text: string): string => text,
  advice: {
    unproved:
      'The signature does not match any signing secret of this workspace. Sign on your server with this workspace’s secret, or omit the signature.',
    placeholder:
      'The page sends a placeholder such as “null” or “test@example.com” instead of an identity. Call identify() only after the visitor signs in or submits a form.',
    nobody: 'Send a visitor_id, an email or a user_id.',
    type: 'Use one of these types: event, session, identify or conversion.',
    size: 'The event is too large. Send fewer or shorter properties.',
    shape: 'The event is nested too deeply or is not JSON. Send flat properties.',
    names: 'The field has too many names. Send fewer traits or properties.',
    field: (path: string) =>
      `Fix the field “${path}” where you send the event. The reason says what it must be.`,
    other: 'Fix the event where you send it. The reason says what is wrong.',
  },
  toGuide: 'Event format',
};
