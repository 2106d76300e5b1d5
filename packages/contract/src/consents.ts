import Type, { type Static } from 'typebox';
import { fromService, fromVisitor } from './origins.ts';
import { Closed, JsonObject, Timestamp, Uuid } from './schema.ts';

export const Consent = Closed(
  {
    visitor_id: Uuid('The visitor.'),
    purposes: fromVisitor(JsonObject('Purposes, each true (allowed) or false (refused).')),
    notice_version: fromVisitor(
      Type.String({
        description:
          'Version of the privacy notice in the last message with this consent. Empty when not sent.',
      }),
    ),
    first_given_at: Timestamp('First message with this consent.'),
    last_given_at: Timestamp('Last message with this consent.'),
    received_at: Timestamp('When the first of these messages was received.'),
    source: fromService(Type.String({ description: 'Sender of the consent: browser or server.' })),
  },
  {
    $id: 'Consent',
    description: 'Consent that a visitor gave or refused, by purpose.',
    examples: [
      {
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        purposes: { ads: false, analytics: true },
        notice_version: '2026-05',
        first_given_at: '2026-05-04T09:30:00Z',
        last_given_at: '2026-05-06T14:02:11Z',
        received_at: '2026-05-04T09:30:01Z',
        source: 'browser',
      },
    ],
  },
);
export type Consent = Static<typeof Consent>;
