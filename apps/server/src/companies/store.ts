/** Companies in the database. */
import type { Company } from '@footfall/contract/companies';
import type { Tx } from '../db/connect.ts';
import { timestamp } from '../format.ts';
import type { Page } from '../paging.ts';

export interface CompanyBrief {
  name: string;
  domain: string;
  main_industry: string;
  employees: string;
}

export async function selectVisitorCompany(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
): Promise<CompanyBrief | undefined> {
  const [row] = await tx<CompanyBrief[]>`
    select c.name, c.domain, c.main_industry, c.employees
    from visitors v join companies c on c.workspace_id = ${workspaceId} and c.id = v.company_id
    where v.workspace_id = ${workspaceId} and v.id = ${visitorId} and v.is_test = ${isTest}`;
  return row;
}

interface CompanyRow extends CompanyBrief {
  id: string;
  description: string;
  created_at: Date;
}

export interface CompanyFilter {
  isTest: boolean;
  /** A part of the name, in any case; no character is special. */
  name?: string;
  domain?: string;
}

const where = (tx: Tx, workspaceId: string, filter: CompanyFilter) => tx`
  workspace_id = ${workspaceId} and is_test = ${filter.isTest}
  ${filter.name === undefined ? tx`` : tx`and position(lower(${filter.name}) in lower(name)) > 0`}
  ${filter.domain === undefined ? tx`` : tx`and domain = ${filter.domain}`}`;

const columns = (tx: Tx) => tx`id, name, domain, description, employees, main_industry, created_at`;

export async function selectCompanies(
  tx: Tx,
  workspaceId: string,
  filter: CompanyFilter,
  page: Page,
): Promise<Company[]> {
  const rows = await tx<CompanyRow[]>`
    select ${columns(tx)} from companies where ${where(tx, workspaceId, filter)}
    order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`;
  return rows.map(toCompany);
}

export async function countCompanies(tx: Tx, workspaceId: string, filter: CompanyFilter) {
  const [row] = await tx<{ total: number }[]>`
    select count(*)::integer as total from companies where ${where(tx, workspaceId, filter)}`;
  return row?.total ?? 0;
}

export async function selectCompany(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx<CompanyRow[]>`
    select ${columns(tx)} from companies where workspace_id = ${workspaceId} and id = ${id}`;
  return row && toCompany(row);
}

function toCompany({ created_at, ...row }: CompanyRow): Company {
  return { ...row, created_at: timestamp(created_at) };
}
