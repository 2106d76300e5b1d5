import Type, { type Static } from 'typebox';
import { operation } from './operation.ts';
import { Closed, idParams, listOf, listQuery, recordOf, Text, Timestamp, Uuid } from './schema.ts';

export const Company = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: Type.String({ description: 'Empty when not known.' }),
    domain: Type.String({ description: 'Registrable domain, lower case.' }),
    description: Type.String({ description: 'Empty when not known.' }),
    employees: Type.String({
      description: 'A range as text, such as 11-50; empty when not known.',
    }),
    main_industry: Type.String({ description: 'Empty when not known.' }),
    created_at: Timestamp('When the company was first seen.'),
  },
  {
    $id: 'Company',
    description: 'An enriched company.',
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
};
