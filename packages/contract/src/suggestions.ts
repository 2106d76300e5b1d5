import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromService, fromVisitor } from './origins.ts';
import { reasonCode, suggestionReasons } from './reasons.ts';
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
import { type VerificationLevel, verificationLevels } from './verification-levels.ts';

const kinds = ['naming', 'visitor', 'email', 'name', 'traits', 'conversion'] as const;

export const Suggestion = Closed(
  {
    id: Uuid('Assigned by the service.'),
    visitor_id: Uuid('Visitor who sent the message.'),
    identity_id: Nullable(Uuid('The person.'), 'Null without a person.'),
    kind: Type.Unsafe<(typeof kinds)[number]>({
      type: 'string',
      enum: [...kinds],
      description:
        'Rejected part: naming (the whole identify call), visitor (the link of the visitor to a person many others claim to be), email (an email address, or a user ID next to a verified one), name, traits or conversion.',
    }),
    value: fromVisitor(JsonObject('Rejected values.'), 'hidden'),
    reason: fromService(Type.String({ description: 'Reason for the rejection.' })),
    reason_code: reasonCode(suggestionReasons),
    verification_level: Type.Unsafe<VerificationLevel>({
      type: 'string',
      enum: [...verificationLevels],
      description: 'Verification level of the message.',
    }),
    created_at: Timestamp('When the message was sent.'),
  },
  {
    $id: 'Suggestion',
    description: 'An unverified claim about a person that the service did not apply.',
    examples: [
      {
        id: '6a0d5c1e-77b2-8f31-9d0a-4c5e6f708192',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        identity_id: '7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f',
        kind: 'name',
        value: { name: 'Somebody Else' },
        reason: 'an earlier claim or one with a higher verification level says otherwise',
        reason_code: 'outranked',
        verification_level: 'public',
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
    summary: 'List unverified claims',
    description:
      'Returns the newest first. Lists changes to people and conversions that a write key alone cannot make, with the reason. Keeps the newest 50 per visitor; whole identify calls and conversions count separately.',
    scopes: ['visitors:read'],
    feature: 'api',
    query: listQuery({
      identity_id: Uuid('Only claims about this person.'),
      visitor_id: Uuid('Only claims by this visitor.'),
      ...ordered(['created_at']),
      ...selectable(Suggestion),
    }),
    status: 200,
    ok: listOf(Suggestion),
  }),
};
