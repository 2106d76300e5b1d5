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

/** The identity of each naming, by event id; made where it was unknown. `namings` are in time order. */
export async function resolveIdentities(
  tx: Tx,
  workspaceId: string,
  namings: Naming[],
): Promise<Map<string, string>> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const known = await selectKnown(tx, workspaceId, namings);
    const { deltas, identityOf } = matchNamings(workspaceId, namings, known);
    const fresh = deltas.filter(({ isNew }) => isNew);
    const made = await insertIdentities(tx, workspaceId, fresh);
    // Somebody else made one of them meanwhile; their transaction has ended, so it is visible now.
    if (made < fresh.length) continue;
    const met = deltas.filter(({ isNew }) => !isNew);
    if (met.length > 0) await updateIdentities(tx, workspaceId, met);
    await insertLinks(tx, workspaceId, namings, identityOf);
    return identityOf;
  }
  throw new Error('identities could not be resolved: others keep making them at the same time');
}

async function selectKnown(
  tx: Tx,
  workspaceId: string,
  namings: Naming[],
): Promise<KnownIdentity[]> {
  const emails = namings.map(({ email }) => email.toLowerCase()).filter(Boolean);
  const userIds = namings.map(({ userId }) => userId).filter((id) => id !== undefined);
  const rows = await tx<{ id: string; is_test: boolean; email: string; user_id: string | null }[]>`
    select id, is_test, email, user_id from identities
    where workspace_id = ${workspaceId} and is_test in (true, false)
      and email <> '' and lower(email) = any(${emails}::text[])
    union
    select id, is_test, email, user_id from identities
    where workspace_id = ${workspaceId} and is_test in (true, false)
      and user_id = any(${userIds}::text[])`;
  return rows.map((row) => ({
    id: row.id,
    isTest: row.is_test,
    email: row.email,
    userId: row.user_id,
  }));
}

/** Pure: which identity each naming means, and what becomes of the identities. */
export function matchNamings(workspaceId: string, namings: Naming[], known: KnownIdentity[]) {
  const byEmail = new Map<string, KnownIdentity>();
  const byUser = new Map<string, KnownIdentity>();
  const remember = (identity: KnownIdentity) => {
    if (identity.email) byEmail.set(emailKey(identity.isTest, identity.email), identity);
    if (identity.userId !== null) byUser.set(userKey(identity.isTest, identity.userId), identity);
  };
  for (const identity of known) remember(identity);
  const deltas = new Map<string, IdentityDelta>();
  const identityOf = new Map<string, string>();
  for (const naming of namings) {
    const { isTest, email, userId } = naming;
    const ofEmail = email ? byEmail.get(emailKey(isTest, email)) : undefined;
    const ofUser = userId === undefined ? undefined : byUser.get(userKey(isTest, userId));
    const found = ofUser ?? unlessOther(ofEmail, userId);
    const identity: KnownIdentity = {
      id: found?.id ?? newIdentityId(workspaceId, naming),
      isTest,
      // An address that another person has stays theirs.
      email: found?.email || (ofEmail === undefined || ofEmail === found ? email : ''),
      userId: found?.userId ?? userId ?? null,
    };
    remember(identity);
    identityOf.set(naming.eventId, identity.id);
    addNaming(deltas, identity, naming, found === undefined);
  }
  // In key order: two transactions with the same people wait for rather than deadlock each other.
  const sorted = [...deltas.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { deltas: sorted, identityOf };
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

function newIdentityId(workspaceId: string, { isTest, email, userId }: Naming): string {
  const name = userId === undefined ? emailKey(isTest, email) : userKey(isTest, userId);
  return namedId(`identity:${workspaceId}:${name}`);
}

const emailKey = (isTest: boolean, email: string) => `${isTest}:email:${email.toLowerCase()}`;
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
  linked_at: Date;
  event_id: string;
}

/** Every link of these visitors, in time order. */
export async function selectLinks(tx: Tx, workspaceId: string, visitorIds: string[]) {
  return tx<Link[]>`
    select visitor_id, is_test, identity_id, linked_at, event_id from identity_links
    where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[])
    order by linked_at, event_id`;
}

/** Until the transaction ends nobody else opens a lead for these people. */
export async function lockIdentities(tx: Tx, workspaceId: string, ids: string[]) {
  await tx`
    select from identities where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
    order by id for no key update`;
}
