/** Cost and results of campaigns in a period. */
import type { AttributionModel, Campaign, CampaignPerformance } from '@footfall/contract/campaigns';
import { timestamp } from '../../platform/common/timestamp.ts';
import type { Tx } from '../../platform/db/connect.ts';

/** [from, to), as PostgreSQL reads timestamps; undefined: open. */
export interface Period {
  from: string | undefined;
  to: string | undefined;
}

interface Counts {
  campaign_id: string;
  visitors: number;
  sessions: number;
  leads: number;
  conversions: number;
}

/** Amounts as text, to keep all digits; null if none. */
interface MoneyRow {
  campaign_id: string;
  currency: string;
  revenue: string | null;
  spend: string | null;
  cost_per_lead: string | null;
  return: string | null;
}

/** In the order of `campaigns`; pipelined for all of them. */
export async function measureCampaigns(
  tx: Tx,
  workspaceId: string,
  campaigns: Campaign[],
  period: Period,
  model: AttributionModel,
): Promise<CampaignPerformance[]> {
  const ids = campaigns.map(({ id }) => id);
  const [counts, money] = await Promise.all([
    selectCounts(tx, workspaceId, ids, period, model),
    selectMoney(tx, workspaceId, ids, period, model),
  ]);
  const countsOf = new Map(counts.map((row) => [row.campaign_id, row]));
  return campaigns.map(({ id, name, source, medium }) => {
    const { visitors = 0, sessions = 0, leads = 0, conversions = 0 } = countsOf.get(id) ?? {};
    const own = money.filter((row) => row.campaign_id === id);
    return {
      campaign_id: id,
      name,
      source,
      medium,
      from: shown(period.from),
      to: shown(period.to),
      model,
      visitors,
      sessions,
      leads,
      conversions,
      revenue: own.flatMap(({ currency, revenue }) =>
        revenue === null ? [] : [{ currency, value: Number(revenue) }],
      ),
      spend: own.flatMap(({ currency, spend }) =>
        spend === null ? [] : [{ currency, value: Number(spend) }],
      ),
      cost_per_lead: own
        .filter(({ spend }) => spend !== null)
        .map((row) => ({ currency: row.currency, value: numberOf(row.cost_per_lead) })),
      return: own.map((row) => returnOf(row, own)),
    };
  });
}

/** Currencies are not converted: spend in one says nothing about revenue in another. */
function returnOf(row: MoneyRow, all: MoneyRow[]): CampaignPerformance['return'][number] {
  const { currency } = row;
  const isSpent = Number(row.spend) > 0;
  const isElsewhere = all.some((other) => Number(isSpent ? other.revenue : other.spend) !== 0);
  if (isSpent && (row.revenue !== null || !isElsewhere)) {
    return { currency, value: numberOf(row.return), reason_code: null };
  }
  return { currency, value: null, reason_code: isElsewhere ? 'other_currency' : 'no_spend' };
}

function shown(instant: string | undefined): string | null {
  return instant === undefined ? null : timestamp(new Date(instant));
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}

type InPeriod = (column: 'started_at' | 'occurred_at' | 'day_began_at') => ReturnType<Tx>;

/** Builds the period's condition for a time column. */
function within(tx: Tx, { from, to }: Period): InPeriod {
  return (column) => tx`
    ${from === undefined ? tx`` : tx`and ${tx(column)} >= ${from}::text::timestamptz`}
    ${to === undefined ? tx`` : tx`and ${tx(column)} < ${to}::text::timestamptz`}`;
}

/** Number of conversions or leads; credit is stored in millionths (revenue/attribution/models.ts). */
const sumOfCredit = (tx: Tx) => tx`sum(credit_until - credit_from) * 0.000001`;

/** The amount's value up to a part of the credit. The last part takes the rounding remainder. */
const worthUntil = (tx: Tx, part: 'credit_from' | 'credit_until') => tx`
  case when ${tx(part)} = 1000000 then value else round(value * ${tx(part)} * 0.000001, 2) end`;

/** Touches of one kind credited to these campaigns in the period, without suspect leads. */
const credited = (
  tx: Tx,
  workspaceId: string,
  ids: string[],
  inPeriod: InPeriod,
  model: AttributionModel,
  subjectType: 'lead' | 'conversion',
) => tx`
  select campaign_id, subject_id, ${tx(`${model}_from`)} as credit_from, ${tx(`${model}_until`)} as credit_until
  from touchpoints
  where workspace_id = ${workspaceId} and campaign_id = any(${ids}::uuid[]) and ${tx(`${model}_until`)} is not null
    and subject_type = ${subjectType} ${inPeriod('occurred_at')}
    ${subjectType === 'lead' ? tx`and subject_id not in (select id from leads where workspace_id = ${workspaceId} and suspect)` : tx``}`;

async function selectCounts(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  period: Period,
  model: AttributionModel,
): Promise<Counts[]> {
  const inPeriod = within(tx, period);
  return tx<Counts[]>`
    with visits as (
      select s.campaign_id, count(distinct s.visitor_id)::integer as visitors,
             count(*)::integer as sessions
      from campaigns c join sessions s
        on s.workspace_id = c.workspace_id and s.is_test = c.is_test and s.campaign_id = c.id
      where c.workspace_id = ${workspaceId} and c.id = any(${ids}::uuid[]) and s.bot = ''
        ${inPeriod('started_at')}
      group by s.campaign_id
    ),
    leads as (
      select campaign_id, (${sumOfCredit(tx)})::double precision as leads
      from (${credited(tx, workspaceId, ids, inPeriod, model, 'lead')}) t group by campaign_id
    ),
    conversions as (
      select campaign_id, (${sumOfCredit(tx)})::double precision as conversions
      from (${credited(tx, workspaceId, ids, inPeriod, model, 'conversion')}) t group by campaign_id
    )
    select campaign_id, coalesce(visitors, 0) as visitors, coalesce(sessions, 0) as sessions,
           coalesce(leads, 0) as leads, coalesce(conversions, 0) as conversions
    from visits full join leads using (campaign_id) full join conversions using (campaign_id)`;
}

/** A row per campaign and currency with spend or revenue. */
async function selectMoney(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  period: Period,
  model: AttributionModel,
): Promise<MoneyRow[]> {
  const inPeriod = within(tx, period);
  return tx<MoneyRow[]>`
    with revenue as (
      select t.campaign_id, x.currency, sum(${worthUntil(tx, 'credit_until')} - ${worthUntil(tx, 'credit_from')}) as revenue
      from (${credited(tx, workspaceId, ids, inPeriod, model, 'conversion')}) t
      join conversions x on x.workspace_id = ${workspaceId} and x.id = t.subject_id
      where x.value is not null
      group by t.campaign_id, x.currency
    ),
    spend as (
      select campaign_id, currency, sum(amount) as spend
      from campaign_spend, lateral (select day::timestamp at time zone 'UTC' as day_began_at) d
      where workspace_id = ${workspaceId} and campaign_id = any(${ids}::uuid[])
        ${inPeriod('day_began_at')}
      group by campaign_id, currency
    ),
    leads as (
      select campaign_id, ${sumOfCredit(tx)} as leads
      from (${credited(tx, workspaceId, ids, inPeriod, model, 'lead')}) t group by campaign_id
    )
    select campaign_id, currency, revenue, spend,
           round(spend / leads, 2) as cost_per_lead,
           round(coalesce(revenue, 0) / nullif(spend, 0), 4) as return
    from revenue full join spend using (campaign_id, currency) left join leads using (campaign_id)
    order by currency`;
}
