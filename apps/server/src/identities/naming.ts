/**
 * From messages that name a person to identities: one per email (in any case) or user_id in a
 * workspace and environment. user_id is the stronger name: two accounts with one address stay two.
 */

import { namedId } from '../common/ids.ts';
import { type Column, columnValues, nameList, selectList, unnestClause } from '../db/columns.ts';
import type { Tx } from '../db/connect.ts';
import { utcMicros } from '../db/instants.ts';

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

export interface Linked {
  /** The links of the visitors, in time order: those of the namings, and where the person changes. */
  links: Link[];
  /** Namings after which identities have to be made anew: two turned out to be one, or one has an address now. */
  reviewed: Naming[];
}

/** Links each naming, in time order, to its identity, which is made where it was unknown. */
export async function linkNamings(
  tx: Tx,
  workspaceId: string,
  namings: Naming[],
  visitorIds: string[],
): Promise<Linked> {
  if (namings.length === 0) {
    return { links: await selectLinks(tx, workspaceId, visitorIds, []), reviewed: [] };
  }
  const fold = await emailFolder(tx, namings);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const known = await selectKnown(tx, workspaceId, namings, fold);
    const { deltas, identityOf, reviewed } = matchNamings(workspaceId, namings, known, fold);
    const fresh = deltas.filter(({ isNew }) => isNew);
    const made = await insertIdentities(tx, workspaceId, fresh);
    // Somebody else made one of them meanwhile; their transaction has ended, so it is visible now.
    if (made < fresh.length) continue;
    const met = deltas.filter(({ isNew }) => !isNew);
    // In one round trip; PostgreSQL does them in this order.
    const [, , links] = await Promise.all([
      met.length > 0 ? updateIdentities(tx, workspaceId, met) : undefined,
      insertLinks(tx, workspaceId, namings, identityOf),
      selectLinks(tx, workspaceId, visitorIds, namings),
    ]);
    return { links, reviewed };
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
): Promise<KnownPeople> {
  const emails = namings.map(({ email }) => fold(email)).filter(Boolean);
  const userIds = namings.map(({ userId }) => userId).filter((id) => id !== undefined);
  const columns = tx`id, is_test, email, email_key, user_id`;
  const [rows, owned] = await Promise.all([
    tx<KnownRow[]>`
      select ${columns} from identities
      where workspace_id = ${workspaceId} and is_test in (true, false)
        and email_key <> '' and email_key = any(${emails}::text[])
      union
      select ${columns} from identities
      where workspace_id = ${workspaceId} and is_test in (true, false)
        and user_id = any(${userIds}::text[])`,
    // Further addresses of a person with a user_id: whom the first message with both names.
    tx<(KnownRow & { owned_key: string })[]>`
      select distinct on (l.is_test, l.email_key) l.email_key as owned_key,
             i.id, i.is_test, i.email, i.email_key, i.user_id
      from identity_links l join identities i on i.workspace_id = ${workspaceId} and i.id = l.identity_id
      where l.workspace_id = ${workspaceId} and l.is_test in (true, false)
        and l.email_key <> '' and l.email_key = any(${emails}::text[]) and l.user_id is not null
      order by l.is_test, l.email_key, l.linked_at, l.event_id`,
  ]);
  return {
    identities: rows.map(knownIdentity),
    owners: owned.map((row) => ({ identity: knownIdentity(row), email: row.owned_key })),
  };
}

function knownIdentity(row: KnownRow): KnownIdentity {
  return {
    id: row.id,
    isTest: row.is_test,
    email: row.email,
    foldedEmail: row.email_key,
    userId: row.user_id,
  };
}

export interface KnownPeople {
  identities: KnownIdentity[];
  /** Whose further addresses are. */
  owners: { identity: KnownIdentity; email: string }[];
}

/** Pure: which identity each naming means, and what becomes of the identities. */
export function matchNamings(
  workspaceId: string,
  namings: Naming[],
  known: KnownPeople,
  fold: Fold,
) {
  const people = new NamedPeople(known);
  const reviewed: Naming[] = [];
  const deltas = new Map<string, IdentityDelta>();
  const identityOf = new Map<string, string>();
  for (const naming of namings) {
    const { identity, isNew, isReviewed } = people.name(workspaceId, naming, fold(naming.email));
    if (isReviewed) reviewed.push(naming);
    identityOf.set(naming.eventId, identity.id);
    addNaming(deltas, identity, naming, isNew);
  }
  // In key order: two transactions with the same people wait for rather than deadlock each other.
  const sorted = [...deltas.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { deltas: sorted, identityOf, reviewed };
}

/** Whom names mean, as far as the namings have been looked at. */
class NamedPeople {
  readonly #byId = new Map<string, KnownIdentity>();
  readonly #byUser = new Map<string, string>();
  readonly #owners = new Map<string, string>();
  /** Whose the address is as a stored value, which is unique. */
  readonly #holders = new Map<string, string>();

  constructor({ identities, owners }: KnownPeople) {
    for (const { identity } of owners) this.#remember(identity);
    for (const identity of identities) this.#remember(identity);
    for (const { identity, email } of owners) this.#own(identity.isTest, email, identity.id);
  }

  /** The identity that a naming means, with what it adds; `folded`: its address as addresses are compared. */
  name(workspaceId: string, naming: Naming, folded: string) {
    const { isTest, email, userId } = naming;
    const ofEmail = this.#byId.get(this.#owners.get(emailKey(isTest, folded)) ?? '');
    const found = this.#ofUser(isTest, userId) ?? unlessOther(ofEmail, userId);
    const id = found?.id ?? identityIdOf(workspaceId, naming, folded);
    const { email: before, foldedEmail: foldedBefore } = found ?? { email: '', foldedEmail: '' };
    // An address that another person has stays theirs.
    const isOfOther = ofEmail !== undefined && ofEmail.id !== id;
    const owns = !isOfOther || ofEmail.userId === null;
    const isHeld = this.#isHeldByOther(isTest, folded, id);
    const takes = email !== '' && before === '' && owns && !isHeld;
    const identity: KnownIdentity = {
      id,
      isTest,
      email: takes ? email : before,
      foldedEmail: takes ? folded : foldedBefore,
      userId: found?.userId ?? userId ?? null,
    };
    this.#remember(identity);
    if (userId !== undefined && owns) this.#own(isTest, folded, id);
    const isOneWithOther = isOfOther && ofEmail.userId === null;
    const isReviewed = isOneWithOther || isHeld || (found !== undefined && takes);
    return { identity, isNew: found === undefined, isReviewed };
  }

  #remember(identity: KnownIdentity): void {
    const { id, isTest, foldedEmail, userId } = identity;
    this.#byId.set(id, identity);
    if (userId !== null) this.#byUser.set(userKey(isTest, userId), id);
    if (foldedEmail === '') return;
    const email = emailKey(isTest, foldedEmail);
    this.#holders.set(email, id);
    if (!this.#owners.has(email)) this.#owners.set(email, id);
  }

  #own(isTest: boolean, folded: string, id: string): void {
    if (folded !== '') this.#owners.set(emailKey(isTest, folded), id);
  }

  #ofUser(isTest: boolean, userId: string | undefined): KnownIdentity | undefined {
    if (userId === undefined) return undefined;
    return this.#byId.get(this.#byUser.get(userKey(isTest, userId)) ?? '');
  }

  #isHeldByOther(isTest: boolean, folded: string, id: string): boolean {
    const holder = this.#holders.get(emailKey(isTest, folded));
    return holder !== undefined && holder !== id;
  }
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

/** The same for the same names: an identity is called after the first that its person was named by. */
export function identityIdOf(
  workspaceId: string,
  { isTest, userId }: Pick<Naming, 'isTest' | 'userId'>,
  folded: string,
): string {
  const name = userId === undefined ? emailKey(isTest, folded) : userKey(isTest, userId);
  return namedId(`identity:${workspaceId}:${name}`);
}

const emailKey = (isTest: boolean, folded: string) => `${isTest}:email:${folded}`;
const userKey = (isTest: boolean, userId: string) => `${isTest}:user:${userId}`;

/** What an identity is stored with, but for updated_at. */
type StoredIdentity = Pick<
  IdentityDelta,
  'id' | 'isTest' | 'visitorId' | 'email' | 'userId' | 'name' | 'traits' | 'createdAt'
>;

export const identityColumns: Column<StoredIdentity>[] = [
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
  { name: 'email', type: 'text', value: (link) => link.email },
  { name: 'user_id', type: 'text', value: (link) => link.userId ?? null },
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

/**
 * The links of these visitors in time order, without those that name the same person again: a
 * backend may name somebody with each of thousands of messages. These namings' own links are there.
 */
async function selectLinks(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  namings: Naming[],
): Promise<Link[]> {
  const own = namings.map(({ eventId }) => eventId);
  return tx<Link[]>`
    select l.visitor_id, l.is_test, l.identity_id, l.event_id,
           ${utcMicros(tx, 'l.linked_at')} as linked_at
    from (
      select visitor_id, is_test, identity_id, event_id, linked_at,
             lag(identity_id) over (partition by visitor_id, is_test order by linked_at, event_id) as before
      from identity_links
      where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[])
    ) l
    where l.before is distinct from l.identity_id or l.event_id = any(${own}::uuid[])
    order by l.linked_at, l.event_id`;
}

/** Until the transaction ends nobody else opens a lead for these people; their addresses. */
export async function lockIdentities(
  tx: Tx,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await tx<{ id: string; email: string }[]>`
    select id, email from identities where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
    order by id for no key update`;
  return new Map(rows.map(({ id, email }) => [id, email]));
}
