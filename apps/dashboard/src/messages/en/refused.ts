import type { RefusalReason } from '@footfall/contract/reasons';
import { counted } from '../count.ts';

const count = counted('en');

export const refused = {
  title: 'Refused messages',
  received: 'Received',
  reason: 'Reason',
  key: 'Key',
  body: 'Message',
  unknownKey: 'unknown',
  byReason: 'By reason',
  counted: 'Messages',
  ofNewest: (n: number) =>
    `Of the newest ${count(n, { one: 'message', other: 'messages' })} of the period.`,
  search: 'In the reason',
  searchClear: 'Show every reason',
  empty: 'Nothing was refused',
  emptyText:
    'No message of this period was refused. What is refused is shown here with its reason.',
  noMatch: 'No message was refused for this reason',
  details: 'The refused message',
  show: 'Show the message',
  whatToDo: 'What to do',
  cut: 'As it came, its first 4,096 bytes.',
  notText: 'This is not JSON, so it is shown as it came.',
  notAll: 'Not every one is kept: what comes too fast is refused all the same.',
  completeness: 'Completeness',
  completenessText:
    'Of the messages that browsers made. Lost is what is missing between others of a visit; what a visit lost at its end shows when the visitor comes back. Bots are left out.',
  byBrowser: 'By browser',
  byDay: 'By day',
  browser: 'Browser',
  day: 'Day',
  inAll: 'In all',
  share: 'Arrived',
  messages: { made: 'Made', received: 'Received', refused: 'Refused', lost: 'Lost' },
  because: (_code: RefusalReason, _field: string, text: string): string => text,
  advice: {
    unproved:
      'No signing secret of the workspace made the signature. Sign on your server with the secret of this workspace, or leave the signature away.',
    placeholder:
      'The page sends a placeholder instead of who somebody is, such as “null” or “test@example.com”. Call identify() only when somebody is known.',
    nobody: 'Say whom it is about: a visitor_id, or an email or user_id.',
    type: 'The type is not one that is known: event, session, identify or conversion.',
    size: 'The message is too large: send fewer or shorter properties.',
    shape: 'The message is nested too deeply, or is no JSON: send plain properties.',
    names: 'The field has more names than are kept: send fewer traits or properties.',
    field: (path: string) =>
      `Change the field “${path}” where the message is sent: the reason says what it has to be.`,
    other: 'Change the message where it is sent: the reason says what is wrong with it.',
  },
  toGuide: 'What a message may have',
};
