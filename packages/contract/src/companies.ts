import Type, { type Static, type TSchema } from 'typebox';
import { Activity } from './activity.ts';
import { operation } from './operation.ts';
import { fromOperator, fromVisitor } from './origins.ts';
import {
  askAnything,
  Closed,
  createdRange,
  expandable,
  Instant,
  idParams,
  listOf,
  listQuery,
  Nullable,
  ordered,
  recordOf,
  selectable,
  selectedOf,
  Text,
  Timestamp,
  Uuid,
  updatedAfter,
} from './schema.ts';
import { type VerificationLevel, verificationLevels } from './verification-levels.ts';

const mostPages = 5;

/** Activity of a company's visitors in a time range. */
const CompanyActivity = Closed(
  {
    first_seen: Nullable(Timestamp('Start of the first visit.'), 'Null without visits.'),
    last_seen: Nullable(Timestamp('Last message.'), 'Null without visits.'),
    visits: Type.Integer({ description: 'Visits by visitors with evidence for the company.' }),
    visitors: Type.Integer({ description: 'Number of these visitors.' }),
    people: Type.Integer({
      description: 'People now linked to these visitors.',
    }),
    page_views: Type.Integer({ description: 'Page views in these visits.' }),
    intent: Type.Integer({
      description: 'Highest intent score of these people as of today. 0 without people.',
    }),
    top_pages: Type.Array(
      Closed({
        url: fromVisitor(
          Type.String({ description: 'URL of the page without query and fragment.' }),
          'address',
        ),
        views: Type.Integer({ description: 'Number of page views.' }),
      }),
      { description: 'Most viewed pages first.', maxItems: mostPages },
    ),
    leads: Type.Integer({ description: 'Leads of the company created in this time.' }),
  },
  {
    description:
      'With `expand=activity`: activity of visitors with evidence for the company, without bots. Includes their visits before the first evidence.',
  },
);
export type CompanyActivity = Static<typeof CompanyActivity>;
/** Most pages in the activity of a company. */
export const mostPagesOfCompany = mostPages;

export const Company = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: fromVisitor(
      Type.String({
        description:
          'Imported name, otherwise the owner of the network, otherwise derived from the domain.',
      }),
      'none',
    ),
    domain: fromVisitor(
      Type.String({
        description: 'Registrable domain in lower case. Empty if only the network is known.',
      }),
      'none',
    ),
    description: fromOperator(Type.String({ description: 'Description. Empty when unknown.' })),
    employees: fromOperator(
      Type.String({
        description: 'Number of employees as a range, such as 11-50. Empty when unknown.',
      }),
    ),
    main_industry: fromOperator(Type.String({ description: 'Industry. Empty when unknown.' })),
    created_at: Timestamp('When the company was first seen.'),
    activity: Type.Optional(CompanyActivity),
  },
  {
    $id: 'Company',
    description: 'A company identified by work email addresses or by the network of its visitors.',
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

const evidenceKinds = ['email_domain', 'network_owner', 'set_by_hand'];

export const CompanyEvidence = Closed(
  {
    kind: Type.String({
      enum: evidenceKinds,
      description:
        'email_domain: the person used a work email address of the company. network_owner: the visit came from a network of the company. set_by_hand: somebody set the company.',
    }),
    value: fromVisitor(
      Type.String({
        description: 'Domain, AS number and owner of the network, or id of the override.',
      }),
      'none',
    ),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Confidence from 0 to 1: 0.95 for email_domain, 0.6 for network_owner, 1 for set_by_hand.',
    }),
    verification_level: Type.Unsafe<VerificationLevel>({
      type: 'string',
      enum: [...verificationLevels],
      description:
        'Highest verification level of the evidence: public (only a write key), device, signed or api. If evidence of one kind conflicts, the higher level decides.',
    }),
    visitor_id: Uuid('Visitor with this evidence.'),
    first_seen_at: Timestamp('First message with this evidence.'),
  },
  {
    $id: 'CompanyEvidence',
    description: 'Evidence that links a visitor to a company.',
    examples: [
      {
        kind: 'email_domain',
        value: 'acme.example',
        confidence: 0.95,
        verification_level: 'device',
        visitor_id: '01a1f843-753c-76b8-835a-667c2bb1be56',
        first_seen_at: '2026-05-04T09:30:00Z',
      },
    ],
  },
);
export type CompanyEvidence = Static<typeof CompanyEvidence>;

/** Sorting by these needs the same scope as `expand=activity`. */
export const activityOrders = ['last_seen', 'visits', 'page_views', 'intent'] as const;

const { sort, ...asking } = askAnything('company', ['created_at', 'name', ...activityOrders]);

/** Data about visits needs the scope to read them, as the list of activities does. */
const needsVisitors = <T extends TSchema>(schema: T, values?: readonly string[]): T => ({
  ...schema,
  'x-needs': {
    scopes: ['visitors:read'],
    limit: { seconds: 3, path: 'query.from', advice: 'request a shorter time range' },
    ...(values && { values }),
  },
});

const activityRange = (start: string) => ({
  from: needsVisitors(
    Instant(`${start} (inclusive). A date means midnight UTC. Absent: the last 7 days.`),
  ),
  to: needsVisitors(
    Instant('End of the time range (exclusive). A date means midnight UTC. Absent: now.'),
  ),
});

const withActivity = {
  expand: needsVisitors(
    expandable(
      ['activity'],
      'activity: what its visitors did in the time range (`from`, `to`). Needs the scope visitors:read.',
    ).expand,
  ),
};

export const companyOperations = {
  listCompanies: operation({
    id: 'listCompanies',
    method: 'GET',
    path: '/companies',
    tag: 'Companies',
    summary: 'List companies',
    description:
      'Returns the newest first. Records must match all filters. With `from` or `to`, only companies with visits in that time. These parameters, `expand=activity` and sorting by activity also need the scope `visitors:read`, and fail after 3 seconds.',
    scopes: ['companies:read'],
    feature: 'companies',
    agent: [
      {
        tool: 'list',
        kind: 'company',
        fields: ['id', 'name', 'domain', 'main_industry', 'employees', 'created_at', 'activity'],
      },
    ],
    query: listQuery({
      name: Text(200, 'Only companies with this text in their name, in any letter case.'),
      domain: Text(253, 'Only the company with exactly this domain.'),
      ...asking,
      sort: needsVisitors(
        sort,
        activityOrders.flatMap((name) => [name, `-${name}`]),
      ),
      ...updatedAfter,
      ...activityRange('Only companies with a visit started at or after this time'),
      ...withActivity,
      ...selectable(Company),
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
    agent: [{ tool: 'get', kind: 'company' }],
    params: idParams,
    query: selectedOf(Company, {
      ...activityRange('With `expand=activity`: start of the time range'),
      ...withActivity,
    }),
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
      'Events, session starts, identify calls, conversions and leads of visitors with evidence for the company, newest first.',
    scopes: ['visitors:read'],
    feature: 'companies',
    agent: [{ tool: 'get', kind: 'company', include: 'activity' }],
    params: idParams,
    query: listQuery({ ...createdRange, ...ordered(['created_at']), ...selectable(Activity) }),
    limit: {
      seconds: 3,
      path: 'query.created_after',
      advice: 'the company has too much activity; set a time range',
    },
    status: 200,
    ok: listOf(Activity),
  }),
  listCompanyEvidence: operation({
    id: 'listCompanyEvidence',
    method: 'GET',
    path: '/companies/{id}/evidence',
    tag: 'Companies',
    summary: 'List evidence for a company',
    description: 'Returns one record for each visitor and piece of evidence, the newest first.',
    scopes: ['companies:read'],
    feature: 'companies',
    agent: [
      { tool: 'get', kind: 'company', include: 'evidence' },
      { tool: 'explain', what: 'company' },
    ],
    params: idParams,
    query: listQuery({ ...ordered(['first_seen_at']), ...selectable(CompanyEvidence) }),
    status: 200,
    ok: listOf(CompanyEvidence),
  }),
};
