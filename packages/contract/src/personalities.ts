import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromOperator, fromService } from './origins.ts';
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
      description: 'Intent to buy, from 0 to 100.',
    }),
    stage: Type.String({ enum: stages, description: 'Stage of the person.' }),
    persona: Type.String({ enum: personas, description: 'Type of behavior.' }),
    reasons: Type.Array(
      Closed({
        factor: fromService(
          Type.String({
            description: 'Factor: frequency, depth, return, key_pages, conversion or recency.',
          }),
        ),
        points: Type.Integer({
          description: 'Points added to the score. Points for recency are negative.',
        }),
        because: fromOperator(Type.String({ description: 'Reason for the points.' })),
        count: Type.Optional(
          Type.Integer({
            description:
              'Number in the reason: visits, page views, return visits, key pages, conversions or days since. Absent in scores of older versions.',
          }),
        ),
        pages: Type.Optional(
          Type.Array(fromOperator(Type.String({ description: 'Path pattern.' })), {
            description: 'Key pages in the reason.',
          }),
        ),
      }),
      { description: 'Parts of the score, in this order. Their points add up to the score.' },
    ),
    model_version: fromService(Type.String({ description: 'Version of the formula.' })),
    computed_at: Timestamp('Latest activity included in the score.'),
  },
  {
    $id: 'Personality',
    description: 'Intent score, stage and persona of a person, with reasons.',
    examples: [
      {
        identity_id: '7d3f0a61-2b4c-8e5d-9f60-1a2b3c4d5e6f',
        workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
        intent_score: 52,
        stage: 'evaluating',
        persona: 'evaluator',
        reasons: [
          { factor: 'frequency', points: 12, because: '3 visits within 30 days', count: 3 },
          { factor: 'depth', points: 9, because: '9 page views within 30 days', count: 9 },
          { factor: 'return', points: 10, because: 'came back on 2 other days', count: 2 },
          {
            factor: 'key_pages',
            points: 25,
            because: 'viewed /pricing*, /demo*',
            count: 2,
            pages: ['/pricing*', '/demo*'],
          },
          { factor: 'conversion', points: 0, because: 'no conversions', count: 0 },
          { factor: 'recency', points: -4, because: 'last active 2 days ago', count: 2 },
        ],
        model_version: '2',
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
      'Intent score with reasons as of today. New activity is included within a minute; `computed_at` is the latest included activity. docs/guides/personality.md describes the formula.',
    scopes: ['visitors:read'],
    feature: 'personalities',
    agent: [
      { tool: 'get', kind: 'person', include: 'score' },
      { tool: 'explain', what: 'score' },
    ],
    params: idParams,
    status: 200,
    ok: recordOf(Personality),
  }),
};
