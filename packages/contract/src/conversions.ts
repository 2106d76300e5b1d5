import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromService, fromVisitor } from './origins.ts';
import { referencesOf, withIdentity } from './references.ts';
import {
  askAnything,
  botsOnly,
  Closed,
  createdRange,
  idParams,
  JsonObject,
  listOf,
  listQuery,
  Nullable,
  recordOf,
  selectable,
  selectedOf,
  Text,
  Timestamp,
  Uuid,
  updatedAfter,
} from './schema.ts';
import { type VerificationLevel, verificationLevels } from './verification-levels.ts';

export const levelOf = (description: string) =>
  Type.Unsafe<VerificationLevel>({ type: 'string', enum: [...verificationLevels], description });

/** A visit that gets credit for a conversion. */
const Touch = (which: string) =>
  Nullable(
    Closed({
      visitor_id: Uuid('The visitor. May be another device of the same person.'),
      session_id: Uuid('The visit.'),
      campaign_id: Nullable(Uuid('The campaign of the visit.'), 'Null without a campaign.'),
      source: fromService(
        Type.String({ description: 'Source of the visit: website, referral or campaign.' }),
      ),
      touched_at: Timestamp('Start of the visit.'),
    }),
    `${which} Null for bots and until it is computed, within a minute.`,
  );

export const Conversion = Closed(
  {
    id: Uuid('Assigned by the service.'),
    workspace_id: Uuid("Always the caller's workspace."),
    visitor_id: Uuid('The visitor who converted.'),
    session_id: Uuid('The visit with the conversion.'),
    identity_id: Nullable(Uuid('The person who converted.'), 'Null when anonymous.'),
    lead_id: Nullable(Uuid('The lead that it opened or belongs to.'), 'Null without a lead.'),
    name: fromVisitor(
      Type.String({ description: 'Name of the goal, such as signup or purchase.' }),
    ),
    value: fromVisitor(
      Nullable(
        Type.Number({ description: 'Value in the currency.', 'x-money': true }),
        'Null without a value.',
      ),
    ),
    currency: fromVisitor(Type.String({ description: 'ISO 4217 code. Empty without a currency.' })),
    external_id: fromVisitor(
      Type.String({ description: 'External ID, such as an order number. Empty without one.' }),
      'hidden',
    ),
    code: fromVisitor(Type.String({ description: 'Code of the lead. Empty without a code.' })),
    properties: fromVisitor(JsonObject('Custom key-value properties.'), 'hidden'),
    verification_level: levelOf(
      'Verification level. public: sent with only a write key, which anyone can read. signed: verified.',
    ),
    created_at: Timestamp('When it happened.'),
    ...withIdentity,
    first_touch: Touch('First visit of the person before the conversion.'),
    last_non_direct: Touch(
      'Last non-direct visit of the person before the conversion: one with campaign tags, a click id or a referrer. Without one, the last visit.',
    ),
    last_touch: Touch('Last visit of the person before the conversion.'),
  },
  {
    $id: 'Conversion',
    description: 'A goal that a visitor reached.',
    examples: [
      {
        id: '00000000-0000-8a3b-9c1d-52f0a7b6d3e4',
        workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        session_id: '01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10',
        identity_id: null,
        lead_id: null,
        name: 'purchase',
        value: 49.5,
        currency: 'EUR',
        external_id: 'order-1001',
        code: '',
        properties: { plan: 'team' },
        verification_level: 'signed',
        created_at: '2026-05-06T14:01:30Z',
        first_touch: {
          visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
          session_id: '01a1f842-1c44-7a0b-9f3e-5b7d2c9e4f01',
          campaign_id: '5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d',
          source: 'campaign',
          touched_at: '2026-05-04T09:30:00Z',
        },
        last_non_direct: {
          visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
          session_id: '01a1f842-1c44-7a0b-9f3e-5b7d2c9e4f01',
          campaign_id: '5b1c9a52-6f0e-8c77-a7d3-0d4f6a1b2c3d',
          source: 'campaign',
          touched_at: '2026-05-04T09:30:00Z',
        },
        last_touch: {
          visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
          session_id: '01a1f843-7a01-7d11-8c6e-0f6d0f6f2a10',
          campaign_id: null,
          source: 'website',
          touched_at: '2026-05-06T13:58:12Z',
        },
      },
    ],
  },
);
export type Conversion = Static<typeof Conversion>;

export const conversionOperations = {
  listConversions: operation({
    id: 'listConversions',
    method: 'GET',
    path: '/conversions',
    tag: 'Conversions',
    summary: 'List conversions',
    description: 'Returns the newest first. Records must match all filters.',
    scopes: ['conversions:read'],
    feature: 'conversions',
    agent: [
      {
        tool: 'list',
        kind: 'conversion',
        fields: ['id', 'visitor_id', 'identity_id', 'name', 'value', 'currency', 'created_at'],
      },
    ],
    query: listQuery({
      name: Text(200, 'Only conversions with exactly this name.'),
      visitor_id: Uuid('Only conversions of this visitor.'),
      identity_id: Uuid('Only conversions of this person.'),
      bots: botsOnly,
      ...createdRange,
      ...askAnything('conversion', ['created_at', 'updated_at']),
      ...updatedAfter,
      ...referencesOf('identity'),
      ...selectable(Conversion),
    }),
    status: 200,
    ok: listOf(Conversion),
  }),
  getConversion: operation({
    id: 'getConversion',
    method: 'GET',
    path: '/conversions/{id}',
    tag: 'Conversions',
    summary: 'Get one conversion',
    scopes: ['conversions:read'],
    feature: 'conversions',
    agent: [
      { tool: 'get', kind: 'conversion' },
      {
        tool: 'explain',
        what: 'credit',
        fields: ['id', 'name', 'created_at', 'first_touch', 'last_non_direct', 'last_touch'],
      },
    ],
    params: idParams,
    query: selectedOf(Conversion, {}),
    status: 200,
    ok: recordOf(Conversion),
  }),
};
