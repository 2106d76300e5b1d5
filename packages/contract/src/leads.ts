import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { fromOperator, fromVisitor } from './origins.ts';
import { referencesOf, withCompany, withIdentity } from './references.ts';
import {
  askAnything,
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
  writeBody,
} from './schema.ts';

export const Lead = Closed(
  {
    id: Uuid('Assigned by the service.'),
    visitor_id: Uuid('The visitor behind the lead.'),
    workspace_id: Uuid("Always the caller's workspace."),
    code: fromVisitor(
      Type.String({ description: 'Lead code or identifier. Generated if absent.' }),
    ),
    source: fromOperator(
      Type.String({
        description:
          'Source of the visit that opened the lead: website, referral or campaign. Leads created over the API have the source they were created with, or "api".',
      }),
    ),
    created_at: Timestamp('Set on creation.'),
    updated_at: Timestamp(
      'Equals created_at on creation; changes when the lead is updated or completed.',
    ),
    properties: fromVisitor(JsonObject('Custom key-value properties.'), 'hidden'),
    location: fromOperator(JsonObject('Location data such as city, country.'), {
      shown: ['city', 'region', 'country'],
    }),
    identity_id: Nullable(Uuid('An identity of the workspace.'), 'Null when not set.'),
    session_id: Nullable(Uuid('The visit that opened the lead.'), 'Null when not set.'),
    summary: fromOperator(
      Nullable(JsonObject('Summary data.'), 'Null on a newly created lead.'),
      'hidden',
    ),
    company_id: Nullable(
      Uuid('Company of the person, otherwise of the visit.'),
      'Null when not set.',
    ),
    ...withIdentity,
    ...withCompany,
    suspect: Type.Optional(
      Type.Boolean({
        description:
          'true: suspected spam, one of many unverified leads from the same network. An edit or a signed message that identifies the person clears it. Absent otherwise.',
      }),
    ),
  },
  {
    $id: 'Lead',
    description: 'A person or visitor who showed interest.',
    examples: [
      {
        id: '01a1f846-4444-7c3e-9d52-3b1f60a7c004',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        workspace_id: '01a1f840-11aa-7c3e-9d52-3b1f60a7c001',
        code: 'K7QX-2MPA',
        source: 'campaign',
        created_at: '2026-05-04T09:30:00Z',
        updated_at: '2026-05-04T09:30:00Z',
        properties: { plan: 'team' },
        location: { city: 'Munich', country: 'Germany' },
        identity_id: null,
        session_id: null,
        summary: null,
        company_id: null,
      },
    ],
  },
);
export type Lead = Static<typeof Lead>;

const writableOnUpdate = {
  properties: JsonObject('Merged into the stored object (RFC 7396). null removes a key.'),
  location: JsonObject('Merged into the stored object (RFC 7396). null removes a key.'),
  summary: Nullable(
    JsonObject('Merged into the stored object (RFC 7396). null removes a key.'),
    'Null removes the summary.',
  ),
  company_id: Nullable(Uuid(''), 'Company of the lead. null removes it.'),
};

const writableOnCreate = {
  visitor_id: Uuid('Absent: creates a new anonymous visitor.'),
  code: Text(200, 'Absent or empty: generates a short readable code. Codes need not be unique.'),
  source: Text(200, 'Absent: "api".'),
  properties: JsonObject('Custom key-value properties.'),
  location: JsonObject('Location data such as city, country.'),
  identity_id: Nullable(Uuid(''), 'Person behind the lead. null or absent: none.'),
  session_id: Nullable(Uuid(''), 'Visit that opened the lead. null or absent: none.'),
  company_id: Nullable(Uuid(''), 'Company of the lead. null or absent: none.'),
};

export const leadOperations = {
  listLeads: operation({
    id: 'listLeads',
    method: 'GET',
    path: '/leads',
    tag: 'Leads',
    summary: 'List leads',
    description: 'Returns the newest first. Records must match all filters.',
    scopes: ['leads:read'],
    feature: 'api',
    agent: [
      {
        tool: 'list',
        kind: 'lead',
        fields: [
          'id',
          'code',
          'source',
          'created_at',
          'identity_id',
          'company_id',
          'properties',
          'summary',
        ],
      },
    ],
    query: listQuery({
      source: Text(200, 'Only leads with exactly this source.'),
      code: Text(200, 'Only leads with exactly this code.'),
      suspect: Type.Boolean({
        default: false,
        description: 'true: return suspected spam instead of all other leads.',
      }),
      identity_id: Uuid('Only leads of this person.'),
      company_id: Uuid('Only leads of this company.'),
      ...createdRange,
      ...askAnything('lead', ['created_at', 'updated_at']),
      ...updatedAfter,
      ...referencesOf('identity', 'company'),
      ...selectable(Lead),
    }),
    status: 200,
    ok: listOf(Lead),
  }),
  createLead: operation({
    id: 'createLead',
    method: 'POST',
    path: '/leads',
    tag: 'Leads',
    summary: 'Create a lead',
    description:
      'All fields are optional. A lead may refer to a visitor, session, identity or company that does not exist yet.',
    scopes: ['leads:write'],
    feature: 'api',
    agent: [{ tool: 'create_lead' }],
    body: writeBody(Lead, writableOnCreate),
    bodyExample: { source: 'website', properties: { plan: 'team' }, location: { city: 'Munich' } },
    status: 201,
    ok: recordOf(Lead),
  }),
  getLead: operation({
    id: 'getLead',
    method: 'GET',
    path: '/leads/{id}',
    tag: 'Leads',
    summary: 'Get one lead',
    scopes: ['leads:read'],
    feature: 'api',
    agent: [{ tool: 'get', kind: 'lead' }],
    params: idParams,
    query: selectedOf(Lead, {}),
    status: 200,
    ok: recordOf(Lead),
  }),
  updateLead: operation({
    id: 'updateLead',
    method: 'PATCH',
    path: '/leads/{id}',
    tag: 'Leads',
    summary: 'Update a lead',
    description:
      'properties, location and summary take a JSON Merge Patch (RFC 7396). Read-only fields are ignored. Later messages do not overwrite these changes.',
    scopes: ['leads:write'],
    feature: 'api',
    agent: [{ tool: 'update_lead' }],
    params: idParams,
    body: writeBody(Lead, writableOnUpdate),
    bodyExample: { summary: { intent: 'wants a demo' }, properties: { plan: null } },
    status: 200,
    ok: recordOf(Lead),
  }),
};
