/** What search reads of the records themselves, a few of a kind at a time: what they are found by, and how they are shown. */
import type { MatchedField, SearchKind } from '@footfall/contract/search';
import type { Sql, Tx } from '../../db/connect.ts';
import type { SearchedField } from './words.ts';

/** Kinds that have tokens; visitors are found by their ids alone. */
export const indexedKinds = ['identity', 'company', 'lead'] as const satisfies SearchKind[];
export type IndexedKind = (typeof indexedKinds)[number];

export interface SearchedRecord {
  kind: SearchKind;
  id: string;
  isTest: boolean;
  title: string;
  subtitle: string;
  fields: SearchedField[];
}

/** Of a person's namings the newest are read for further addresses, and so many of these are searched. */
const namingsRead = 200;
const addressesSearched = 8;

interface IdentityRow {
  id: string;
  is_test: boolean;
  name: string;
  email: string;
  user_id: string;
  further: string[];
}

/** In no order; ids that are no person are left out. */
export async function selectSearchedIdentities(
  tx: Tx,
  workspaceId: string,
  ids: string[],
): Promise<SearchedRecord[]> {
  if (ids.length === 0) return [];
  const rows = await tx<IdentityRow[]>`
    select i.id, i.is_test, i.name, i.email, coalesce(i.user_id, '') as user_id,
           array(
             select min(n.email) from (
               select email, email_key, owns_email, linked_at from identity_links
               where workspace_id = ${workspaceId} and identity_id = i.id
               order by linked_at desc limit ${namingsRead}
             ) n
             where n.owns_email and n.email_key <> '' and n.email_key <> i.email_key
             group by n.email_key order by max(n.linked_at) desc, n.email_key limit ${addressesSearched}
           ) as further
    from identities i where i.workspace_id = ${workspaceId} and i.id = any(${ids}::uuid[])`;
  return rows.map(({ id, is_test: isTest, name, email, user_id: userId, further }) => ({
    kind: 'identity',
    id,
    isTest,
    title: name || email || userId,
    subtitle: (name && email) || ((name || email) && userId),
    fields: [
      ...written('name', name),
      ...written('email', email),
      ...written('user_id', userId),
      ...further.flatMap((address) => written('email', address)),
    ],
  }));
}

function written(field: MatchedField, value: string): SearchedField[] {
  return value === '' ? [] : [{ field, value }];
}

export async function selectSearchedCompanies(
  tx: Tx,
  workspaceId: string,
  ids: string[],
): Promise<SearchedRecord[]> {
  if (ids.length === 0) return [];
  const rows = await tx<
    { id: string; is_test: boolean; name: string; domain: string; network: string }[]
  >`
    select id, is_test, name, domain, network from companies
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`;
  return rows.map(({ id, is_test: isTest, name, domain, network }) => ({
    kind: 'company',
    id,
    isTest,
    title: name || domain || network,
    subtitle: domain || network,
    fields: [...written('name', name), ...written('domain', domain)],
  }));
}

interface LeadRow {
  id: string;
  is_test: boolean;
  code: string;
  source: string;
  identity_id: string | null;
  person: string;
}

export interface SearchedLead extends SearchedRecord {
  identityId: string | null;
  /** Name or address of its person, for those who may read people; empty when not known. */
  person: string;
}

const leadColumns = (tx: Tx) => tx`id, is_test, code, source, identity_id, created_at`;

/** Suspect ones are left out, as lists do. */
export async function selectSearchedLeads(
  tx: Tx,
  workspaceId: string,
  ids: string[],
): Promise<SearchedLead[]> {
  if (ids.length === 0) return [];
  const leads = tx`
    select ${leadColumns(tx)} from leads
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and not suspect`;
  return searchedLeads(tx, workspaceId, leads);
}

/** The newest leads of each of these people, in the order of the people. */
export async function selectLeadsOf(
  tx: Tx,
  workspaceId: string,
  identityIds: string[],
  limit: number,
): Promise<SearchedLead[]> {
  if (identityIds.length === 0) return [];
  const leads = tx`
    select n.* from unnest(${identityIds}::uuid[]) with ordinality as p (id, place)
    cross join lateral (
      select ${leadColumns(tx)} from leads
      where workspace_id = ${workspaceId} and identity_id = p.id and not suspect
      order by created_at desc, id desc limit ${limit}
    ) n
    order by p.place, n.created_at desc, n.id desc`;
  return searchedLeads(tx, workspaceId, leads);
}

async function searchedLeads(tx: Tx, workspaceId: string, leads: Sql): Promise<SearchedLead[]> {
  const rows = await tx<LeadRow[]>`
    select l.id, l.is_test, l.code, l.source, l.identity_id,
           coalesce(nullif(i.name, ''), nullif(i.email, ''), i.user_id, '') as person
    from (${leads}) l
    left join identities i on i.workspace_id = ${workspaceId} and i.id = l.identity_id`;
  return rows.map(({ id, is_test: isTest, code, source, identity_id: identityId, person }) => ({
    kind: 'lead',
    id,
    isTest,
    identityId,
    person,
    title: code,
    subtitle: source,
    fields: written('code', code),
  }));
}

export async function selectSearchedVisitors(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  isTest: boolean,
): Promise<SearchedRecord[]> {
  if (ids.length === 0) return [];
  const rows = await tx<{ id: string; source: string }[]>`
    select id, source from visitors
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and is_test = ${isTest}`;
  return rows.map(({ id, source }) => ({
    kind: 'visitor',
    id,
    isTest,
    title: id,
    subtitle: source,
    fields: [],
  }));
}

export interface IdRange {
  low: string;
  high: string;
}

/** The first of each kind whose ids are in the range. */
export async function selectByIds(
  tx: Tx,
  workspaceId: string,
  isTest: boolean,
  { low, high }: IdRange,
  limit: number,
): Promise<{ kind: SearchKind; id: string }[]> {
  const ofKind = (kind: SearchKind, table: Sql) => tx`
    (select ${kind}::text as kind, id from ${table}
     where workspace_id = ${workspaceId} and id >= ${low}::uuid and id <= ${high}::uuid and is_test = ${isTest}
     order by id limit ${limit})`;
  return tx<{ kind: SearchKind; id: string }[]>`
    ${ofKind('identity', tx`identities`)} union all ${ofKind('company', tx`companies`)}
    union all ${ofKind('lead', tx`leads`)} union all ${ofKind('visitor', tx`visitors`)}`;
}
