import type { Company } from '@footfall/contract/companies';
import type { Tx } from '../platform/db/connect.ts';
import { bestFirst } from '../records/company/evidence.ts';
import { currentOwner } from '../records/person/ownership.ts';
import { type CompanyRow, columns, toCompany } from './read.ts';

/** By person: the company of their current visitors, from the best evidence of all. */
export async function selectCompaniesOf(
  tx: Tx,
  workspaceId: string,
  identityIds: string[],
): Promise<Map<string, Company>> {
  const rows = await tx<(CompanyRow & { person: string })[]>`
    select p.person, ${columns(tx)}
    from unnest(${identityIds}::uuid[]) p (person)
    cross join lateral (
      select e.company_id
      from (
        select distinct visitor_id as id, is_test from identity_links
        where workspace_id = ${workspaceId} and identity_id = p.person
      ) v
      join company_evidence e
        on e.workspace_id = ${workspaceId} and e.visitor_id = v.id and e.is_test = v.is_test
      where p.person = (${currentOwner(tx, workspaceId)})
      ${bestFirst(tx)} limit 1
    ) found
    join companies c on c.workspace_id = ${workspaceId} and c.id = found.company_id`;
  return new Map(rows.map(({ person, ...company }) => [person, toCompany(company)]));
}
