/** Why the service claims what it claims, in one shape for every claim: what speaks for it, how sure it is, since when and by what right. */
import Type, { type Static } from 'typebox';
import { chosen } from './corrections.ts';
import { operation } from './operation.ts';
import { fromService, fromVisitor } from './origins.ts';
import { Closed, idParams, Nullable, recordOf, Timestamp, Uuid } from './schema.ts';

export const claimNames = ['bot', 'company', 'source', 'credit'] as const;

/** What is only in the words of the visitor, or tells who it is. */
const personalFacts = ['user_agent', 'page', 'referrer', 'click_id'];

export const Claim = Closed(
  {
    claim: chosen(claimNames, 'What is claimed.'),
    holds: Type.Boolean({
      description: 'Whether it counts: false for who is no bot, and for what a verdict refuses.',
    }),
    value: fromVisitor(
      Type.String({
        description:
          'The name of the bot, the domain or network of the company, or the channel and origin of the visit; may be empty.',
      }),
    ),
    model: fromService(
      Type.String({
        description: 'Of credit: the attribution model, such as last_non_direct; else empty.',
      }),
    ),
    subject_id: Nullable(Uuid('Of a company that; of credit the visit.'), 'Null otherwise.'),
    share: Nullable(
      Type.Number({ description: 'Of credit: its part; those of a model add up to 1.' }),
      'Null otherwise.',
    ),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How sure it is, from 0 to 1.',
    }),
    right: Nullable(
      fromService(
        Type.String({ description: 'By what right it is known: public, device, signed or api.' }),
      ),
      'Null where rules tell it.',
    ),
    since: Timestamp('When it was first known; of a verdict, when it was given.'),
    verdict_id: Nullable(Uuid('The verdict that decides it.'), 'Null when none does.'),
    evidence: Type.Array(
      Closed({
        fact: fromService(
          Type.String({
            description:
              'rule, found, verdict, user_agent, network, connection, utm_source and other tags, click_id, referrer, page, email_domain, network_owner or visit.',
          }),
        ),
        value: fromVisitor(Type.String({ description: 'As it is known.' }), {
          where: 'fact',
          is: personalFacts,
        }),
        decides: Type.Boolean({ description: 'Without it the claim would be another one.' }),
      }),
      { description: 'What it rests on, what decides first.' },
    ),
  },
  { description: 'A claim with what it rests on.' },
);
export type Claim = Static<typeof Claim>;

export const Evidence = Closed(
  { claims: Type.Array(Claim, { description: 'Of a company the one that counts first.' }) },
  {
    $id: 'Evidence',
    description: 'What the service claims of a record, and why.',
    examples: [
      {
        claims: [
          {
            claim: 'bot',
            holds: true,
            value: 'GPTBot',
            model: '',
            subject_id: null,
            share: null,
            confidence: 0.99,
            right: null,
            since: '2026-05-04T09:30:00Z',
            verdict_id: null,
            evidence: [{ fact: 'rule', value: 'user agent names GPTBot', decides: true }],
          },
        ],
      },
    ],
  },
);
export type Evidence = Static<typeof Evidence>;

const read = {
  method: 'GET',
  feature: 'api',
  params: idParams,
  status: 200,
  ok: recordOf(Evidence),
} as const;

export const evidenceOperations = {
  getVisitorEvidence: operation({
    ...read,
    id: 'getVisitorEvidence',
    path: '/visitors/{id}/evidence',
    tag: 'Visitors',
    summary: 'Get why a visitor is what it is said to be',
    description:
      'Whether it is a bot, where its first visit came from, and its companies, those included that a verdict refuses; at most 50. Companies are told to keys that may read them.',
    scopes: ['visitors:read'],
    agent: [
      { tool: 'explain', what: 'bot' },
      { tool: 'explain', what: 'source' },
      { tool: 'get', kind: 'visitor', include: 'evidence' },
    ],
  }),
  getSessionEvidence: operation({
    ...read,
    id: 'getSessionEvidence',
    path: '/sessions/{id}/evidence',
    tag: 'Sessions',
    summary: 'Get why a session counts and where it came from',
    description:
      'Whether it is a bot’s, and which tag, click id or page before made its source. Of an id that two visitors sent, the one whose session began last.',
    scopes: ['visitors:read'],
  }),
  getLeadEvidence: operation({
    ...read,
    id: 'getLeadEvidence',
    path: '/leads/{id}/evidence',
    tag: 'Leads',
    summary: 'Get where a lead came from, and why',
    description:
      'Of the visit in which it opened; there are no claims of a lead that was made without a visit.',
    scopes: ['leads:read'],
  }),
  getConversionEvidence: operation({
    ...read,
    id: 'getConversionEvidence',
    path: '/conversions/{id}/evidence',
    tag: 'Conversions',
    summary: 'Get what a conversion is credited to, and why',
    description:
      'For each model the visits that have the credit, each with its share and what made its source.',
    scopes: ['conversions:read'],
    agent: [{ tool: 'explain', what: 'credit' }],
  }),
};
