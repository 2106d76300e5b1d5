/** Overrides: decisions of people about claims of the service, on bots and companies. */
import Type, { type Static } from 'typebox';
import { Actor, chosen } from './identity-overrides.ts';
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

export const overrideKinds = ['bot', 'not_bot', 'company', 'not_company'] as const;
export type OverrideKind = (typeof overrideKinds)[number];

export const overrideLimits = {
  /** Most overrides of one visitor, including undone ones. */
  ofVisitor: 200,
  /** Most overrides of whole companies in effect. The service reads all of them for each new lead. */
  ofCompanies: 1_000,
  /** Most overrides and undos in a workspace. */
  ofWorkspace: 100_000,
} as const;

const kindText =
  'bot: the visitor is a bot. not_bot: the visitor is not a bot. company: the visitor belongs to the company. not_company: the visitor does not belong to the company; without a visitor, rejects the company for everybody with this network or email domain.';

export const Override = Closed(
  {
    id: Uuid('Assigned by the service.'),
    kind: chosen(overrideKinds, kindText),
    visitor_id: Nullable(
      Uuid('The visitor.'),
      'Null: applies to everybody with evidence for the company.',
    ),
    company_id: Nullable(Uuid('The company.'), 'Null for bot and not_bot.'),
    reason: fromOperator(
      Type.String({ description: 'Reason entered by the author. May be empty.' }),
      'hidden',
    ),
    by: Actor,
    created_at: Timestamp('When the override was made.'),
    undone_at: Nullable(Timestamp('When the override was undone.'), 'Null while in effect.'),
    undone_by: Nullable(Actor, 'Null while in effect.'),
    pending: Type.Integer({
      description:
        'Number of visitors, or visits of the visitor, not yet updated. 0 when finished.',
    }),
  },
  {
    $id: 'Override',
    description: 'An override: a decision that replaces what the service detected.',
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
export type Override = Static<typeof Override>;

const write = {
  tag: 'Overrides',
  scopes: ['leads:write'],
  feature: 'api',
} as const;

export const overrideOperations = {
  listOverrides: operation({
    id: 'listOverrides',
    method: 'GET',
    path: '/overrides',
    tag: 'Overrides',
    summary: 'List overrides',
    description: 'Returns the newest first. Includes undone overrides.',
    scopes: ['visitors:read'],
    feature: 'api',
    query: listQuery({
      visitor_id: Uuid('Only overrides for this visitor.'),
      company_id: Uuid('Only overrides for this company.'),
      undone: Type.Boolean({ description: 'true: only undone ones. false: only those in effect.' }),
      ...ordered(['created_at', 'updated_at']),
      ...updatedAfter,
      ...selectable(Override),
    }),
    status: 200,
    ok: listOf(Override),
  }),
  getOverride: operation({
    id: 'getOverride',
    method: 'GET',
    path: '/overrides/{id}',
    tag: 'Overrides',
    summary: 'Get one override',
    scopes: ['visitors:read'],
    feature: 'api',
    params: idParams,
    status: 200,
    ok: recordOf(Override),
  }),
  createOverride: operation({
    ...write,
    id: 'createOverride',
    method: 'POST',
    path: '/overrides',
    summary: 'Override a claim',
    description: `Sets whether a visitor is a bot, or belongs to a company. The override holds until you undo it. Visits, statistics, people and leads are updated in the background; \`pending\` shows the progress. Returns 409 if an override in effect contradicts it, or over the limit: ${overrideLimits.ofVisitor} per visitor including undone ones, ${overrideLimits.ofCompanies} in effect for whole companies, ${overrideLimits.ofWorkspace} per workspace.`,
    body: Closed({
      kind: chosen(overrideKinds, kindText),
      visitor_id: Type.Optional(Uuid('The visitor. Optional for not_company.')),
      company_id: Type.Optional(Uuid('The company. Only for company and not_company.')),
      reason: Type.Optional(Text(500, 'Reason, for later readers.')),
    }),
    namesRecords: true,
    bodyExample: {
      kind: 'not_bot',
      visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
      reason: 'Our own office behind a proxy',
    },
    status: 201,
    ok: recordOf(Override),
  }),
  undoOverride: operation({
    ...write,
    id: 'undoOverride',
    method: 'POST',
    path: '/overrides/{id}/undo',
    summary: 'Undo an override',
    description:
      'Restores what the service detects, including later data. You can undo an override once, and make it again.',
    params: idParams,
    body: Closed({}),
    bodyExample: {},
    status: 200,
    ok: recordOf(Override),
  }),
};
