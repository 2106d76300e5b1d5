/** Reads records for search, some of each kind: their search fields and display fields. */
import type { MatchedField, SearchKind } from '@footfall/contract/search';
import type { Sql, Tx } from '../db/connect.ts';
import type { SearchedField } from './words.ts';

/** Kinds with tokens; visitors are found by id only. */
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

/** Newest claims of a person to read for further addresses, and the number of these to search. */
const identifyClaimsRead = 200;
const addressesSearched = 8;

export interface SearchedLead extends SearchedRecord {
  identityId: string | null;
  /** Name or address of its person, for callers who may read people; empty if unknown. */
  person: string;
}

/** Ids by kind; the answer omits unknown ones. */
export interface WantedRecords {
  identity?: string[];
  company?: string[];
  lead?: string[];
  /** The newest leads of each of these people. */
  leadsOf?: { people: string[]; limit: number };
  visitor?: { ids: string[]; isTest: boolean };
}

export interface SearchedRecords {
  identity: SearchedRecord[];
  company: SearchedRecord[];
  lead: SearchedLead[];
  leadsOf: SearchedLead[];
  visitor: SearchedRecord[];
}

type Part = keyof SearchedRecords;

/** Columns shared by all parts of the statement, with texts that depend on the part. */
interface Row {
  part: Part;
  id: string;
  is_test: boolean;
  first: string;
  second: string;
  third: string;
  further: string[] | null;
  identity_id: string | null;
}

/** One statement, unordered: each statement costs a message each way and a process wakeup. */
export async function selectSearched(
  tx: Tx,
  workspaceId: string,
  { identity = [], company = [], lead = [], leadsOf, visitor }: WantedRecords,
): Promise<SearchedRecords> {
  const parts: Sql[] = [];
  if (identity.length > 0) parts.push(identityRows(tx, workspaceId, identity));
  if (company.length > 0) parts.push(companyRows(tx, workspaceId, company));
  if (lead.length > 0) parts.push(leadRows(tx, workspaceId, lead));
  if (leadsOf && leadsOf.people.length > 0) parts.push(leadRowsOf(tx, workspaceId, leadsOf));
  if (visitor && visitor.ids.length > 0) parts.push(visitorRows(tx, workspaceId, visitor));
  const rows =
    parts.length === 0
      ? []
      : await tx<Row[]>`${parts.reduce((all, part) => tx`${all} union all ${part}`)}`;
  const of = (part: Part) => rows.filter((row) => row.part === part);
  return {
    identity: of('identity').map(identityOf),
    company: of('company').map(companyOf),
    lead: of('lead').map(leadOf),
    leadsOf: of('leadsOf').map(leadOf),
    visitor: of('visitor').map(visitorOf),
  };
}

/**
 * Rows of these ids, with one lookup each. For `id = any(…)`, a generic plan suits an average workspace and would scan
 * it all.
 */
function ofIds(tx: Tx, workspaceId: string, table: string, ids: string[]): Sql {
  return tx`
    unnest(${literal(ids)}::uuid[]) as wanted (id) cross join lateral (
      select * from ${tx(table)} where workspace_id = ${workspaceId} and id = wanted.id limit 1
    )`;
}

function identityRows(tx: Tx, workspaceId: string, ids: string[]): Sql {
  return tx`
    select 'identity' as part, i.id, i.is_test, i.name as first, i.email as second,
           coalesce(i.user_id, '') as third,
           nullif(array(
             select min(n.email) from (
               select email, email_key, owns_email, linked_at from identity_links
               where workspace_id = ${workspaceId} and identity_id = i.id
               order by linked_at desc limit ${identifyClaimsRead}
             ) n
             where n.owns_email and n.email_key <> '' and n.email_key <> i.email_key
             group by n.email_key order by max(n.linked_at) desc, n.email_key limit ${addressesSearched}
           ), '{}') as further, null::uuid as identity_id
    from ${ofIds(tx, workspaceId, 'identities', ids)} i`;
}

function identityOf(row: Row): SearchedRecord {
  const { id, is_test: isTest, first: name, second: email, third: userId, further } = row;
  return {
    kind: 'identity',
    id,
    isTest,
    title: name || email || userId,
    subtitle: (name && email) || ((name || email) && userId),
    fields: [
      ...written('name', name),
      ...written('email', email),
      ...written('user_id', userId),
      ...(further ?? []).flatMap((address) => written('email', address)),
    ],
  };
}

function written(field: MatchedField, value: string): SearchedField[] {
  return value === '' ? [] : [{ field, value }];
}

function companyRows(tx: Tx, workspaceId: string, ids: string[]): Sql {
  return tx`
    select 'company' as part, c.id, c.is_test, c.name as first, c.domain as second, c.network as third,
           null::text[] as further, null::uuid as identity_id
    from ${ofIds(tx, workspaceId, 'companies', ids)} c`;
}

function companyOf(row: Row): SearchedRecord {
  const { id, is_test: isTest, first: name, second: domain, third: network } = row;
  return {
    kind: 'company',
    id,
    isTest,
    title: name || domain || network,
    subtitle: domain || network,
    fields: [...written('name', name), ...written('domain', domain)],
  };
}

/** Without suspect leads, as in lists. */
function leadRows(tx: Tx, workspaceId: string, ids: string[]): Sql {
  const leads = tx`
    select n.id, n.is_test, n.code, n.source, n.identity_id
    from ${ofIds(tx, workspaceId, 'leads', ids)} n where not n.suspect`;
  return withPeople(tx, workspaceId, 'lead', leads);
}

function leadRowsOf(
  tx: Tx,
  workspaceId: string,
  { people, limit }: { people: string[]; limit: number },
): Sql {
  const leads = tx`
    select n.* from unnest(${literal(people)}::uuid[]) as p (id)
    cross join lateral (
      select id, is_test, code, source, identity_id from leads
      where workspace_id = ${workspaceId} and identity_id = p.id and not suspect
      order by created_at desc, id desc limit ${limit}
    ) n`;
  return withPeople(tx, workspaceId, 'leadsOf', leads);
}

function withPeople(tx: Tx, workspaceId: string, part: Part, leads: Sql): Sql {
  return tx`
    select ${part}::text as part, l.id, l.is_test, l.code as first, l.source as second,
           coalesce(nullif(i.name, ''), nullif(i.email, ''), i.user_id, '') as third,
           null::text[] as further, l.identity_id
    from (${leads}) l
    left join lateral (
      select name, email, user_id from identities
      where workspace_id = ${workspaceId} and id = l.identity_id limit 1
    ) i on true`;
}

function leadOf(row: Row): SearchedLead {
  const { id, is_test: isTest, first: code, second: source, third: person } = row;
  return {
    kind: 'lead',
    id,
    isTest,
    identityId: row.identity_id,
    person,
    title: code,
    subtitle: source,
    fields: written('code', code),
  };
}

function visitorRows(
  tx: Tx,
  workspaceId: string,
  { ids, isTest }: { ids: string[]; isTest: boolean },
): Sql {
  return tx`
    select 'visitor' as part, id, is_test, source as first, '' as second, '' as third,
           null::text[] as further, null::uuid as identity_id
    from visitors
    where workspace_id = ${workspaceId} and id = any(${literal(ids)}::uuid[]) and is_test = ${isTest}`;
}

function visitorOf({ id, is_test: isTest, first: source }: Row): SearchedRecord {
  return { kind: 'visitor', id, isTest, title: id, subtitle: source, fields: [] };
}

/** As one literal, which the driver need not serialize by element. */
function literal(ids: string[]): string {
  return `{${ids.join()}}`;
}

export interface IdRange {
  low: string;
  high: string;
}

/** The first records of each kind with ids in the range. */
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
