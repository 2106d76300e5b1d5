/** What somebody decides by hand about claims of the service: who is a bot, and who is of which company. */
import Type, { type Static } from 'typebox';
import { Actor, chosen } from './corrections.ts';
import { operation } from './operation.ts';
import { fromOperator } from './origins.ts';
import {
  Closed,
  idParams,
  listOf,
  listQuery,
  Nullable,
  ordered,
  recordOf,
  selectable,
  Text,
  Timestamp,
  Uuid,
  updatedAfter,
} from './schema.ts';

export const verdictKinds = ['bot', 'not_bot', 'company', 'not_company'] as const;
export type VerdictKind = (typeof verdictKinds)[number];

export const verdictLimits = {
  /** About the same visitor, undone ones included. */
  ofVisitor: 200,
  /** In force of whole companies: each is asked for wherever a lead opens. */
  ofCompanies: 1_000,
  /** Of a workspace, undone ones and what undid them included. */
  ofWorkspace: 100_000,
} as const;

const kindText =
  'bot: the visitor is one. not_bot: the visitor is none. company: the visitor is of the company. not_company: the visitor is not, or without a visitor nobody is whom the same network or email domain says to be.';

export const Verdict = Closed(
  {
    id: Uuid('Assigned by the service.'),
    kind: chosen(verdictKinds, kindText),
    visitor_id: Nullable(Uuid('The visitor.'), 'Null: everybody with evidence for the company.'),
    company_id: Nullable(Uuid('The company.'), 'Null of bots.'),
    reason: fromOperator(
      Type.String({ description: 'As whoever decided it wrote; empty when they wrote nothing.' }),
      'hidden',
    ),
    by: Actor,
    created_at: Timestamp('When it was decided.'),
    undone_at: Nullable(Timestamp('When it was undone.'), 'Null while it is in force.'),
    undone_by: Nullable(Actor, 'Null while it is in force.'),
    pending: Type.Integer({
      description:
        'How many visitors, or visits of the one visitor, are still to be brought in line with it or with its undoing; 0 when all are.',
    }),
  },
  {
    $id: 'Verdict',
    description: 'What somebody decided by hand about a claim of the service.',
    examples: [
      {
        id: '01a1f850-2222-7c3e-9d52-3b1f60a7c004',
        kind: 'not_company',
        visitor_id: null,
        company_id: '3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0',
        reason: 'Their landlord owns the network',
        by: { kind: 'key', id: '01a1f840-22bb-7c3e-9d52-3b1f60a7c002' },
        created_at: '2026-05-06T15:00:00Z',
        undone_at: null,
        undone_by: null,
        pending: 0,
      },
    ],
  },
);
export type Verdict = Static<typeof Verdict>;

const write = {
  tag: 'Verdicts',
  scopes: ['leads:write'],
  feature: 'api',
} as const;

export const verdictOperations = {
  listVerdicts: operation({
    id: 'listVerdicts',
    method: 'GET',
    path: '/verdicts',
    tag: 'Verdicts',
    summary: 'List verdicts',
    description: 'Newest first, those that were undone included.',
    scopes: ['visitors:read'],
    feature: 'api',
    query: listQuery({
      visitor_id: Uuid('Only verdicts about this visitor.'),
      company_id: Uuid('Only verdicts about this company.'),
      undone: Type.Boolean({ description: 'Only those that were undone, or that are in force.' }),
      ...ordered(['created_at', 'updated_at']),
      ...updatedAfter,
      ...selectable(Verdict),
    }),
    status: 200,
    ok: listOf(Verdict),
  }),
  getVerdict: operation({
    id: 'getVerdict',
    method: 'GET',
    path: '/verdicts/{id}',
    tag: 'Verdicts',
    summary: 'Get one verdict',
    scopes: ['visitors:read'],
    feature: 'api',
    params: idParams,
    status: 200,
    ok: recordOf(Verdict),
  }),
  createVerdict: operation({
    ...write,
    id: 'createVerdict',
    method: 'POST',
    path: '/verdicts',
    summary: 'Decide about a claim',
    description: `Says that a visitor is a bot or none, or is or is not of a company. It outranks what the service finds, now and later, until it is undone; visits, figures, people and leads are brought in line in the background, and \`pending\` tells how far. What contradicts a verdict in force is refused with 409, and so are more than ${verdictLimits.ofVisitor} about one visitor, undone ones included, more than ${verdictLimits.ofCompanies} in force about whole companies, and the ${verdictLimits.ofWorkspace}th of a workspace.`,
    body: Closed({
      kind: chosen(verdictKinds, kindText),
      visitor_id: Type.Optional(Uuid('The visitor; of not_company it may be left out.')),
      company_id: Type.Optional(Uuid('The company; not of bots.')),
      reason: Type.Optional(Text(500, 'Why, for whoever looks at it later.')),
    }),
    namesRecords: true,
    bodyExample: {
      kind: 'not_bot',
      visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
      reason: 'Our own office behind a proxy',
    },
    status: 201,
    ok: recordOf(Verdict),
  }),
  undoVerdict: operation({
    ...write,
    id: 'undoVerdict',
    method: 'POST',
    path: '/verdicts/{id}/undo',
    summary: 'Undo a verdict',
    description:
      'What the service finds counts again, as if it had never been decided, with all that came meanwhile. A verdict is undone once; the same one can be given again.',
    params: idParams,
    body: Closed({}),
    bodyExample: {},
    status: 200,
    ok: recordOf(Verdict),
  }),
};
