/** Visitors for the REST API: counts and the latest visit come from their sessions. */
import type { Visitor } from '@footfall/contract/visitors';
import { originFields } from '../../enrichment/sources/channel-group.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { type CreatedRange, inCreatedRange } from '../../platform/resource-kit/created-range.ts';
import {
  byCreation,
  countOf,
  type OrderedPage,
  type Orders,
  ordering,
} from '../../platform/resource-kit/paging.ts';
import {
  confidenceOf,
  type EvidenceKind,
  strongestEvidence,
} from '../../records/company/evidence.ts';
import { type ListFilter, matchesFilter, unprepared } from '../../records/filters/list-filter.ts';
import { type Asker, isOnPage, listed } from '../../records/filters/match-page.ts';
import { currentOwner } from '../../records/person/ownership.ts';
import { currentId } from '../../records/person/survivors.ts';
import { markInSql, stateFacts } from '../../records/visit/state.ts';

export interface VisitorFilter extends CreatedRange, ListFilter {
  isTest: boolean;
  isBot: boolean;
  source?: string;
  channel?: string;
  country?: string;
  companyId?: string;
  identityId?: string;
}

interface VisitorRow {
  id: string;
  workspace_id: string;
  identity_id: string | null;
  company_id: string | null;
  company_evidence: EvidenceKind | null;
  source: string;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
  bot: string;
  mark: string;
  referrer: string;
  entry_url: string;
  session_count: number;
  event_count: number;
  page_view_count: number;
  ip: string | null;
  city: string | null;
  country: string | null;
  first_seen_at: Date;
  last_seen_at: Date | null;
}

const where = (tx: Tx, workspaceId: string, filter: VisitorFilter) => tx`
  v.workspace_id = ${workspaceId} and v.is_test = ${filter.isTest}
  ${filter.isBot ? tx`and v.bot <> ''` : tx`and v.bot = ''`}
  ${filter.source === undefined ? tx`` : tx`and v.source = ${filter.source}`}
  ${filter.channel === undefined ? tx`` : tx`and v.channel = ${filter.channel}`}
  ${
    filter.country === undefined
      ? tx``
      : tx`and v.id in (select s.visitor_id from sessions s
             where s.workspace_id = ${workspaceId} and s.is_test = ${filter.isTest}
               and s.country <> '' and s.country = ${filter.country})`
  }
  ${
    filter.companyId === undefined
      ? tx``
      : tx`and v.id in (select e.visitor_id from company_evidence e
             where e.workspace_id = ${workspaceId} and e.company_id = ${filter.companyId}
               and e.is_test = ${filter.isTest})`
  }
  ${
    filter.identityId === undefined
      ? tx``
      : tx`and v.id in (select l.visitor_id from identity_links l
             where l.workspace_id = ${workspaceId} and l.identity_id = ${currentId(tx, workspaceId, filter.identityId)}
               and l.is_test = ${filter.isTest})`
  }
  ${inCreatedRange(tx, filter, 'v.first_seen_at')} ${matchesFilter(tx, workspaceId, 'visitor', filter)}`;

export function listVisitors(
  asker: Asker,
  workspaceId: string,
  filter: VisitorFilter,
  page: OrderedPage,
) {
  const { tx } = asker;
  // Ordered by the start of the latest visit, which has an index; the latest activity has none. Every visitor has a
  // visit, since both are written together.
  const isByVisit = page.by === 'last_visit';
  const from = isByVisit ? tx`${withLastVisit(tx, workspaceId)} and` : tx`visitors v where`;
  const orders = isByVisit ? byVisit(tx`n.visitor_id`, tx`n.started_at`) : byFirst(tx);
  const columns = isByVisit ? tx`v.*, n.started_at as last_visit_at` : tx`v.*`;
  const shown = isByVisit ? byVisit(tx`v.id`, tx`v.last_visit_at`) : byFirst(tx);
  return listed<VisitorRow, Visitor>(asker, page, {
    kind: 'visitor',
    filter,
    records: tx`${from} ${where(tx, workspaceId, filter)}`,
    onPage: (matches) => tx`
      ${from} v.workspace_id = ${workspaceId} and v.is_test = ${filter.isTest} and ${isOnPage(tx, orders, matches)}`,
    orders,
    select: ({ page: onPage, mark }) => {
      const visitors = tx`select ${columns}, ${mark} from ${onPage}`;
      return selectWithSessions(tx, workspaceId, visitors, ordering(tx, page, shown).orderBy);
    },
    toRecords: (rows) => rows.map(toVisitor),
    count: () =>
      countOf(tx, tx`visitors v where ${where(tx, workspaceId, filter)}`, (query) =>
        unprepared(query, filter),
      ),
  });
}

const byFirst = (tx: Tx) => byCreation(tx, tx`v.id`, tx`v.first_seen_at`);

/** Visitors `v` with their latest visit `n`; conditions can follow. */
const withLastVisit = (tx: Tx, workspaceId: string) => tx`
  visitors v join sessions n
    on n.workspace_id = ${workspaceId} and n.visitor_id = v.id and n.is_test = v.is_test
  where not exists (select from sessions later
    where later.workspace_id = ${workspaceId} and later.visitor_id = n.visitor_id
      and later.is_test = n.is_test and (later.started_at, later.id) > (n.started_at, n.id))`;

const byVisit = (id: Sql, startedAt: Sql): Orders => ({
  id,
  by: { last_visit: { column: startedAt, type: 'timestamptz' } },
});

/** An id used in both environments means the live visitor, unless `isTest` says otherwise. */
export async function selectVisitor(tx: Tx, workspaceId: string, id: string, isTest?: boolean) {
  const [visitor] = await selectWithSessions(
    tx,
    workspaceId,
    tx`select *, '' as cursor_value from visitors where workspace_id = ${workspaceId} and id = ${id}
       ${isTest === undefined ? tx`` : tx`and is_test = ${isTest}`}
       order by is_test limit 1`,
    tx``,
  );
  if (!visitor) return undefined;
  const { cursor_value, ...row } = visitor;
  return toVisitor(row);
}

function selectWithSessions(tx: Tx, workspaceId: string, visitors: Sql, orderBy: Sql) {
  return tx<(VisitorRow & { cursor_value: string })[]>`
    select v.id, v.cursor_value, v.workspace_id, v.source, v.campaign, v.click_ids, v.referrer, v.entry_url, v.bot,
           ${markInSql(tx, workspaceId, 'v')} as mark,
           company.company_id, company.kind as company_evidence,
           v.first_seen_at, total.last_seen_at, coalesce(total.session_count, 0) as session_count,
           coalesce(total.event_count, 0) as event_count,
           coalesce(total.page_view_count, 0) as page_view_count,
           latest.ip, latest.city, latest.country, owner.identity_id
    from (${visitors}) v
    cross join lateral (
      select max(s.last_activity_at) as last_seen_at, count(*)::integer as session_count,
             sum(s.event_count)::integer as event_count,
             sum(s.page_view_count)::integer as page_view_count
      from sessions s
      where s.workspace_id = ${workspaceId} and s.visitor_id = v.id and s.is_test = v.is_test
    ) total
    left join lateral (
      select s.ip, s.city, s.country from sessions s
      where s.workspace_id = ${workspaceId} and s.visitor_id = v.id and s.is_test = v.is_test
      order by s.last_activity_at desc, s.id limit 1
    ) latest on true
    left join lateral (${currentOwner(tx, workspaceId)}) owner on true
    left join lateral (${strongestEvidence(tx, workspaceId)}) company on true
    ${orderBy}`;
}

function toVisitor(visitor: VisitorRow): Visitor {
  const { first_seen_at, last_seen_at, campaign, click_ids, company_evidence, mark, ...row } =
    visitor;
  const { entry_url: url, referrer } = row;
  const source = { url, referrer, campaign, clickIds: click_ids };
  return {
    ...row,
    ...originFields(source),
    ...stateFacts({ ...row, mark }),
    company_confidence: company_evidence && confidenceOf[company_evidence],
    campaign: campaign ?? {},
    ip: row.ip ?? '',
    city: row.city ?? '',
    country: row.country ?? '',
    first_seen: timestamp(first_seen_at),
    last_seen: timestamp(last_seen_at ?? first_seen_at),
    created_at: timestamp(first_seen_at),
  };
}
