import Type, { type Static } from 'typebox';
import { Activity } from './identities.ts';
import { operation } from './operation.ts';
import { type Right, rightNames } from './rights.ts';
import {
  askAnything,
  Closed,
  idParams,
  listOf,
  listQuery,
  recordOf,
  Text,
  Timestamp,
  Uuid,
  updatedAfter,
} from './schema.ts';

export const Company = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: Type.String({
      description:
        "As it was imported, else the name of the network's owner, else made from the domain.",
    }),
    domain: Type.String({
      description:
        'Registrable domain, lower case; empty for a company that is known by its network alone.',
    }),
    description: Type.String({ description: 'Empty when not known.' }),
    employees: Type.String({
      description: 'A range as text, such as 11-50; empty when not known.',
    }),
    main_industry: Type.String({ description: 'Empty when not known.' }),
    created_at: Timestamp('When the company was first seen.'),
  },
  {
    $id: 'Company',
    description: 'A company that visitors belong to, by a work address or by their network.',
    examples: [
      {
        id: '3f1d2c4b-5a69-8788-9796-a5b4c3d2e1f0',
        name: 'Acme',
        domain: 'acme.example',
        description: 'Makes everything.',
        employees: '51-200',
        main_industry: 'Manufacturing',
        created_at: '2026-05-04T09:30:00Z',
      },
    ],
  },
);
export type Company = Static<typeof Company>;

const evidenceKinds = ['email_domain', 'network_owner'];

export const CompanyEvidence = Closed(
  {
    kind: Type.String({
      enum: evidenceKinds,
      description:
        'email_domain: the visitor, or its person on another device, gave a work address of the company. network_owner: the visit came from a network of the company.',
    }),
    value: Type.String({
      description: 'The domain, or the AS number and holder of the network.',
    }),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'How far the fact can be trusted, from 0 to 1: 0.95 for email_domain, 0.6 for network_owner.',
    }),
    right: Type.Unsafe<Right>({
      type: 'string',
      enum: [...rightNames],
      description:
        'The strongest right by which it came: public (a write key alone), device, signed or api. Among facts of one kind the stronger right decides which company a visitor belongs to.',
    }),
    visitor_id: Uuid('The visitor of whom this is known.'),
    first_seen_at: Timestamp('When it was first seen.'),
  },
  {
    $id: 'CompanyEvidence',
    description: 'A fact that links a visitor to a company.',
    examples: [
      {
        kind: 'email_domain',
        value: 'acme.example',
        confidence: 0.95,
        right: 'device',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        first_seen_at: '2026-05-04T09:30:00Z',
      },
    ],
  },
);
export type CompanyEvidence = Static<typeof CompanyEvidence>;

export const companyOperations = {
  listCompanies: operation({
    id: 'listCompanies',
    method: 'GET',
    path: '/companies',
    tag: 'Companies',
    summary: 'List companies',
    description: 'Newest first. Filters combine.',
    scopes: ['companies:read'],
    feature: 'companies',
    query: listQuery({
      name: Text(200, 'Only companies whose name contains this, in any case.'),
      domain: Text(253, 'Only the company with exactly this domain.'),
      ...askAnything('company', ['created_at', 'name']),
      ...updatedAfter,
    }),
    status: 200,
    ok: listOf(Company),
  }),
  getCompany: operation({
    id: 'getCompany',
    method: 'GET',
    path: '/companies/{id}',
    tag: 'Companies',
    summary: 'Get one company',
    scopes: ['companies:read'],
    feature: 'companies',
    params: idParams,
    status: 200,
    ok: recordOf(Company),
  }),
  listCompanyActivity: operation({
    id: 'listCompanyActivity',
    method: 'GET',
    path: '/companies/{id}/activity',
    tag: 'Companies',
    summary: 'List activity of a company',
    description:
      'What visitors with evidence for the company did, newest first: events, session starts, identify calls, conversions and leads.',
    scopes: ['visitors:read'],
    feature: 'companies',
    params: idParams,
    query: listQuery({}),
    status: 200,
    ok: listOf(Activity),
  }),
  listCompanyEvidence: operation({
    id: 'listCompanyEvidence',
    method: 'GET',
    path: '/companies/{id}/evidence',
    tag: 'Companies',
    summary: 'List why visitors belong to a company',
    description: 'One record for each visitor and fact. Newest first.',
    scopes: ['companies:read'],
    feature: 'companies',
    params: idParams,
    query: listQuery({}),
    status: 200,
    ok: listOf(CompanyEvidence),
  }),
};
