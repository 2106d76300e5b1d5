/** Links of visitors to identities in the database: one for each message that named a person, and only ever added. */
import type { Right } from '@footfall/contract/rights';
import { type Column, columnValues, nameList, selectList, unnestClause } from '../db/columns.ts';
import type { Tx } from '../db/connect.ts';
import { utcMicros } from '../db/instants.ts';

export interface Link {
  visitor_id: string;
  is_test: boolean;
  identity_id: string;
  /** In UTC, with microseconds. */
  linked_at: string;
  event_id: string;
}

/** A link of a visitor, with what it was named by. */
export interface NamingLink extends Link {
  /** As addresses are compared; empty when none was given. */
  email_key: string;
  /** By nothing but the address. */
  is_bare: boolean;
}

/** What a naming turned out to be worth. */
export interface LinkWorth {
  /** The address is the person's. */
  ownsEmail: boolean;
  /** 1: anybody's word; 2: that of a device of the person; 3: proved. */
  weight: 1 | 2 | 3;
  /** So many others gave the address before that it does not count. */
  isCrowded: boolean;
}

export interface NewLink extends LinkWorth {
  eventId: string;
  isTest: boolean;
  visitorId: string;
  identityId: string;
  occurredAt: string;
  email: string;
  userId: string | undefined;
  right: Right;
  /** A hash of the sender's; null where it is proved, or tells nothing. */
  network: string | null;
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
  { name: 'by_right', type: 'text', value: (link) => link.right },
  { name: 'owns_email', type: 'boolean', value: (link) => link.ownsEmail },
  { name: 'weight', type: 'integer', value: (link) => link.weight },
  { name: 'network', type: 'uuid', value: (link) => link.network },
  { name: 'crowded', type: 'boolean', value: (link) => link.isCrowded },
];

const insertLinksSql = `
  insert into identity_links (workspace_id, ${nameList(linkColumns)})
  select $1::uuid, ${selectList(linkColumns)} from ${unnestClause(linkColumns, 2)}
  on conflict do nothing`;

export async function insertLinks(tx: Tx, workspaceId: string, links: NewLink[]): Promise<void> {
  const parameters = [workspaceId, ...columnValues(linkColumns, links)];
  await tx.unsafe(insertLinksSql, parameters, { prepare: true });
}

/**
 * The links of these visitors in time order, without those that name the same person again: a
 * backend may name somebody with each of thousands of messages. Those of these events are there, and
 * since `addressesSince` those that give the person another address.
 */
export async function selectLinks(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  eventIds: string[],
  addressesSince = 'infinity',
): Promise<NamingLink[]> {
  return tx<NamingLink[]>`
    select l.visitor_id, l.is_test, l.identity_id, l.event_id, l.email_key, l.user_id is null as is_bare,
           ${utcMicros(tx, 'l.linked_at')} as linked_at
    from (
      select visitor_id, is_test, identity_id, event_id, linked_at, email_key, user_id,
             lag(identity_id) over visitor_links as before, lag(email_key) over visitor_links as email_before
      from identity_links
      where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[]) and identity_id is not null
      window visitor_links as (partition by visitor_id, is_test order by linked_at, event_id)
    ) l
    where l.before is distinct from l.identity_id or l.event_id = any(${eventIds}::uuid[])
       or (l.linked_at >= ${addressesSince}::text::timestamptz and l.user_id is null and l.email_key is distinct from l.email_before)
    order by l.linked_at, l.event_id`;
}

/** What turned out about links: whose they are, and their addresses. */
export async function moveLinks(
  tx: Tx,
  workspaceId: string,
  moved: (LinkWorth & { eventId: string; identityId: string | null })[],
): Promise<void> {
  if (moved.length === 0) return;
  await tx`
    update identity_links l set identity_id = t.identity_id, owns_email = t.owns_email, weight = t.weight,
      crowded = t.crowded
    from unnest(${moved.map(({ eventId }) => eventId)}::uuid[],
                ${moved.map(({ identityId }) => identityId)}::uuid[],
                ${moved.map(({ ownsEmail }) => String(ownsEmail))}::text[]::boolean[],
                ${moved.map(({ weight }) => weight)}::smallint[],
                ${moved.map(({ isCrowded }) => String(isCrowded))}::text[]::boolean[])
      as t (event_id, identity_id, owns_email, weight, crowded)
    where l.workspace_id = ${workspaceId} and l.event_id = t.event_id`;
}
