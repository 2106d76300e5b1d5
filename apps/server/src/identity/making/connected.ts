/** Links of people connected by visitors, names or manual joins. */
import type { ProvedName, VerificationLevel } from '@footfall/contract/verification-levels';
import type { Tx } from '../../platform/db/connect.ts';
import { utcMicros } from '../../platform/db/instants.ts';
import type { LinkWorth } from '../../records/person/links.ts';
import type { IdentityOverride } from '../identity-overrides/identity-override.ts';
import { selectIdentityOverrides } from '../identity-overrides/store.ts';
import type { Locked } from './holds.ts';

export interface LinkRow {
  event_id: string;
  visitor_id: string;
  identity_id: string | null;
  at: string;
  email: string;
  email_key: string;
  user_id: string | null;
  by_right: VerificationLevel;
  proved_name: ProvedName | null;
  owns_email: boolean;
  crowded: boolean;
  weight: LinkWorth['weight'];
  corrected: boolean;
  detached_from: string | null;
  network: string | null;
  found_bot: boolean;
}

/** More links or conversions than the limit. */
export class HistoryTooLong extends Error {}

export interface Connected {
  links: LinkRow[];
  visitorIds: string[];
  identityOverrides: IdentityOverride[];
}

/**
 * Follows links from visitors to names and back, and from people to those joined with them. Names lead only to visitors
 * within the crowd limit and to detached ones. `limit`: of links, beyond which HistoryTooLong is thrown.
 */
export async function selectConnected(
  tx: Tx,
  workspaceId: string,
  subjects: string[],
  isTest: boolean,
  limit?: number,
): Promise<Connected> {
  let names: Names = { visitorIds: [...new Set(subjects)], identities: [], emails: [], users: [] };
  for (;;) {
    const links = await selectLinksOf(tx, workspaceId, names, isTest, limit);
    if (limit !== undefined && links.length > limit) throw new HistoryTooLong();
    const connected = {
      ...namesOf(links, names.visitorIds),
      identities: distinct(links.map(({ identity_id }) => identity_id)),
    };
    const isAll =
      connected.visitorIds.length === names.visitorIds.length &&
      connected.identities.length === names.identities.length &&
      connected.emails.length === names.emails.length &&
      connected.users.length === names.users.length;
    names = connected;
    if (!isAll) continue;
    const { visitorIds } = names;
    const { identityOverrides, joinedVisitors } = await selectIdentityOverrides(
      tx,
      workspaceId,
      isTest,
      visitorIds,
    );
    const all = distinct([...visitorIds, ...joinedVisitors]);
    if (all.length === visitorIds.length)
      return { links: [...links], visitorIds, identityOverrides };
    names = { ...names, visitorIds: all };
  }
}

/** The names that connect these links with others. */
export function namesOf(links: LinkRow[], visitorIds: string[]): Locked {
  return {
    visitorIds: distinct([...visitorIds, ...links.map(({ visitor_id }) => visitor_id)]),
    emails: distinct(links.map(({ email_key }) => email_key).filter((email) => email !== '')),
    users: distinct(links.map(({ user_id }) => user_id)),
  };
}

/** People on hold, and links stored meanwhile that connect them with others. */
export async function selectLockedLinks(
  tx: Tx,
  workspaceId: string,
  locked: Locked,
  isTest: boolean,
): Promise<{ connected: Connected; others: LinkRow[] }> {
  const links = await selectLinksOf(tx, workspaceId, { ...locked, identities: [] }, isTest);
  const visitors = new Set(locked.visitorIds);
  const emails = new Set(locked.emails).add('');
  const users = new Set<string | null>(locked.users).add(null);
  const isLocked = ({ visitor_id, email_key, user_id }: LinkRow) =>
    visitors.has(visitor_id) && emails.has(email_key) && users.has(user_id);
  const { visitorIds } = locked;
  const { identityOverrides } = await selectIdentityOverrides(tx, workspaceId, isTest, visitorIds);
  return {
    connected: { links: links.filter(isLocked), visitorIds, identityOverrides },
    others: links.filter((link) => !isLocked(link)),
  };
}

type Names = Locked & { identities: string[] };

async function selectLinksOf(
  tx: Tx,
  workspaceId: string,
  { visitorIds, identities, emails, users }: Names,
  isTest: boolean,
  limit?: number,
): Promise<LinkRow[]> {
  return tx<LinkRow[]>`
    select event_id, visitor_id, identity_id, ${utcMicros(tx, 'linked_at')} as at, email, email_key, user_id,
           by_right, proved_name, owns_email, weight, crowded, network, corrected, detached_from, found_bot
    from identity_links
    where workspace_id = ${workspaceId} and is_test = ${isTest}
      and (visitor_id = any(${visitorIds}::uuid[]) or identity_id = any(${identities}::uuid[])
        or email_key <> '' and not crowded and email_key = any(${emails}::text[])
        or user_id is not null and identity_id is not null and user_id = any(${users}::text[])
        or user_id is not null and corrected and user_id = any(${users}::text[]))
    order by linked_at, event_id
    limit ${limit === undefined ? null : limit + 1}`;
}

export function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
