/**
 * From messages that name a person to identities: one per email (in any case) or user_id in a
 * workspace and environment. user_id is the stronger name: two accounts with one address stay two.
 */
import { type Column, columnValues, nameList, selectList, unnestClause } from '../db/columns.ts';
import type { Tx } from '../db/connect.ts';
import { namedId } from '../ids.ts';

/** A message that says who its visitor is. */
export interface Naming {
  eventId: string;
  isTest: boolean;
  visitorId: string;
  occurredAt: string;
  email: string;
  userId: string | undefined;
  name: string;
  traits: Record<string, unknown>;
}

interface KnownIdentity {
  id: string;
  isTest: boolean;
  email: string;
  /** The address as the unique index compares it. */
  foldedEmail: string;
  userId: string | null;
}

/** What the namings of one transaction make of an identity. */
interface IdentityDelta extends KnownIdentity {
  isNew: boolean;
  visitorId: string;
  createdAt: string;
  name: string;
  traits: Record<string, unknown>;
}

const attempts = 5;

/**
 * Links each naming, in time order, to its identity, which is made where it was unknown. The links
 * of these visitors after that.
 */
export async function linkNamings(
  tx: Tx,
  workspaceId: string,
  namings: Naming[],
  visitorIds: string[],
): Promise<Link[]> {
  if (namings.length === 0) return selectLinks(tx, workspaceId, visitorIds);
  const fold = await emailFolder(tx, namings);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const known = await selectKnown(tx, workspaceId, namings, fold);
    const { deltas, identityOf } = matchNamings(workspaceId, namings, known, fold);
    const fresh = deltas.filter(({ isNew }) => isNew);
    const made = await insertIdentities(tx, workspaceId, fresh);
    // Somebody else made one of them meanwhile; their transaction has ended, so it is visible now.
    if (made < fresh.length) continue;
    const met = deltas.filter(({ isNew }) => !isNew);
    // In one round trip; PostgreSQL does them in this order.
    const [, , links] = await Promise.all([
      met.length > 0 ? updateIdentities(tx, workspaceId, met) : undefined,
      insertLinks(tx, workspaceId, namings, identityOf),
      selectLinks(tx, workspaceId, visitorIds),
    ]);
    return links;
  }
  throw new Error('identities could not be resolved: others keep making them at the same time');
}

type Fold = (email: string) => string;

/** Addresses in lower case as PostgreSQL sees it, which beyond ASCII is not always as JavaScript does. */
async function emailFolder(tx: Tx, namings: Naming[]): Promise<Fold> {
  const others = namings.map(({ email }) => email).filter((email) => /[^ -~]/.test(email));
  if (others.length === 0) return (email) => email.toLowerCase();
  const rows = await tx<{ email: string; folded: string }[]>`
    select email, lower(email) as folded from unnest(${others}::text[]) email`;
  const folded = new Map(rows.map((row) => [row.email, row.folded]));
  return (email) => folded.get(email) ?? email.toLowerCase();
}

interface KnownRow {
  id: string;
  is_test: boolean;
  email: string;
  email_key: string;
  user_id: string | null;
}

async function selectKnown(
  tx: Tx,
  workspaceId: string,
  namings: Naming[],
  fold: Fold,
): Promise<KnownIdentity[]> {
  const emails = namings.map(({ email }) => fold(email)).filter(Boolean);
  const userIds = namings.map(({ userId }) => userId).filter((id) => id !== undefined);
  const rows = await tx<KnownRow[]>`
    select id, is_test, email, email_key, user_id from identities
    where workspace_id = ${workspaceId} and is_test in (true, false)
      and email_key <> '' and email_key = any(${emails}::text[])
    union
    select id, is_test, email, email_key, user_id from identities
    where workspace_id = ${workspaceId} and is_test in (true, false)
      and user_id = any(${userIds}::text[])`;
  return rows.map((row) => ({
    id: row.id,
    isTest: row.is_test,
    email: row.email,
    foldedEmail: row.email_key,
    userId: row.user_id,
  }));
}

/** Pure: which identity each naming means, and what becomes of the identities. */
export function matchNamings(
  workspaceId: string,
  namings: Naming[],
  known: KnownIdentity[],
  fold: Fold,
) {
  const byEmail = new Map<string, KnownIdentity>();
  const byUser = new Map<string, KnownIdentity>();
  const remember = (identity: KnownIdentity) => {
    const { isTest, foldedEmail } = identity;
    if (foldedEmail) byEmail.set(emailKey(isTest, foldedEmail), identity);
    if (identity.userId !== null) byUser.set(userKey(identity.isTest, identity.userId), identity);
  };
  for (const identity of known) remember(identity);
  const deltas = new Map<string, IdentityDelta>();
  const identityOf = new Map<string, string>();
  for (const naming of namings) {
    const { isTest, email, userId } = naming;
    const folded = fold(email);
    const ofEmail = email ? byEmail.get(emailKey(isTest, folded)) : undefined;
    const ofUser = userId === undefined ? undefined : byUser.get(userKey(isTest, userId));
    const found = ofUser ?? unlessOther(ofEmail, userId);
    const id = found?.id ?? newIdentityId(workspaceId, naming, folded);
    const identity = withNames(id, found, ofEmail, naming, folded);
    remember(identity);
    identityOf.set(naming.eventId, identity.id);
    addNaming(deltas, identity, naming, found === undefined);
  }
  // In key order: two transactions with the same people wait for rather than deadlock each other.
  const sorted = [...deltas.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { deltas: sorted, identityOf };
}

/** What is known of the person after the naming. */
function withNames(
  id: string,
  found: KnownIdentity | undefined,
  ofEmail: KnownIdentity | undefined,
  { isTest, email, userId }: Naming,
  foldedEmail: string,
): KnownIdentity {
  const known = {
    id,
    isTest,
    email: found?.email ?? '',
    foldedEmail: found?.foldedEmail ?? '',
    userId: found?.userId ?? userId ?? null,
  };
  // An address that another person has stays theirs.
  const isFree = ofEmail === undefined || ofEmail === found;
  return known.email === '' && isFree ? { ...known, email, foldedEmail } : known;
}

/** Undefined when the identity has another user_id than the one that was given. */
function unlessOther(identity: KnownIdentity | undefined, userId: string | undefined) {
  return userId !== undefined && identity?.userId ? undefined : identity;
}

function addNaming(
  deltas: Map<string, IdentityDelta>,
  identity: KnownIdentity,
  { visitorId, occurredAt, name, traits }: Naming,
  isNew: boolean,
): void {
  const delta = deltas.get(identity.id);
  if (delta) {
    Object.assign(delta, identity, { name: name || delta.name });
    delta.traits = { ...delta.traits, ...traits };
  } else {
    deltas.set(identity.id, { ...identity, isNew, visitorId, createdAt: occurredAt, name, traits });
  }
}

function newIdentityId(workspaceId: string, { isTest, userId }: Naming, folded: string): string {
  const name = userId === undefined ? emailKey(isTest, folded) : userKey(isTest, userId);
  return namedId(`identity:${workspaceId}:${name}`);
}

const emailKey = (isTest: boolean, folded: string) => `${isTest}:email:${folded}`;
const userKey = (isTest: boolean, userId: string) => `${isTest}:user:${userId}`;

const identityColumns: Column<IdentityDelta>[] = [
  { name: 'id', type: 'uuid', value: (identity) => identity.id },
  { name: 'is_test', type: 'boolean', value: (identity) => identity.isTest },
  { name: 'visitor_id', type: 'uuid', value: (identity) => identity.visitorId },
  { name: 'email', type: 'text', value: (identity) => identity.email },
  { name: 'user_id', type: 'text', value: (identity) => identity.userId },
  { name: 'name', type: 'text', value: (identity) => identity.name },
  { name: 'traits', type: 'jsonb', value: (identity) => JSON.stringify(identity.traits) },
  { name: 'created_at', type: 'timestamptz', value: (identity) => identity.createdAt },
];

const insertIdentitiesSql = `
  insert into identities (workspace_id, ${nameList(identityColumns)}, updated_at)
  select $1::uuid, ${selectList(identityColumns)}, t.created_at
  from ${unnestClause(identityColumns, 2)}
  order by t.id
  on conflict do nothing
  returning id`;

/** Returns how many were made. */
async function insertIdentities(tx: Tx, workspaceId: string, fresh: IdentityDelta[]) {
  if (fresh.length === 0) return 0;
  const parameters = [workspaceId, ...columnValues(identityColumns, fresh)];
  const rows = await tx.unsafe(insertIdentitiesSql, parameters, { prepare: true });
  return rows.length;
}

// The first visitor is that of the earliest naming, whenever its message arrives.
const updateIdentitiesSql = `
  update identities i set
    email = case when i.email = '' then t.email else i.email end,
    user_id = coalesce(i.user_id, t.user_id),
    name = case when t.name <> '' then t.name else i.name end,
    traits = i.traits || t.traits::jsonb,
    visitor_id = case when t.created_at < i.created_at then t.visitor_id else i.visitor_id end,
    created_at = least(i.created_at, t.created_at),
    updated_at = greatest(i.updated_at, t.created_at)
  from ${unnestClause(identityColumns, 2)}
  where i.workspace_id = $1::uuid and i.id = t.id`;

async function updateIdentities(tx: Tx, workspaceId: string, met: IdentityDelta[]) {
  const parameters = [workspaceId, ...columnValues(identityColumns, met)];
  await tx.unsafe(updateIdentitiesSql, parameters, { prepare: true });
}

interface NewLink extends Naming {
  identityId: string;
}

const linkColumns: Column<NewLink>[] = [
  { name: 'event_id', type: 'uuid', value: (link) => link.eventId },
  { name: 'is_test', type: 'boolean', value: (link) => link.isTest },
  { name: 'visitor_id', type: 'uuid', value: (link) => link.visitorId },
  { name: 'identity_id', type: 'uuid', value: (link) => link.identityId },
  { name: 'linked_at', type: 'timestamptz', value: (link) => link.occurredAt },
  {
    name: 'evidence',
    type: 'text',
    value: (link) => (link.userId === undefined ? 'email' : 'user_id'),
  },
];

const insertLinksSql = `
  insert into identity_links (workspace_id, ${nameList(linkColumns)})
  select $1::uuid, ${selectList(linkColumns)} from ${unnestClause(linkColumns, 2)}
  on conflict do nothing`;

async function insertLinks(
  tx: Tx,
  workspaceId: string,
  namings: Naming[],
  identityOf: Map<string, string>,
) {
  const links = namings.map((naming) => ({
    ...naming,
    identityId: identityOf.get(naming.eventId) ?? '',
  }));
  const parameters = [workspaceId, ...columnValues(linkColumns, links)];
  await tx.unsafe(insertLinksSql, parameters, { prepare: true });
}

export interface Link {
  visitor_id: string;
  is_test: boolean;
  identity_id: string;
  /** In UTC, with microseconds. */
  linked_at: string;
  event_id: string;
}

/** Every link of these visitors, in time order. */
async function selectLinks(tx: Tx, workspaceId: string, visitorIds: string[]) {
  return tx<Link[]>`
    select l.visitor_id, l.is_test, l.identity_id, l.event_id,
           to_char(l.linked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as linked_at
    from identity_links l
    where l.workspace_id = ${workspaceId} and l.visitor_id = any(${visitorIds}::uuid[])
    order by l.linked_at, l.event_id`;
}

/** Until the transaction ends nobody else opens a lead for these people. */
export async function lockIdentities(tx: Tx, workspaceId: string, ids: string[]) {
  await tx`
    select from identities where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
    order by id for no key update`;
}
