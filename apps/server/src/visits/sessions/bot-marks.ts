/** Updates which visits count as a bot's after an override on their visitor. */

import { type Column, columnValues, unnestClause } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicros } from '../../platform/db/instants.ts';
import { isRefused } from '../../records/company/company-overrides.ts';
import {
  type BotOverride,
  countedBotInSql,
  type OverrideVisitor,
} from '../../records/visit/bot-overrides.ts';

/** A visit with a changed mark, and its campaign and network. */
export interface MarkedVisit {
  id: string;
  bot: string;
  opening_at: string;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
  asn: number;
  network_owner: string;
  connection: string;
}

const unsettled = (
  tx: Tx,
  workspaceId: string,
  { visitorId, isTest }: OverrideVisitor,
  override: BotOverride | undefined,
) => tx`
  s.workspace_id = ${workspaceId} and s.visitor_id = ${visitorId} and s.is_test = ${isTest}
  and s.bot <> ${countedBotInSql(tx, override, tx`s.found_bot`)}`;

export async function countUnsettledSessions(
  tx: Tx,
  workspaceId: string,
  visitor: OverrideVisitor,
  override: BotOverride | undefined,
): Promise<number> {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from sessions s where ${unsettled(tx, workspaceId, visitor, override)}`;
  return row?.total ?? 0;
}

/** Corrects the next `limit` visits with a wrong mark, and returns them. */
export async function settleSessionMarks(
  tx: Tx,
  workspaceId: string,
  visitor: OverrideVisitor,
  override: BotOverride | undefined,
  limit: number,
): Promise<MarkedVisit[]> {
  return tx<MarkedVisit[]>`
    with due as (
      select s.id from sessions s where ${unsettled(tx, workspaceId, visitor, override)}
      order by s.id limit ${limit} for no key update)
    update sessions s set bot = ${countedBotInSql(tx, override, tx`s.found_bot`)}
    from due
    where s.workspace_id = ${workspaceId} and s.visitor_id = ${visitor.visitorId} and s.id = due.id
      and s.is_test = ${visitor.isTest}
    returning s.id, s.bot, ${utcMicros(tx, 's.opening_at')} as opening_at, s.campaign, s.click_ids, s.asn,
              s.network_owner, s.connection`;
}

/** A visit with its network's company. */
export interface VisitCompany {
  visitorId: string;
  id: string;
  companyId: string | null;
}

const columns: Column<VisitCompany>[] = [
  { name: 'visitor_id', type: 'uuid', value: ({ visitorId }) => visitorId },
  { name: 'id', type: 'uuid', value: ({ id }) => id },
  { name: 'company_id', type: 'uuid', value: ({ companyId }) => companyId },
];

const counted = `case when t.company_id is null or not ${isRefused('t')} then t.company_id end`;

/** Sets visits' companies, except those rejected by an override. Returns the changed visits. */
export async function settleVisitCompanies(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  visits: VisitCompany[],
): Promise<{ visitorId: string; id: string }[]> {
  if (visits.length === 0) return [];
  return tx.unsafe<{ visitorId: string; id: string }[]>(
    `update sessions s set company_id = ${counted}
     from ${unnestClause(columns, 3)}
     where s.workspace_id = $1::uuid and s.is_test = $2::text::boolean and s.visitor_id = t.visitor_id and s.id = t.id
       and s.company_id is distinct from (${counted})
     returning s.visitor_id as "visitorId", s.id`,
    [workspaceId, String(isTest), ...columnValues(columns, visits)],
  );
}

/** People's visits from business networks. */
export async function selectBusinessVisits(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  visitorIds: string[],
) {
  return tx<
    { visitorId: string; id: string; asn: number; networkOwner: string; connection: string }[]
  >`
    select visitor_id as "visitorId", id, asn, network_owner as "networkOwner", connection from sessions
    where workspace_id = ${workspaceId} and is_test = ${isTest} and visitor_id = any(${visitorIds}::uuid[])
      and bot = '' and connection = 'business'`;
}
