import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromService, fromVisitor } from './origins.ts';
import { reasonCode, suggestionReasons } from './reasons.ts';
import { type Right, rightNames } from './rights.ts';
import {
  Closed,
  JsonObject,
  listOf,
  listQuery,
  Nullable,
  ordered,
  selectable,
  Timestamp,
  Uuid,
} from './schema.ts';

const kinds = ['naming', 'visitor', 'email', 'name', 'traits', 'conversion'] as const;

export const Suggestion = Closed(
  {
    id: Uuid('Assigned by the service.'),
    visitor_id: Uuid('The visitor whose message said it.'),
    identity_id: Nullable(Uuid('The person whom it is about.'), 'Null when it names nobody.'),
    kind: Type.Unsafe<(typeof kinds)[number]>({
      type: 'string',
      enum: [...kinds],
      description:
        'What was not followed: the naming of a person as a whole, that the visitor is whom many others say they are, an address (or a user_id beside one that is proved), a name, traits, or a conversion.',
    }),
    value: fromVisitor(JsonObject('What was said.'), 'hidden'),
    reason: fromService(Type.String({ description: 'Why it was not followed.' })),
    reason_code: reasonCode(suggestionReasons),
    right: Type.Unsafe<Right>({
      type: 'string',
      enum: [...rightNames],
      description: 'By what right it was said.',
    }),
    created_at: Timestamp('When it was said.'),
  },
  {
    $id: 'Suggestion',
    description: 'What a message said of a person, and had no right to.',
    examples: [
      {
        id: '6a0d5c1e-77b2-8f31-9d0a-4c5e6f708192',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        identity_id: '7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f',
        kind: 'name',
        value: { name: 'Somebody Else' },
        reason: 'somebody with a stronger right, or who was first, says otherwise',
        reason_code: 'outranked',
        right: 'public',
        created_at: '2026-05-06T14:01:30Z',
      },
    ],
  },
);
export type Suggestion = Static<typeof Suggestion>;

export const suggestionOperations = {
  listSuggestions: operation({
    id: 'listSuggestions',
    method: 'GET',
    path: '/suggestions',
    tag: 'Identities',
    summary: 'List what was said without the right to',
    description:
      'Newest first. What a write key alone cannot change about a person or a conversion is kept here, with the reason; the newest 50 of each visitor, namings as a whole and conversions counted apart.',
    scopes: ['visitors:read'],
    feature: 'api',
    query: listQuery({
      identity_id: Uuid('Only suggestions about this identity.'),
      visitor_id: Uuid('Only suggestions of this visitor.'),
      ...ordered(['created_at']),
      ...selectable(Suggestion),
    }),
    status: 200,
    ok: listOf(Suggestion),
  }),
};
