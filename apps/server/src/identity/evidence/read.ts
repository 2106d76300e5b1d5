/** Reads the evidence for claims from the database. */
import { type AttributionModel, attributionModelNames } from '@footfall/contract/campaigns';
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import type { Tx } from '../../platform/db/connect.ts';
import type { EvidenceKind } from '../../records/company/evidence.ts';
import { bestFirst } from '../../records/company/evidence.ts';
import { isInForce } from '../../records/visit/bot-overrides.ts';

/** A visitor's or visit's source, and whether it is a bot. */
export interface ClaimedVisit {
  visitor_id: string;
  is_test: boolean;
  since: Date;
  bot: string;
  found_bot: string;
  entry_url: string;
  referrer: string;
  campaign: Record<string, unknown> | null;
  click_ids: Record<string, unknown> | null;
  user_agent: string;
  network_owner: string;
  connection: string;
  override_id: string | null;
  override_reason: string | null;
  override_at: Date | null;
}

const visitColumns = (tx: Tx) => tx`
  t.bot, t.found_bot, t.entry_url, t.referrer, t.campaign, t.click_ids,
  d.id as override_id, d.reason as override_reason, d.created_at as override_at`;

const overrideOf = (tx: Tx, workspaceId: string, visitor: 'id' | 'visitor_id') => tx`
  left join verdicts d on d.workspace_id = ${workspaceId} and d.visitor_id = t.${tx(visitor)} and d.is_test = t.is_test
    and d.kind in ('bot', 'not_bot') and ${tx.unsafe(isInForce)}`;

/** An id used in both environments means the live visitor. */
export async function selectClaimedVisitor(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<ClaimedVisit[]>`
    select t.id as visitor_id, t.is_test, t.first_seen_at as since, ${visitColumns(tx)},
           coalesce(s.user_agent, '') as user_agent, coalesce(s.network_owner, '') as network_owner,
           coalesce(s.connection, '') as connection
    from visitors t ${overrideOf(tx, workspaceId, 'id')}
    left join lateral (
      select s.user_agent, s.network_owner, s.connection from sessions s
      where s.workspace_id = ${workspaceId} and s.visitor_id = t.id and s.is_test = t.is_test
      order by (s.found_bot = t.found_bot) desc, s.last_activity_at desc, s.id limit 1
    ) s on true
    where t.workspace_id = ${workspaceId} and t.id = ${id}
    order by t.is_test limit 1`;
  return row;
}

export async function selectClaimedVisit(
  tx: Tx,
  workspaceId: string,
  { visitorId, sessionId }: { visitorId: string; sessionId: string },
) {
  const [row] = await tx<ClaimedVisit[]>`
    select t.visitor_id, t.is_test, t.started_at as since, ${visitColumns(tx)}, t.user_agent, t.network_owner, t.connection
    from sessions t ${overrideOf(tx, workspaceId, 'visitor_id')}
    where t.workspace_id = ${workspaceId} and t.visitor_id = ${visitorId} and t.id = ${sessionId}
    order by t.is_test limit 1`;
  return row;
}

/** A visit with its share of the credit for a conversion under a model. */
export interface CreditedVisit extends ClaimedVisit {
  model: AttributionModel;
  session_id: string;
  source: string;
  credit_from: number;
  credit_until: number;
  /** Its position among the model's visits, from 1, and their number. */
  place: number;
  places: number;
}

const sharesByModel = attributionModelNames
  .map((model) => `('${model}', ${model}_from, ${model}_until)`)
  .join(', ');

/** Grouped by model, in time order. */
export async function selectCreditedVisits(tx: Tx, workspaceId: string, conversionId: string) {
  return tx<CreditedVisit[]>`
    select c.*, t.is_test, t.started_at as since, ${visitColumns(tx)}, t.user_agent, t.network_owner, t.connection
    from (
      select model, visitor_id, session_id, source, credit_from, credit_until, is_test as of_test,
             (row_number() over (partition by model order by credit_from))::integer as place,
             (count(*) over (partition by model))::integer as places
      from touchpoints cross join lateral (values ${tx.unsafe(sharesByModel)}) m (model, credit_from, credit_until)
      where workspace_id = ${workspaceId} and subject_id = ${conversionId} and subject_type = 'conversion'
        and credit_until is not null
    ) c
    join sessions t on t.workspace_id = ${workspaceId} and t.visitor_id = c.visitor_id and t.id = c.session_id
      and t.is_test = c.of_test
    ${overrideOf(tx, workspaceId, 'visitor_id')}
    order by array_position(${attributionModelNames}::text[], c.model), c.place`;
}

export interface ClaimedCompany {
  company_id: string;
  kind: EvidenceKind;
  value: string;
  by_right: VerificationLevel;
  first_seen_at: Date;
  is_refused: boolean;
  override_id: string | null;
}

const mostCompanies = 50;

/** Best match first; those rejected by an override last. */
export async function selectClaimedCompanies(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
): Promise<ClaimedCompany[]> {
  const of = tx`e.workspace_id = ${workspaceId} and e.visitor_id = ${visitorId} and e.is_test = ${isTest}`;
  const columns = tx`e.company_id, e.kind, e.value, e.by_right, e.first_seen_at`;
  const [counting, refused] = await Promise.all([
    tx<ClaimedCompany[]>`
      select ${columns}, false as is_refused, case when e.kind = 'set_by_hand' then e.value::uuid end as override_id
      from company_evidence e where ${of} ${bestFirst(tx)} limit ${mostCompanies}`,
    tx<ClaimedCompany[]>`
      select ${columns}, true as is_refused, (
        select d.id from verdicts d
        where d.workspace_id = ${workspaceId} and d.company_id = e.company_id and d.kind = 'not_company'
          and (d.visitor_id is null or d.visitor_id = e.visitor_id) and ${tx.unsafe(isInForce)}
        order by d.visitor_id limit 1) as override_id
      from refused_evidence e where ${of} ${bestFirst(tx)} limit ${mostCompanies}`,
  ]);
  return [...counting, ...refused].slice(0, mostCompanies);
}
