/**
 * Manual overrides on visitors' companies, applied wherever a company is claimed. Evidence that does not count is kept apart
 * (`refused_evidence`), so undoing a override restores it.
 */
import { arrayLiteral } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Question } from '../../platform/db/joint-questions.ts';
import { isInForce } from '../visit/bot-overrides.ts';
import { levelRank } from './evidence.ts';

/** SQL, for a row with visitor_id and company_id: an override rejects the match. `$1` is the workspace. */
export const isRefused = (row: string) => `exists (
  select from verdicts d
  where d.workspace_id = $1::uuid and d.company_id = ${row}.company_id and d.kind = 'not_company'
    and (d.visitor_id is null or d.visitor_id = ${row}.visitor_id) and ${isInForce})`;

const isOfDecided = (override: string) => `exists (
  select from verdicts d
  where d.workspace_id = $1::uuid and d.visitor_id = e.visitor_id and d.is_test = e.is_test and ${override})`;

/** SQL: the visitor has visits from this network; `e.value` starts with its number. */
const hasVisit = (mark: string) => `exists (
  select from sessions s
  where s.workspace_id = $1::uuid and s.visitor_id = e.visitor_id and s.is_test = e.is_test and s.bot ${mark} ''
    and s.connection = 'business' and 'AS' || s.asn = split_part(e.value, ' ', 1))`;

/**
 * A bot's network is no evidence of a company. For visitors that ever had a bot override, their visits decide, so that undoing
 * it restores the evidence. Network evidence without a matching visit came from a message within one, and stays as it was.
 */
const isOfBot = `${isOfDecided(`d.kind = 'bot' and ${isInForce}`)}
  or ${isOfDecided("d.kind in ('bot', 'not_bot')")} and ${hasVisit('<>')} and not ${hasVisit('=')}`;

const counts = `(e.kind = 'set_by_hand' or not ${isRefused('e')} and (e.kind <> 'network_owner' or not (${isOfBot})))`;

type Side = 'company_evidence' | 'refused_evidence';

/** Rows `e` that belong into the other table. */
const strays = (side: Side) => (side === 'company_evidence' ? `not ${counts}` : counts);
const other = (side: Side): Side =>
  side === 'company_evidence' ? 'refused_evidence' : 'company_evidence';
const columns =
  'workspace_id, visitor_id, company_id, is_test, kind, value, first_seen_at, by_right';

const move = (side: Side, of: string) => `
  with moved as (
    delete from ${side} e where e.workspace_id = $1::uuid and e.is_test = $2::text::boolean and ${of} and ${strays(side)}
    returning ${columns})
  insert into ${other(side)} as k (${columns}) select ${columns} from moved
  on conflict (workspace_id, visitor_id, company_id, is_test, kind, value) do update set
    first_seen_at = least(k.first_seen_at, excluded.first_seen_at),
    by_right = case when ${levelRank('excluded.by_right')} > ${levelRank('k.by_right')} then excluded.by_right else k.by_right end`;

/** Moves the evidence of these visitors, for one company or all, to the right table. */
export async function settleEvidence(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  visitorIds: string[],
  companyId: string | null,
): Promise<void> {
  const of = 'e.visitor_id = any($3::uuid[]) and e.company_id = coalesce($4::uuid, e.company_id)';
  const visitors = arrayLiteral('uuid', visitorIds);
  const parameters = [workspaceId, String(isTest), visitors, companyId];
  for (const side of ['company_evidence', 'refused_evidence'] as const) {
    await tx.unsafe(move(side, of), parameters);
  }
}

const unsettled = (limit: string) =>
  (['company_evidence', 'refused_evidence'] as const)
    .map(
      (side) => `
      (select e.visitor_id from ${side} e
       where e.workspace_id = $1::uuid and e.company_id = $2::uuid and ${strays(side)}${limit})`,
    )
    .join(' union ');

/** Visitors with misplaced evidence for the company, up to a limit. */
export async function selectUnsettledVisitors(
  tx: Tx,
  workspaceId: string,
  companyId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.unsafe<{ id: string }[]>(
    `select visitor_id as id from (${unsettled(' limit $3::integer')}) v order by 1 limit $3::integer`,
    [workspaceId, companyId, limit],
  );
  return rows.map(({ id }) => id);
}

export async function countUnsettledVisitors(tx: Tx, workspaceId: string, companyId: string) {
  const [row] = await tx.unsafe<{ total: number }[]>(
    `select count(*)::integer as total from (${unsettled('')}) v`,
    [workspaceId, companyId],
  );
  return row?.total ?? 0;
}

/** Links the visitor to the company by a manual override. `overrideId`: refers to its author and time. */
export async function insertCompanySetByHand(
  tx: Tx,
  workspaceId: string,
  set: { overrideId: string; visitorId: string; companyId: string; isTest: boolean },
): Promise<void> {
  await tx`
    insert into company_evidence (workspace_id, visitor_id, company_id, is_test, kind, value, first_seen_at, by_right)
    values (${workspaceId}, ${set.visitorId}, ${set.companyId}, ${set.isTest}, 'set_by_hand', ${set.overrideId}, now(), 'api')`;
}

export async function deleteCompanySetByHand(
  tx: Tx,
  workspaceId: string,
  overrideId: string,
  visitorId: string,
): Promise<void> {
  await tx`
    delete from company_evidence
    where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and kind = 'set_by_hand' and value = ${overrideId}`;
}

interface RulingRow {
  visitor_id: string | null;
  company_id: string;
  kind: 'company' | 'not_company';
}

/** Overrides in force for these visitors and for everybody, newest first. */
export function companyRulings(visitorIds: string[]): Question<RulingRow> {
  return {
    select: (first) => `
      select visitor_id, company_id, kind from (
        select d.visitor_id, d.company_id, d.kind, d.created_at, d.id from verdicts d
        where d.workspace_id = $1::uuid and d.visitor_id = any($${first}::uuid[]) and d.company_id is not null and ${isInForce}
        union all
        select d.visitor_id, d.company_id, d.kind, d.created_at, d.id from verdicts d
        where d.workspace_id = $1::uuid and d.kind = 'not_company' and d.visitor_id is null and ${isInForce}
      ) ruled
      order by created_at desc, id desc`,
    parameters: [arrayLiteral('uuid', visitorIds)],
  };
}

export class CompanyRulings {
  readonly #refused = new Set<string>();
  readonly #set = new Map<string, string>();

  constructor(rows: RulingRow[]) {
    for (const { visitor_id, company_id, kind } of rows) {
      if (kind === 'not_company') this.#refused.add(`${visitor_id ?? ''}:${company_id}`);
      else if (visitor_id && !this.#set.has(visitor_id)) this.#set.set(visitor_id, company_id);
    }
  }

  /** The company set by hand. */
  setFor(visitorId: string): string | undefined {
    return this.#set.get(visitorId);
  }

  /** The company, unless an override rejects it. */
  allowed(visitorId: string, companyId: string | null): string | null {
    const isRefused =
      this.#refused.has(`:${companyId}`) || this.#refused.has(`${visitorId}:${companyId}`);
    return isRefused ? null : companyId;
  }
}
