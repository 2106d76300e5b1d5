/**
 * Links of visitors to identities in the database, one per identify claim. Append-only. A link that is detached,
 * crowded out, a bot's, or left to the background has no identity.
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
  /** UTC, with microseconds. */
  linked_at: string;
  event_id: string;
}

/** A visitor's link, with the names in it. */
export interface IdentifyClaimLink extends Link {
  /** Normalized; empty if none. */
  email_key: string;
  /** The claim has an address and nothing else. */
  is_bare: boolean;
}

/** How far a claim counts. */
export interface LinkWorth {
  /** The address is the person's. */
  ownsEmail: boolean;
  /** 1: public; 2: a device of the person; 3: proved. */
  weight: 1 | 2 | 3;
  /** Ignored: too many others claimed the address before. */
  isOverflow: boolean;
}

/** A bot's claim: names never lead to it. */
export const worthOfBot: LinkWorth = { ownsEmail: false, weight: 1, isOverflow: true };

/** A claim without a person. */
export const worthUnknown: LinkWorth = { ownsEmail: false, weight: 1, isOverflow: false };

export interface NewLink extends LinkWorth {
  eventId: string;
  isTest: boolean;
  visitorId: string;
  /** Null: left to the background. */
  identityId: string | null;
  /** What the names alone would give. */
  namedId: string;
  occurredAt: string;
  email: string;
  userId: string | undefined;
  verificationLevel: VerificationLevel;
  /** Null: all names are proved. */
  provedName: ProvedName | null;
  /** Hash of the sender's network; null if proved or not significant. */
  network: string | null;
  /** The rules classified its visitor as a bot. */
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
  { name: 'by_right', type: 'text', value: (link) => link.verificationLevel },
  { name: 'proved_name', type: 'text', value: (link) => link.provedName },
  { name: 'owns_email', type: 'boolean', value: (link) => link.ownsEmail },
  { name: 'weight', type: 'integer', value: (link) => link.weight },
  { name: 'network', type: 'uuid', value: (link) => link.network },
  { name: 'crowded', type: 'boolean', value: (link) => link.isOverflow },
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
 * The visitors' links in time order, without repeats of the same person: a backend may identify somebody with
 * each of thousands of messages. Includes the links of these events and, since `addressesSince`, those that
 * add an address.
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

/** The recomputed state of a link. */
export interface LinkOutcome extends LinkWorth {
  eventId: string;
  /** Null: detached, or crowded out. */
  identityId: string | null;
  /** The person it would link to. */
  detachedFrom: string | null;
  /** Its people have identity overrides. */
  isCorrected: boolean;
}

const outcomeColumns: Column<LinkOutcome>[] = [
  { name: 'event_id', type: 'uuid', value: (link) => link.eventId },
  { name: 'identity_id', type: 'uuid', value: (link) => link.identityId },
  { name: 'detached_from', type: 'uuid', value: (link) => link.detachedFrom },
  { name: 'corrected', type: 'boolean', value: (link) => link.isCorrected },
  { name: 'owns_email', type: 'boolean', value: (link) => link.ownsEmail },
  { name: 'weight', type: 'integer', value: (link) => link.weight },
  { name: 'crowded', type: 'boolean', value: (link) => link.isOverflow },
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

/** Names and visitors of people that messages alone cannot change now. */
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

/** The names in a message that identifies its visitor. */
export interface IdentifyClaimNames {
  isTest: boolean;
  visitorId: string;
  /** Normalized for comparison. */
  emailKey: string;
  userId: string | null;
}

/** Which of these belong to corrected people: claims with them are left to the background. */
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

/** The visitors of these people, including detached ones; up to a limit. */
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
