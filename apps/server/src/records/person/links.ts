/**
 * Links of visitors to identities in the database: one for each message that named a person, and only ever added.
 * One that is detached, crowded out, a bot's, or left to the background is nobody's.
 */
import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import {
  arrayLiteral,
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicros } from '../../platform/db/instants.ts';
import type { Question } from '../../platform/db/joint-questions.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';

export interface Link {
  visitor_id: string;
  is_test: boolean;
  identity_id: string;
  /** In UTC, with microseconds. */
  linked_at: string;
  event_id: string;
}

/** A link of a visitor, with what it was named by. */
export interface IdentifyClaimLink extends Link {
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

/** Of a bot's naming, which names nobody: no name leads to it. */
export const worthOfBot: LinkWorth = { ownsEmail: false, weight: 1, isCrowded: true };

/** Of a naming that nobody is found for. */
export const worthUnknown: LinkWorth = { ownsEmail: false, weight: 1, isCrowded: false };

export interface NewLink extends LinkWorth {
  eventId: string;
  isTest: boolean;
  visitorId: string;
  /** Null: the background finds out. */
  identityId: string | null;
  /** What the names alone would give. */
  namedId: string;
  occurredAt: string;
  email: string;
  userId: string | undefined;
  right: VerificationLevel;
  /** Null: the right is of all the names. */
  provedName: ProvedName | null;
  /** A hash of the sender's; null where it is proved, or tells nothing. */
  network: string | null;
  /** The rules found its visitor to be a bot. */
  isFoundBot: boolean;
}

const linkColumns: Column<NewLink>[] = [
  { name: 'event_id', type: 'uuid', value: (link) => link.eventId },
  { name: 'is_test', type: 'boolean', value: (link) => link.isTest },
  { name: 'visitor_id', type: 'uuid', value: (link) => link.visitorId },
  { name: 'identity_id', type: 'uuid', value: (link) => link.identityId },
  { name: 'named_id', type: 'uuid', value: (link) => link.namedId },
  { name: 'linked_at', type: 'timestamptz', value: (link) => link.occurredAt },
  {
    name: 'evidence',
    type: 'text',
    value: (link) => (link.userId === undefined ? 'email' : 'user_id'),
  },
  { name: 'email', type: 'text', value: (link) => link.email },
  { name: 'user_id', type: 'text', value: (link) => link.userId ?? null },
  { name: 'by_right', type: 'text', value: (link) => link.right },
  { name: 'proved_name', type: 'text', value: (link) => link.provedName },
  { name: 'owns_email', type: 'boolean', value: (link) => link.ownsEmail },
  { name: 'weight', type: 'integer', value: (link) => link.weight },
  { name: 'network', type: 'uuid', value: (link) => link.network },
  { name: 'crowded', type: 'boolean', value: (link) => link.isCrowded },
  { name: 'found_bot', type: 'boolean', value: (link) => link.isFoundBot },
];

export function insertLinks(links: NewLink[]): StatementPart {
  return {
    name: 'made_links',
    change: (first) => `
      insert into identity_links (workspace_id, ${nameList(linkColumns)})
      select $1::uuid, ${selectList(linkColumns)} from ${sharedRows(linkColumns, first)}
      on conflict do nothing`,
    parameters: (shared) => shared.columnValues(linkColumns, links),
  };
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
): Promise<IdentifyClaimLink[]> {
  return tx<IdentifyClaimLink[]>`
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

/** What turned out about a link. */
export interface LinkOutcome extends LinkWorth {
  eventId: string;
  /** Null: it is detached, or crowded out. */
  identityId: string | null;
  /** Whose it would be. */
  detachedFrom: string | null;
  /** These people were corrected. */
  isCorrected: boolean;
}

const outcomeColumns: Column<LinkOutcome>[] = [
  { name: 'event_id', type: 'uuid', value: (link) => link.eventId },
  { name: 'identity_id', type: 'uuid', value: (link) => link.identityId },
  { name: 'detached_from', type: 'uuid', value: (link) => link.detachedFrom },
  { name: 'corrected', type: 'boolean', value: (link) => link.isCorrected },
  { name: 'owns_email', type: 'boolean', value: (link) => link.ownsEmail },
  { name: 'weight', type: 'integer', value: (link) => link.weight },
  { name: 'crowded', type: 'boolean', value: (link) => link.isCrowded },
];

const moveSql = `
  update identity_links l set ${outcomeColumns
    .slice(1)
    .map(({ name }) => `${name} = t.${name}`)
    .join(', ')}
  from ${unnestClause(outcomeColumns, 2)}
  where l.workspace_id = $1::uuid and l.event_id = t.event_id`;

export async function moveLinks(tx: Tx, workspaceId: string, moved: LinkOutcome[]): Promise<void> {
  if (moved.length === 0) return;
  await tx.unsafe(moveSql, [workspaceId, ...columnValues(outcomeColumns, moved)]);
}

export const visitorMark = (isTest: boolean, id: string) => `visitor:${isTest}:${id}`;
export const emailMark = (isTest: boolean, emailKey: string) => `email:${isTest}:${emailKey}`;
export const userMark = (isTest: boolean, userId: string) => `user:${isTest}:${userId}`;

/** Names and visitors of people whom messages alone do not change just now. */
export class MarkedNames {
  readonly #keys: ReadonlySet<string>;

  constructor(rows: { key: string }[]) {
    this.#keys = new Set(rows.map(({ key }) => key));
  }

  has(identifyClaim: IdentifyClaimNames): boolean {
    return this.#keys.size > 0 && (this.hasVisitor(identifyClaim) || this.hasName(identifyClaim));
  }

  hasVisitor({ isTest, visitorId }: Pick<IdentifyClaimNames, 'isTest' | 'visitorId'>): boolean {
    return this.#keys.has(visitorMark(isTest, visitorId));
  }

  /** In either environment. */
  isVisitor(visitorId: string): boolean {
    return [false, true].some((isTest) => this.hasVisitor({ isTest, visitorId }));
  }

  hasName({ isTest, emailKey, userId }: IdentifyClaimNames): boolean {
    return (
      this.#keys.has(emailMark(isTest, emailKey)) ||
      (userId !== null && this.#keys.has(userMark(isTest, userId)))
    );
  }
}

/** By what a message names its visitor. */
export interface IdentifyClaimNames {
  isTest: boolean;
  visitorId: string;
  /** As addresses are compared. */
  emailKey: string;
  userId: string | null;
}

/** Which of these are of people who were corrected: what names them is left to the background. */
export function correctedNames(
  emails: string[],
  userIds: string[],
  visitorIds: string[],
): Question<{ key: string }> {
  return {
    select: (first) => `
      select 'visitor:' || is_test || ':' || visitor_id as key from identity_links
      where workspace_id = $1::uuid and corrected and visitor_id = any($${first}::uuid[])
      union
      select 'email:' || is_test || ':' || email_key from identity_links
      where workspace_id = $1::uuid and is_test in (true, false) and corrected
        and email_key <> '' and email_key = any($${first + 1}::text[])
      union
      select 'user:' || is_test || ':' || user_id from identity_links
      where workspace_id = $1::uuid and is_test in (true, false) and corrected
        and user_id is not null and user_id = any($${first + 2}::text[])`,
    parameters: [
      arrayLiteral('uuid', visitorIds),
      arrayLiteral('text', emails),
      arrayLiteral('text', userIds),
    ],
  };
}

/** The visitors of these people, those included whose links were detached from them; at most so many. */
export async function selectVisitorsOf(
  tx: Tx,
  workspaceId: string,
  identityIds: string[],
  limit: number,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select distinct visitor_id as id from identity_links
    where workspace_id = ${workspaceId}
      and (identity_id = any(${identityIds}::uuid[]) or detached_from = any(${identityIds}::uuid[]))
    limit ${limit}`;
  return rows.map(({ id }) => id);
}
