/** Looks up stored names and visitors: who owns them, and with which strength. */
import type { ProvedName } from '@footfall/contract/verification-levels';
import { arrayLiteral } from '../../platform/db/columns.ts';
import type { Question } from '../../platform/db/joint-questions.ts';
import type { ClaimedBy } from './store.ts';

/** An identity by its names. */
export interface KnownIdentity {
  id: string;
  isTest: boolean;
  email: string;
  /** The address as the unique index compares it. */
  foldedEmail: string;
  userId: string | null;
  claimedBy: ClaimedBy;
}

export interface KnownIdentities {
  identities: KnownIdentity[];
  /** Owners of further addresses. */
  owners: { identity: KnownIdentity; email: string }[];
  /** Which visitors are devices of which person. */
  devices: { identityId: string; visitorId: string }[];
  /** Names that these visitors proved. */
  proofs: Proof[];
  /** Of the user_ids proved now, those that were claimed before, even if unowned now. */
  userIds: LinkedUserId[];
}

export interface LinkedUserId {
  isTest: boolean;
  userId: string;
}

/** Names that a visitor proved for a person. */
export interface Proof {
  identityId: string;
  visitorId: string;
  emailKey: string;
  userId: string | null;
  provedName: ProvedName | null;
}

/** The person a visitor is linked to. */
export type LinkedRow = { [key in keyof Proof]: Proof[key] | null } & Pick<
  Proof,
  'identityId' | 'visitorId'
> & { isDevice: boolean };

export interface KnownRow {
  id: string;
  is_test: boolean;
  email: string;
  email_key: string;
  user_id: string | null;
  told_by: ClaimedBy;
}

export type OwnedRow = KnownRow & { owned_key: string };

const knownColumns = 'id, is_test, email, email_key, user_id, told_by';

/** Owners of these names. `emails`: normalized. */
export function identitiesNamed(emails: string[], userIds: string[]): Question<KnownRow> {
  return {
    select: (first) => `
      select ${knownColumns} from identities
      where workspace_id = $1::uuid and is_test in (true, false)
        and email_key <> '' and email_key = any($${first}::text[])
      union
      select ${knownColumns} from identities
      where workspace_id = $1::uuid and is_test in (true, false) and user_id = any($${first + 1}::text[])`,
    parameters: [arrayLiteral('text', emails), arrayLiteral('text', userIds)],
  };
}

/** Owners of further addresses: the person of the first message that verified the address. */
export function ownersOfAddresses(emails: string[]): Question<OwnedRow> {
  return {
    select: (first) => `
      select e.email_key as owned_key, i.id, i.is_test, i.email, i.email_key, i.user_id, i.told_by
      from unnest($${first}::text[]) as e (email_key)
      cross join (values (true), (false)) as t (is_test)
      cross join lateral (
        select l.identity_id from identity_links l
        where l.workspace_id = $1::uuid and l.is_test = t.is_test and l.email_key = e.email_key
          and l.email_key <> '' and l.owns_email
        order by l.linked_at, l.event_id limit 1) l
      join identities i on i.workspace_id = $1::uuid and i.id = l.identity_id`,
    parameters: [arrayLiteral('text', [...new Set(emails)])],
  };
}

/** People linked to these visitors, and whose devices they are. */
export function peopleOfVisitors(visitorIds: string[]): Question<LinkedRow> {
  return {
    select: (first) => `
      select distinct identity_id as "identityId", visitor_id as "visitorId", weight > 1 as "isDevice",
             case when weight = 3 then email_key end as "emailKey",
             case when weight = 3 then user_id end as "userId",
             case when weight = 3 then proved_name end as "provedName"
      from identity_links where workspace_id = $1::uuid and visitor_id = any($${first}::uuid[])
        and identity_id is not null`,
    parameters: [arrayLiteral('uuid', visitorIds)],
  };
}

/** Which of these user_ids were claimed before. */
export function linkedUserIds(userIds: string[]): Question<LinkedUserId> {
  return {
    select: (first) => `
      select u.id as "userId", t.is_test as "isTest"
      from unnest($${first}::text[]) as u (id)
      cross join (values (true), (false)) as t (is_test)
      where exists (
        select from identity_links l
        where l.workspace_id = $1::uuid and l.is_test = t.is_test and l.user_id = u.id
          and l.user_id is not null and l.identity_id is not null)`,
    parameters: [arrayLiteral('text', [...new Set(userIds)])],
  };
}

/** Combines the results of the queries above. */
export function knownIdentities(answers: {
  identities: KnownRow[];
  owners: OwnedRow[];
  linked: LinkedRow[];
  userIds: LinkedUserId[];
}): KnownIdentities {
  const { identities, owners, linked, userIds } = answers;
  const devices = linked.filter(({ isDevice }) => isDevice);
  return {
    identities: identities.map(knownIdentity),
    owners: owners.map((row) => ({ identity: knownIdentity(row), email: row.owned_key })),
    devices,
    userIds: userIds,
    proofs: devices.flatMap(({ emailKey, ...proof }) =>
      emailKey === null ? [] : [{ ...proof, emailKey }],
    ),
  };
}

function knownIdentity(row: KnownRow): KnownIdentity {
  return {
    id: row.id,
    isTest: row.is_test,
    email: row.email,
    foldedEmail: row.email_key,
    userId: row.user_id,
    claimedBy: row.told_by,
  };
}
