/** Companies in the database: created from visits, completed with imported details. */
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { nameKey, nameOfDomain } from '../enrichment/companies/company-name.ts';
import type { FoundCompany } from '../enrichment/companies/company-of.ts';
import { instantOf } from '../platform/common/instant.ts';
import { type Column, nameList } from '../platform/db/columns.ts';
import { runCombined, type StatementPart } from '../platform/db/combined-statement.ts';
import type { Tx } from '../platform/db/connect.ts';
import { utcMicros } from '../platform/db/instants.ts';
import { sharedRows } from '../platform/db/shared-values.ts';
import { isRefused } from '../records/company/company-overrides.ts';
import {
  bestFirst,
  type EvidenceKind,
  levelRank,
  strongestLevel,
} from '../records/company/evidence.ts';

export interface CompanyBrief {
  name: string;
  domain: string;
  main_industry: string;
  employees: string;
}

/** The visitor's company: by its best work address, else by its best network. */
export async function selectVisitorCompany(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
): Promise<CompanyBrief | undefined> {
  const [row] = await tx<CompanyBrief[]>`
    select c.name, c.domain, c.main_industry, c.employees
    from company_evidence e join companies c on c.workspace_id = ${workspaceId} and c.id = e.company_id
    where e.workspace_id = ${workspaceId} and e.visitor_id = ${visitorId} and e.is_test = ${isTest}
    ${bestFirst(tx)} limit 1`;
  return row;
}

/** A company and the time it was seen. `seenAt`: ISO 8601. */
export interface SeenCompany extends FoundCompany {
  seenAt: string;
}

const seenColumns: Column<SeenCompany>[] = [
  { name: 'id', type: 'uuid', value: ({ id }) => id },
  { name: 'is_test', type: 'boolean', value: ({ isTest }) => isTest },
  { name: 'domain', type: 'text', value: ({ domain }) => domain },
  { name: 'network', type: 'text', value: networkOf },
  { name: 'domain_name', type: 'text', value: ({ domain }) => domain && nameOfDomain(domain) },
  { name: 'owner_name', type: 'text', value: ({ name }) => name },
  { name: 'owner_key', type: 'text', value: ({ name }) => nameKey(name) },
  { name: 'seen_at', type: 'timestamptz', value: ({ seenAt }) => seenAt },
];

function networkOf({ key, domain }: SeenCompany): string {
  return domain === '' ? key.slice(key.indexOf(':') + 1) : '';
}

/**
 * Imported details of a company of the table `c`: by its domain, or by the name of its network's owner, if
 * only one domain has that name.
 */
export const detailsOfCompany = (workspaceId: string) => `
  left join lateral (
    select min(name) as name, min(description) as description, min(employees) as employees,
           min(main_industry) as main_industry, min(changed_at) as changed_at
    from (
      select * from company_details where workspace_id = ${workspaceId} and domain = c.domain
      union all
      (select * from company_details
       where workspace_id = ${workspaceId} and name_key = c.owner_key and name_key <> '' limit 2)
    ) found having count(*) = 1
  ) d on true`;

/** Display name of company `c`: as imported, else its network's owner, else from its domain. */
export const shownName = `coalesce(nullif(d.name, ''), nullif(c.owner_name, ''), c.domain_name)`;

const upsertSeen = (first: number) => `
  insert into companies as known (workspace_id, id, is_test, domain, network, domain_name, owner_name, owner_key,
    name, description, employees, main_industry, details_at, created_at, updated_at)
  select $1::uuid, c.id, c.is_test, c.domain, c.network, c.domain_name, c.owner_name, c.owner_key,
    ${shownName}, coalesce(d.description, ''), coalesce(d.employees, ''),
    coalesce(d.main_industry, ''), d.changed_at, c.seen_at, c.seen_at
  from (select distinct on (t.id) t.* from ${sharedRows(seenColumns, first)}
        order by t.id, t.seen_at) c
  ${detailsOfCompany('$1::uuid')}
  on conflict (workspace_id, id) do update set
    created_at = least(known.created_at, excluded.created_at),
    ${['owner_name', 'owner_key'].map((column) => either(isEarlier, column))},
    ${either(`known.network <> '' or ${hasOtherDetails} or ${isNameless}`, 'name')},
    domain_name = excluded.domain_name,
    ${['description', 'employees', 'main_industry', 'details_at'].map((column) => either(hasOtherDetails, column))},
    updated_at = case when ${hasOtherDetails} then ${changeTime('known')} else known.updated_at end
  where ${isEarlier} or ${hasOtherDetails} or ${isNameless}
  returning 1`;

const isEarlier = 'excluded.created_at < known.created_at';
// Created by an older process.
const isNameless = `known.name = ''`;
const hasOtherDetails = 'excluded.details_at is distinct from known.details_at';

function either(condition: string, column: string): string {
  return `${column} = case when ${condition} then excluded.${column} else known.${column} end`;
}

/** Moves updated_at at least into the second after created_at. */
export function changeTime(company: string): string {
  return `greatest(now(), date_trunc('second', ${company}.created_at) + interval '1 second')`;
}

/**
 * Creates new companies in key order, with imported details. The earliest sighting provides created_at and
 * the owner's name, in any order of arrival. A company may appear several times.
 */
export function upsertCompanies(seen: SeenCompany[]): StatementPart {
  return {
    name: 'upserted_companies',
    change: upsertSeen,
    waits: 'in order',
    parameters: (shared) => shared.columnValues(seenColumns, seen),
  };
}

/** Those that are new, or seen earlier than stored. Filters first, since the upsert locks even unchanged rows. */
export async function companiesSeenEarlier(
  tx: Tx,
  workspaceId: string,
  seen: SeenCompany[],
): Promise<SeenCompany[]> {
  const rows = await tx<{ id: string; seen_at: string }[]>`
    select id, ${utcMicros(tx, 'created_at')} as seen_at from companies
    where workspace_id = ${workspaceId} and id = any(${[...new Set(seen.map(({ id }) => id))]}::uuid[])`;
  const seenEarlier = new Map(rows.map((row) => [row.id, row.seen_at]));
  return seen.filter(({ id, seenAt }) => {
    const since = seenEarlier.get(id);
    return since === undefined || instantOf(seenAt) < since;
  });
}

export interface CompanyEvidence {
  companyId: string;
  isTest: boolean;
  visitorId: string;
  kind: EvidenceKind;
  /** `siemens.com`, or AS number and holder: `AS15465 SIEMENS AG`. */
  value: string;
  verificationLevel: VerificationLevel;
  /** ISO 8601. */
  seenAt: string;
}

const evidenceKey: Column<CompanyEvidence>[] = [
  { name: 'visitor_id', type: 'uuid', value: ({ visitorId }) => visitorId },
  { name: 'company_id', type: 'uuid', value: ({ companyId }) => companyId },
  { name: 'is_test', type: 'boolean', value: ({ isTest }) => isTest },
  { name: 'kind', type: 'text', value: ({ kind }) => kind },
  { name: 'value', type: 'text', value: ({ value }) => value },
];
const evidenceColumns: Column<CompanyEvidence>[] = [
  ...evidenceKey,
  { name: 'by_right', type: 'text', value: ({ verificationLevel }) => verificationLevel },
  { name: 'first_seen_at', type: 'timestamptz', value: ({ seenAt }) => seenAt },
];

const isStronger = `${levelRank('excluded.by_right')} > ${levelRank('e.by_right')}`;

const upsertSeenEvidence = (first: number, table: string, which: string) => `
  insert into ${table} as e (workspace_id, ${nameList(evidenceColumns)})
  select $1::uuid, ${nameList(evidenceKey)}, ${strongestLevel('t.by_right')}, min(first_seen_at)
  from ${sharedRows(evidenceColumns, first)}
  where ${which} ${isRefused('t')}
  group by ${nameList(evidenceKey)} order by ${nameList(evidenceKey)}
  on conflict (workspace_id, ${nameList(evidenceKey)}) do update set
    first_seen_at = least(excluded.first_seen_at, e.first_seen_at),
    by_right = case when ${isStronger} then excluded.by_right else e.by_right end
  where excluded.first_seen_at < e.first_seen_at or ${isStronger}
  returning 1`;

/**
 * One row per visitor, company, kind and value, in key order, with the earliest first_seen_at and the strongest by_right,
 * in any order of arrival. A fact may appear several times. Evidence rejected by an override is kept apart.
 */
export function upsertEvidence(rows: CompanyEvidence[]): StatementPart[] {
  const parameters: StatementPart['parameters'] = (shared) =>
    shared.columnValues(evidenceColumns, rows);
  return [
    {
      name: 'upserted_company_evidence',
      change: (first) => upsertSeenEvidence(first, 'company_evidence', 'not'),
      waits: 'in order',
      parameters,
    },
    {
      name: 'upserted_refused_evidence',
      change: (first) => upsertSeenEvidence(first, 'refused_evidence', ''),
      waits: 'in order',
      parameters,
    },
  ];
}

/** Replaces the stored work-address evidence of these visitors. */
export async function replaceEmailEvidence(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  isTest: boolean,
  rows: CompanyEvidence[],
): Promise<void> {
  for (const table of ['company_evidence', 'refused_evidence']) {
    await tx`
    with claims as (
      select visitor_id, company_id, min(seen_at) as seen_at, ${tx.unsafe(strongestLevel('t.by_right'))} as by_right
      from unnest(${rows.map(({ visitorId }) => visitorId)}::uuid[], ${rows.map(({ companyId }) => companyId)}::uuid[],
                  ${rows.map(({ verificationLevel }) => verificationLevel)}::text[], ${rows.map(({ seenAt }) => seenAt)}::timestamptz[])
        as t (visitor_id, company_id, by_right, seen_at)
      group by visitor_id, company_id)
    delete from ${tx(table)} e
    where e.workspace_id = ${workspaceId} and e.visitor_id = any(${visitorIds}::uuid[])
      and e.is_test = ${isTest} and e.kind = 'email_domain' and not exists (
        select from claims s where s.visitor_id = e.visitor_id and s.company_id = e.company_id
          and s.seen_at <= e.first_seen_at and s.by_right = e.by_right)`;
  }
  if (rows.length > 0) await runCombined(tx, workspaceId, upsertEvidence(rows));
}
