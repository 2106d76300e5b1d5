/** Companies as the REST API reads them. */
import type { Company } from '@footfall/contract/companies';
import { timestamp } from '../platform/common/timestamp.ts';
import type { Tx } from '../platform/db/connect.ts';
import {
  marked,
  type OrderedPage,
  type Orders,
  ordering,
} from '../platform/resource-kit/paging.ts';
import { type ListFilter, matchesFilter, plannedAnew } from '../records/filters/list-filter.ts';
import { type Asker, isOnPage, listed } from '../records/filters/match-page.ts';
import { type ActivityRow, activeCompanies, activityOfPage, toActivity } from './activity.ts';
import type { CompanyBrief } from './store.ts';
import type { ActiveTime } from './visits.ts';

export interface CompanyRow extends CompanyBrief {
  id: string;
  description: string;
  created_at: Date;
}

export interface CompanyFilter extends ListFilter {
  isTest: boolean;
  /** Part of the name, without case; no wildcards. */
  name?: string;
  domain?: string;
}

/** The part of a list request that concerns visits. */
export interface ActivityRequest {
  time: ActiveTime;
  /** Only companies with visits in the range. */
  onlyActive: boolean;
  /** Include each company's activity. */
  isIncluded: boolean;
}

const where = (tx: Tx, workspaceId: string, filter: CompanyFilter) => tx`
  c.workspace_id = ${workspaceId} and c.is_test = ${filter.isTest}
  ${filter.name === undefined ? tx`` : tx`and position(lower(${filter.name}) in lower(c.name)) > 0`}
  ${filter.domain === undefined ? tx`` : tx`and c.domain = ${filter.domain}`}
  ${matchesFilter(tx, workspaceId, 'company', filter)}`;

const orders = (tx: Tx): Orders => ({
  id: tx`c.id`,
  by: {
    created_at: { column: tx`c.created_at`, type: 'timestamptz' },
    name: { column: tx`c.name`, type: 'text' },
  },
});

const activityOrders = (tx: Tx): Orders => ({
  id: tx`c.id`,
  by: {
    ...orders(tx).by,
    last_seen: { column: tx`c.last_seen`, type: 'timestamptz' },
    visits: { column: tx`c.visits`, type: 'bigint' },
    page_views: { column: tx`c.page_views`, type: 'bigint' },
    intent: { column: tx`c.intent`, type: 'bigint' },
  },
});

export const columns = (tx: Tx) =>
  tx`id, name, domain, description, employees, main_industry, created_at`;

export function listCompanies(
  asker: Asker,
  workspaceId: string,
  filter: CompanyFilter,
  page: OrderedPage,
) {
  const { tx } = asker;
  return listed<CompanyRow, Company>(asker, page, {
    kind: 'company',
    filter,
    records: tx`companies c where ${where(tx, workspaceId, filter)}`,
    onPage: (matches) => tx`
      companies c where c.workspace_id = ${workspaceId} and ${isOnPage(tx, orders(tx), matches)}`,
    orders: orders(tx),
    select: ({ page: onPage, mark }) => tx`select ${columns(tx)}, ${mark} from ${onPage}`,
    toRecords: (rows) => rows.map(toCompany),
  });
}

/** Columns present only if requested. */
type ActiveRow = CompanyRow & ActivityRow & { cursor_value: string; total: number };

/**
 * Companies by activity. Rows and total in one statement, since finding active companies is most of the work;
 * one row without a company if the page is empty.
 */
export async function selectActiveCompanies(
  tx: Tx,
  workspaceId: string,
  filter: CompanyFilter,
  page: OrderedPage,
  { time, onlyActive, isIncluded }: ActivityRequest,
) {
  const { after, orderBy, mark } = ordering(tx, page, activityOrders(tx));
  const activeRows = await plannedAnew(
    tx<ActiveRow[]>`
    with ${activeCompanies(tx, workspaceId, filter.isTest, time, page.by === 'intent')},
    matching as materialized (
      select ${columns(tx)}, coalesce(a.last_seen, 'epoch') as last_seen, coalesce(a.visits, 0) as visits,
             coalesce(a.page_views, 0) as page_views, coalesce(a.intent, 0)::bigint as intent
      from companies c ${onlyActive ? tx`` : tx`left`} join active a on a.company_id = c.id
      where ${where(tx, workspaceId, filter)}
    ),
    page as (
      select c.*, ${mark} from matching c
      where true ${after} ${orderBy} limit ${page.limit} offset ${page.offset}
    )
    ${isIncluded ? tx`, ${activityOfPage(tx, workspaceId, filter.isTest, time)}` : tx``}
    select c.id, c.name, c.domain, c.description, c.employees, c.main_industry, c.created_at,
           c.cursor_value, t.total, ${isIncluded ? tx`a.*` : tx`null as top_pages`}
    from (select count(*)::integer as total from matching) t left join page c on true
    ${isIncluded ? tx`left join activities a on a.company_id = c.id` : tx``}
    ${orderBy}`,
  );
  const total = activeRows[0]?.total ?? 0;
  const companies = activeRows.filter(({ id }) => id !== null);
  const { rows, next } = marked(companies, page);
  const data = rows.map((row) => ({
    ...toCompany(row),
    ...(isIncluded && { activity: toActivity(row) }),
  }));
  return { data, next, total };
}

export async function selectCompany(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<CompanyRow[]>`
    select ${columns(tx)} from companies where workspace_id = ${workspaceId} and id = ${id}`;
  return row && toCompany(row);
}

/** Whether the company is test data. */
export async function selectCompanyEnvironment(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<{ isTest: boolean } | undefined> {
  const [row] = await tx<{ isTest: boolean }[]>`
    select is_test as "isTest" from companies where workspace_id = ${workspaceId} and id = ${id}`;
  return row;
}

export function toCompany(row: CompanyRow): Company {
  const { id, name, domain, description, employees, main_industry } = row;
  const created_at = timestamp(row.created_at);
  return { id, name, domain, description, employees, main_industry, created_at };
}
