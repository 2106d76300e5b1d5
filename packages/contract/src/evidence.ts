/** Claims of the service about a record, in one format: evidence, confidence, time and verification level. */
import Type, { type Static } from 'typebox';
import { chosen } from './identity-overrides.ts';
import { operation } from './operation.ts';
import { fromService, fromVisitor } from './origins.ts';
import { Closed, idParams, Nullable, recordOf, Timestamp, Uuid } from './schema.ts';

export const claimNames = ['bot', 'company', 'source', 'credit'] as const;

/** Facts with personal data or text from the visitor. */
const personalFacts = ['user_agent', 'page', 'referrer', 'click_id'];

export const Claim = Closed(
  {
    claim: chosen(claimNames, 'Subject of the claim.'),
    holds: Type.Boolean({
      description:
        'Whether the claim is true. false if the visitor is not a bot, or an override rejects the claim.',
    }),
    value: fromVisitor(
      Type.String({
        description:
          'Name of the bot, domain or network of the company, or channel and origin of the visit. May be empty.',
      }),
    ),
    model: fromService(
      Type.String({
        description:
          'Attribution model of a credit claim, such as last_non_direct. Empty otherwise.',
      }),
    ),
    subject_id: Nullable(
      Uuid('The company of a company claim, or the visit of a credit claim.'),
      'Null otherwise.',
    ),
    share: Nullable(
      Type.Number({ description: 'Share of the credit. Shares of one model add up to 1.' }),
      'Null otherwise.',
    ),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Confidence from 0 to 1.',
    }),
    verification_level: Nullable(
      fromService(
        Type.String({ description: 'Verification level: public, device, signed or api.' }),
      ),
      'Null for claims from rules.',
    ),
    since: Timestamp('First evidence, or the time of the override.'),
    override_id: Nullable(
      Uuid('The override that decides the claim.'),
      'Null without an override.',
    ),
    evidence: Type.Array(
      Closed({
        fact: fromService(
          Type.String({
            description:
              'Kind of evidence: rule, found, override, user_agent, network, connection, utm_source and other tags, click_id, referrer, page, email_domain, network_owner or visit.',
          }),
        ),
        value: fromVisitor(Type.String({ description: 'Value of the evidence.' }), {
          where: 'fact',
          is: personalFacts,
        }),
        decides: Type.Boolean({ description: 'true: the claim depends on this evidence.' }),
      }),
      { description: 'Evidence, most important first.' },
    ),
  },
  { description: 'A claim with its evidence.' },
);
export type Claim = Static<typeof Claim>;

export const Evidence = Closed(
  {
    claims: Type.Array(Claim, {
      description: 'Claims. For companies, the one in use comes first.',
    }),
  },
  {
    $id: 'Evidence',
    description: 'Claims about a record, with evidence.',
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
            verification_level: null,
            since: '2026-05-04T09:30:00Z',
            override_id: null,
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
    summary: 'Explain what a visitor is',
    description:
      'Shows whether the visitor is a bot, the source of its first visit, and up to 50 companies, including rejected ones. Companies need the scope companies:read.',
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
    summary: 'Explain the source of a session',
    description:
      'Shows whether a bot made the visit, and which tag, click id or referrer set its source. If two visitors sent this id, you get the session that started last.',
    scopes: ['visitors:read'],
  }),
  getLeadEvidence: operation({
    ...read,
    id: 'getLeadEvidence',
    path: '/leads/{id}/evidence',
    tag: 'Leads',
    summary: 'Explain the source of a lead',
    description: 'Covers the visit that opened the lead. Leads without a visit have no claims.',
    scopes: ['leads:read'],
  }),
  getConversionEvidence: operation({
    ...read,
    id: 'getConversionEvidence',
    path: '/conversions/{id}/evidence',
    tag: 'Conversions',
    summary: 'Explain the attribution of a conversion',
    description:
      'Lists the credited visits for each attribution model, with their share and source.',
    scopes: ['conversions:read'],
    agent: [{ tool: 'explain', what: 'credit' }],
  }),
};
