import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { Closed, idParams, recordOf, Timestamp, Uuid } from './schema.ts';

export const stages = ['new', 'engaged', 'evaluating', 'customer', 'dormant'] as const;
export const personas = ['buyer', 'evaluator', 'researcher', 'reader', 'newcomer'] as const;

export const Personality = Closed(
  {
    identity_id: Uuid('The person.'),
    workspace_id: Uuid("Always the caller's workspace."),
    intent_score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How much the behaviour looks like that of a buyer.',
    }),
    stage: Type.String({ enum: stages, description: 'Where the person stands.' }),
    persona: Type.String({ enum: personas, description: 'What kind of visitor they are.' }),
    reasons: Type.Array(
      Closed({
        factor: Type.String({ description: 'recency, frequency, depth, return or conversion.' }),
        points: Type.Integer({ description: 'What it adds to the score.' }),
        because: Type.String({ description: 'The fact behind it.' }),
      }),
      { description: 'The parts of the score; they add up to it.' },
    ),
    model_version: Type.String({ description: 'Which formula was used.' }),
    computed_at: Timestamp('When it was computed.'),
  },
  {
    $id: 'Personality',
    description: 'What the behaviour of a person tells, with the reasons.',
    examples: [
      {
        identity_id: '7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f',
        workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
        intent_score: 61,
        stage: 'evaluating',
        persona: 'evaluator',
        reasons: [
          { factor: 'recency', points: 24, because: 'last seen 1 day ago' },
          { factor: 'frequency', points: 12, because: '3 visits in the last 30 days' },
          { factor: 'depth', points: 15, because: '15 page views in the last 30 days' },
          { factor: 'return', points: 10, because: '2 returns on another day' },
          { factor: 'conversion', points: 0, because: 'no conversion so far' },
        ],
        model_version: '1',
        computed_at: '2026-05-07T08:00:00Z',
      },
    ],
  },
);
export type Personality = Static<typeof Personality>;

export const personalityOperations = {
  getIdentityPersonality: operation({
    id: 'getIdentityPersonality',
    method: 'GET',
    path: '/identities/{id}/personality',
    tag: 'Identities',
    summary: 'Get the personality of an identity',
    description:
      'An intent score with the reasons that led to it. The formula is documented in docs/personality.md.',
    scopes: ['visitors:read'],
    feature: 'personalities',
    params: idParams,
    status: 200,
    ok: recordOf(Personality),
  }),
};
