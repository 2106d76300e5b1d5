/** The subject of an erasure: people, their visitors, and their periods on shared devices. */
import type { ErasureSubject } from '@footfall/contract/erasures';
import { identityIdOf } from '../../identity/making/names.ts';
import { selectIdentityEnvironment } from '../../people/identities/store.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { slicesOf } from '../../records/person/ownership.ts';
import { ofPerson } from '../../records/person/survivors.ts';
import { selectVisitorEnvironment } from '../../visits/cutting/visitors.ts';

/** A period in which a shared visitor was this person. */
interface Slice {
  visitorId: string;
  /** Inclusive; text, since it may be infinite. */
  since: string;
  until: string;
}

export interface Subject {
  kind: ErasureSubject;
  isTest: boolean;
  /** People to remove. */
  people: string[];
  /** All their ids, past and present. */
  pastIds: string[];
  /** Visitors of no other person. */
  visitors: string[];
  slices: Slice[];
  emails: string[];
  userIds: string[];
  /** Messages that identified these visitors or people. */
  links: string[];
  /** Messages of other visitors with the names. */
  mentions: string[];
  leads: string[];
  conversions: string[];
  /** Other people who share a visitor with them. */
  sharers: string[];
  /** Visitors of remaining people to rebuild. */
  neighbors: string[];
}

/** Undefined for an unknown id. */
export async function selectSubject(
  tx: Tx,
  workspaceId: string,
  kind: ErasureSubject,
  id: string,
): Promise<Subject | undefined> {
  const found = await (kind === 'identity'
    ? ofPerson(tx, workspaceId, id, (currentId) =>
        selectIdentityEnvironment(tx, workspaceId, currentId),
      )
    : selectVisitor(tx, workspaceId, id));
  if (!found) return undefined;
  const { isTest } = found;
  const people =
    kind === 'identity' ? [found.id] : await selectPeopleOf(tx, workspaceId, found.id, isTest);
  const ownVisitor = kind === 'visitor' ? found.id : null;
  const [links, visitors, slices] = await Promise.all([
    selectLinks(tx, workspaceId, people, ownVisitor, isTest),
    selectVisitors(tx, workspaceId, people, ownVisitor, isTest),
    selectSlices(tx, workspaceId, people, ownVisitor, isTest),
  ]);
  const names = await selectNames(tx, workspaceId, people);
  const { emails, userIds } = names;
  const pastIds = distinct([
    ...people,
    ...emails.map((emailKey) => identityIdOf(workspaceId, { isTest, emailKey, userId: null })),
    ...userIds.map((userId) => identityIdOf(workspaceId, { isTest, emailKey: '', userId })),
    ...names.splitIds,
  ]);
  const subject = { kind, isTest, people, pastIds, visitors, slices, emails, userIds, links };
  const [mentions, leads, conversions, others] = await Promise.all([
    selectMentions(tx, workspaceId, subject),
    selectLeads(tx, workspaceId, subject),
    selectConversions(tx, workspaceId, subject),
    selectOthers(tx, workspaceId, subject),
  ]);
  return { ...subject, mentions, leads, conversions, ...others };
}

type Base = Omit<Subject, 'mentions' | 'leads' | 'conversions' | 'sharers' | 'neighbors'>;

async function selectVisitor(tx: Tx, workspaceId: string, id: string) {
  const found = await selectVisitorEnvironment(tx, workspaceId, id);
  return found && { id: id.toLowerCase(), isTest: found.isTest };
}

/** People identified by this visitor only. */
async function selectPeopleOf(tx: Tx, workspaceId: string, visitorId: string, isTest: boolean) {
  const rows = await tx<{ id: string }[]>`
    select distinct l.identity_id as id from identity_links l
    where l.workspace_id = ${workspaceId} and l.visitor_id = ${visitorId} and l.is_test = ${isTest}
      and l.identity_id is not null and not exists (
        select from identity_links o where o.workspace_id = ${workspaceId} and o.identity_id = l.identity_id
          and o.visitor_id <> ${visitorId})
    order by 1`;
  return rows.map(({ id }) => id);
}

async function selectLinks(
  tx: Tx,
  workspaceId: string,
  people: string[],
  visitorId: string | null,
  isTest: boolean,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select event_id as id from identity_links
    where workspace_id = ${workspaceId} and is_test = ${isTest}
      and (identity_id = any(${people}::uuid[]) or visitor_id = ${visitorId})
    order by 1`;
  return rows.map(({ id }) => id);
}

const isOthers = (tx: Tx, workspaceId: string, people: string[]) => tx`
  exists (select from identity_links o
    where o.workspace_id = ${workspaceId} and o.visitor_id = l.visitor_id and o.is_test = l.is_test
      and o.identity_id is not null and o.identity_id <> all(${people}::uuid[]))`;

async function selectVisitors(
  tx: Tx,
  workspaceId: string,
  people: string[],
  visitorId: string | null,
  isTest: boolean,
): Promise<string[]> {
  if (visitorId !== null) return [visitorId];
  const rows = await tx<{ id: string }[]>`
    select distinct l.visitor_id as id from identity_links l
    where l.workspace_id = ${workspaceId} and l.identity_id = any(${people}::uuid[]) and l.is_test = ${isTest}
      and not ${isOthers(tx, workspaceId, people)}
    order by 1`;
  return rows.map(({ id }) => id);
}

async function selectSlices(
  tx: Tx,
  workspaceId: string,
  people: string[],
  visitorId: string | null,
  isTest: boolean,
): Promise<Slice[]> {
  if (visitorId !== null) return [];
  const rows = await tx<Slice[]>`
    with ${slicesOf(tx, workspaceId, people)}
    select l.visitor_id as "visitorId", l.since::text as since, l.until::text as until from slices l
    where l.is_test = ${isTest} and ${isOthers(tx, workspaceId, people)}
    order by 1, l.since`;
  return rows.map((row) => ({ ...row }));
}

/** Names that no other person has. */
async function selectNames(tx: Tx, workspaceId: string, people: string[]) {
  const ofOther = tx`o.workspace_id = ${workspaceId} and o.is_test = l.is_test
    and o.identity_id is not null and o.identity_id <> all(${people}::uuid[])`;
  const [row] = await tx<{ emails: string[]; userIds: string[]; splitIds: string[] }[]>`
    with own as materialized (
      select distinct is_test, email_key, user_id from identity_links
      where workspace_id = ${workspaceId} and identity_id = any(${people}::uuid[])
    ), held as (
      select email_key, user_id from identities where workspace_id = ${workspaceId} and id = any(${people}::uuid[])
    )
    select
      array(select distinct email_key from (
        select l.email_key from own l where l.email_key <> '' and not exists (
          select from identity_links o where ${ofOther} and o.email_key = l.email_key
            and o.email_key <> '' and not o.crowded and (o.owns_email or o.user_id is null))
        union all select h.email_key from held h where h.email_key <> '' and not exists (
          select from own l join identity_links o on ${ofOther} and o.email_key = h.email_key
            and o.email_key <> '' and not o.crowded and o.user_id is null)) e
        order by 1) as emails,
      array(select distinct user_id from (
        select l.user_id from own l where l.user_id is not null and not exists (
          select from identity_links o where ${ofOther} and o.user_id = l.user_id)
        union all select h.user_id from held h where h.user_id is not null and not exists (
          select from own l join identity_links o on ${ofOther} and o.user_id = h.user_id)) u
        order by 1) as "userIds",
      array(select distinct c.other_identity_id from corrections c
        join identity_links l on l.workspace_id = ${workspaceId} and l.event_id = c.other_event_id
        where c.workspace_id = ${workspaceId} and c.kind = 'split' and l.identity_id = any(${people}::uuid[])
          and c.other_identity_id is not null order by 1) as "splitIds"`;
  return row ?? { emails: [], userIds: [], splitIds: [] };
}

/** Uses indexes only. traces.ts later scans for the rest. */
async function selectMentions(
  tx: Tx,
  workspaceId: string,
  { isTest, emails, userIds, people, pastIds, links }: Base,
): Promise<string[]> {
  const from = tx`select event_id as id from identity_links where workspace_id = ${workspaceId} and is_test = ${isTest}`;
  const rows = await tx<{ id: string }[]>`
    select id from (
      ${from} and email_key <> '' and not crowded and email_key = any(${emails}::text[])
      union ${from} and user_id is not null and identity_id is not null and user_id = any(${userIds}::text[])
      union ${from} and named_id = any(${pastIds}::uuid[]) and identity_id is null
      union ${from} and detached_from is not null and detached_from = any(${people}::uuid[])) m
    where id <> all(${links}::uuid[])
    order by 1`;
  return rows.map(({ id }) => id);
}

/** Rows `t` of the visitors, or of a shared one within the person's periods. */
const isOfVisits = (tx: Tx, { visitors, slices }: Pick<Base, 'visitors' | 'slices'>) => tx`(
  t.visitor_id = any(${visitors}::uuid[]) or exists (
    select from unnest(${slices.map(({ visitorId }) => visitorId)}::uuid[],
        ${slices.map(({ since }) => since)}::text[]::timestamptz[],
        ${slices.map(({ until }) => until)}::text[]::timestamptz[]) s (visitor_id, since, until)
    where t.visitor_id = s.visitor_id and t.created_at >= s.since and t.created_at < s.until))`;

const isNobodyElses = (tx: Tx, workspaceId: string, pastIds: string[]) => tx`
  (t.identity_id is null or t.identity_id = any(${pastIds}::uuid[]) or not exists (
    select from identities i where i.workspace_id = ${workspaceId} and i.id = t.identity_id))`;

const visitorIdsOf = ({ visitors, slices }: Pick<Base, 'visitors' | 'slices'>) =>
  distinct([...visitors, ...slices.map(({ visitorId }) => visitorId)]);

async function selectLeads(tx: Tx, workspaceId: string, subject: Base): Promise<string[]> {
  const { isTest, pastIds } = subject;
  const rows = await tx<{ id: string }[]>`
    select id from leads t
    where t.workspace_id = ${workspaceId} and t.is_test = ${isTest}
      and (t.identity_id = any(${pastIds}::uuid[]) or t.told_identity_id = any(${pastIds}::uuid[])
        or t.visitor_id = any(${visitorIdsOf(subject)}::uuid[]) and ${isOfVisits(tx, subject)}
          and ${isNobodyElses(tx, workspaceId, pastIds)})
    order by 1`;
  return rows.map(({ id }) => id);
}

async function selectConversions(tx: Tx, workspaceId: string, subject: Base): Promise<string[]> {
  const { isTest, pastIds } = subject;
  const rows = await tx<{ id: string }[]>`
    select id from conversions t
    where t.workspace_id = ${workspaceId} and t.is_test = ${isTest}
      and (t.identity_id = any(${pastIds}::uuid[])
        or t.visitor_id = any(${visitorIdsOf(subject)}::uuid[]) and ${isOfVisits(tx, subject)})
    order by 1`;
  return rows.map(({ id }) => id);
}

async function selectOthers(
  tx: Tx,
  workspaceId: string,
  subject: Base,
): Promise<Pick<Subject, 'sharers' | 'neighbors'>> {
  const { people, isTest, visitors, links } = subject;
  const ids = visitorIdsOf(subject);
  const own = new Set(visitors);
  const rows = await tx<{ identity_id: string }[]>`
    select distinct identity_id from identity_links
    where workspace_id = ${workspaceId} and visitor_id = any(${ids}::uuid[]) and is_test = ${isTest}
      and identity_id is not null and identity_id <> all(${people}::uuid[])
    order by 1`;
  const sharers = rows.map(({ identity_id }) => identity_id);
  const near = await tx<{ visitor_id: string }[]>`
    select distinct visitor_id from identity_links
    where workspace_id = ${workspaceId} and identity_id = any(${sharers}::uuid[])
      and event_id <> all(${links}::uuid[])
    order by 1`;
  const neighbors = near.map(({ visitor_id }) => visitor_id).filter((id) => !own.has(id));
  return { sharers, neighbors };
}

function distinct(values: string[]): string[] {
  return [...new Set(values)];
}
