import { activityOrders, type Company, type companyOperations } from '@footfall/contract/companies';
import type { HandlersOf } from '@footfall/contract/operation';
import type { Tx } from '../platform/db/connect.ts';
import { createdRange } from '../platform/resource-kit/created-range.ts';
import { existing } from '../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../platform/resource-kit/operation-context.ts';
import { type OrderedPage, orderedAnswer, orderedPageOf } from '../platform/resource-kit/paging.ts';
import { timeWindow } from '../platform/resource-kit/time-window.ts';
import { listEvidence } from '../records/company/evidence.ts';
import { listFilterOf } from '../records/filters/list-filter.ts';
import { activityPage } from '../records/person/activity.ts';
import { selectCompanyActivity } from './activity.ts';
import { listCompanies, selectActiveCompanies, selectCompany } from './read.ts';
import type { ActiveTime } from './visits.ts';

const isOrderedByActivity = ({ by }: OrderedPage) => activityOrders.some((order) => order === by);

export const companyHandlers: HandlersOf<typeof companyOperations, OperationContext> = {
  async listCompanies(context, { query }) {
    const { tx, workspaceId } = context;
    const filter = {
      isTest: query.test ?? false,
      name: query.name,
      domain: query.domain?.toLowerCase(),
      ...listFilterOf(query),
    };
    const page = orderedPageOf(query);
    const time = activeTime(query);
    const onlyActive = Boolean(query.from ?? query.to);
    const isIncluded = query.expand !== undefined;
    if (onlyActive || isOrderedByActivity(page)) {
      const request = { time, onlyActive, isIncluded };
      const companies = await selectActiveCompanies(tx, workspaceId, filter, page, request);
      return orderedAnswer(companies, page, companies.total);
    }
    const companies = await listCompanies(context, workspaceId, filter, page);
    if (!isIncluded) return companies;
    return { ...companies, data: await withActivity(tx, workspaceId, companies.data, time) };
  },

  async getCompany({ tx, workspaceId }, { params, query }) {
    const company = existing(await selectCompany(tx, workspaceId, params.id), 'company');
    if (!query.expand) return { data: company };
    const [data = company] = await withActivity(tx, workspaceId, [company], activeTime(query));
    return { data };
  },

  async listCompanyActivity({ tx, workspaceId }, { params, query }) {
    existing(await selectCompany(tx, workspaceId, params.id), 'company');
    const of = { companyId: params.id, isTest: query.test ?? false };
    return activityPage(tx, workspaceId, of, createdRange(query), orderedPageOf(query));
  },

  async listCompanyEvidence({ tx, workspaceId }, { params, query }) {
    existing(await selectCompany(tx, workspaceId, params.id), 'company');
    const isTest = query.test ?? false;
    const page = orderedPageOf(query, '-first_seen_at');
    return listEvidence(tx, workspaceId, params.id, isTest, page);
  },
};

/** Any length: queries that take too long are canceled. */
const activeWindow = {
  after: 'from',
  before: 'to',
  usualDays: 7,
  mostDays: Number.POSITIVE_INFINITY,
};

function activeTime(query: Record<string, unknown>): ActiveTime {
  const { after, before } = timeWindow(query, activeWindow);
  return { from: after, to: before };
}

async function withActivity(
  tx: Tx,
  workspaceId: string,
  companies: Company[],
  time: ActiveTime,
): Promise<Company[]> {
  const ids = companies.map(({ id }) => id);
  const activityOf = await selectCompanyActivity(tx, workspaceId, ids, time);
  return companies.map((company) => ({ ...company, activity: activityOf.get(company.id) }));
}
