import Type, { type Static, type TSchema } from 'typebox';
import { Activity } from './activity.ts';
import { operation } from './operation.ts';
import { fromOperator, fromVisitor } from './origins.ts';
import { type Right, rightNames } from './rights.ts';
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

const mostPages = 5;

/** What the visitors of a company did in a time. */
const CompanyActivity = Closed(
  {
    first_seen: Nullable(Timestamp('When the first of these visits began.'), 'Null without any.'),
    last_seen: Nullable(Timestamp('The last message of these visits.'), 'Null without any.'),
    visits: Type.Integer({ description: 'Sessions of visitors with evidence for the company.' }),
    visitors: Type.Integer({ description: 'Visitors who made them.' }),
    people: Type.Integer({
      description: 'Identities to whom these visitors belong by now: identity_id of the visitor.',
    }),
    page_views: Type.Integer({ description: 'Page views of these visits.' }),
    intent: Type.Integer({
      description: 'The highest intent score of these people as of today; 0 without any.',
    }),
    top_pages: Type.Array(
      Closed({
        url: fromVisitor(
          Type.String({ description: 'Address of the page without query and fragment.' }),
          'address',
        ),
        views: Type.Integer({ description: 'How often it was viewed in these visits.' }),
      }),
      { description: 'The most viewed first.', maxItems: mostPages },
    ),
    leads: Type.Integer({ description: 'Leads of the company that were created in the time.' }),
  },
  {
    description:
      'With `expand=activity`: what visitors with evidence for the company did in the time, bots left out. All visits of such a visitor count, also those before the evidence came.',
  },
);
export type CompanyActivity = Static<typeof CompanyActivity>;
/** How many pages are told of a company. */
export const mostPagesOfCompany = mostPages;

export const Company = Closed(
  {
    id: Uuid('Assigned by the service.'),
    name: fromVisitor(
      Type.String({
        description:
          "As it was imported, else the name of the network's owner, else made from the domain.",
      }),
      'none',
    ),
    domain: fromVisitor(
      Type.String({
        description:
          'Registrable domain, lower case; empty for a company that is known by its network alone.',
      }),
      'none',
    ),
    description: fromOperator(Type.String({ description: 'Empty when not known.' })),
    employees: fromOperator(
      Type.String({
        description: 'A range as text, such as 11-50; empty when not known.',
      }),
    ),
    main_industry: fromOperator(Type.String({ description: 'Empty when not known.' })),
    created_at: Timestamp('When the company was first seen.'),
    activity: Type.Optional(CompanyActivity),
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

const evidenceKinds = ['email_domain', 'network_owner', 'set_by_hand'];

export const CompanyEvidence = Closed(
  {
    kind: Type.String({
      enum: evidenceKinds,
      description:
        'email_domain: the visitor, or its person on another device, gave a work address of the company. network_owner: the visit came from a network of the company. set_by_hand: somebody decided it.',
    }),
    value: fromVisitor(
      Type.String({
        description:
          'The domain, the AS number and holder of the network, or the id of the verdict.',
      }),
      'none',
    ),
    confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'How far the fact can be trusted, from 0 to 1: 0.95 for email_domain, 0.6 for network_owner, 1 for set_by_hand.',
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

/** Ordering by these takes what asking for the activity takes. */
export const activityOrders = ['last_seen', 'visits', 'page_views', 'intent'] as const;

const { sort, ...asking } = askAnything('company', ['created_at', 'name', ...activityOrders]);

/** What tells of visits needs the right to read them, as the list of activities does. */
const needsVisitors = <T extends TSchema>(schema: T, values?: readonly string[]): T => ({
  ...schema,
  'x-needs': {
    scopes: ['visitors:read'],
    limit: { seconds: 3, path: 'query.active_since', advice: 'ask for a shorter time' },
    ...(values && { values }),
  },
});

const activityRange = (since: string) => ({
  active_since: needsVisitors(Instant(`${since} (inclusive). Absent: the last 7 days.`)),
  active_until: needsVisitors(Instant('The end of that time (exclusive). Absent: now.')),
});

const withActivity = {
  expand: needsVisitors(
    expandable(
      ['activity'],
      'activity, what its visitors did in the time from active_since to active_until. Needs the scope visitors:read.',
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
      'Newest first. Filters combine. With active_since or active_until only the companies that were here then; these, `expand=activity` and an order by what visitors did need the scope `visitors:read` as well, and are refused where they take more than 3 seconds.',
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
      name: Text(200, 'Only companies whose name contains this, in any case.'),
      domain: Text(253, 'Only the company with exactly this domain.'),
      ...asking,
      sort: needsVisitors(
        sort,
        activityOrders.flatMap((name) => [name, `-${name}`]),
      ),
      ...updatedAfter,
      ...activityRange('Only companies with a visit that began at this instant or later'),
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
      ...activityRange('With `expand=activity`: what was done from this instant on'),
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
      'What visitors with evidence for the company did, newest first: events, session starts, identify calls, conversions and leads.',
    scopes: ['visitors:read'],
    feature: 'companies',
    agent: [{ tool: 'get', kind: 'company', include: 'activity' }],
    params: idParams,
    query: listQuery({ ...createdRange, ...ordered(['created_at']), ...selectable(Activity) }),
    limit: {
      seconds: 3,
      path: 'query.created_after',
      advice: 'its whole history is too long to be counted at once; ask for a time',
    },
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
