/** Companies in the database. */
import type { Tx } from '../db/connect.ts';

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
