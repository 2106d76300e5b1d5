/**
 * Everything that messages ever said about some people, read together: these visitors, who they were
 * named as, the other visitors of the same people, and so on until nobody is left out.
 */
import type { Right } from '@footfall/contract/rights';
import type { Tx } from '../../db/connect.ts';
import { utcMicros } from '../../db/instants.ts';
import type { LinkWorth } from '../../identities/links.ts';
import { type SessionOrigin, selectSessionOrigins } from '../../sessions/store.ts';
import type { NamingFact } from './profile.ts';

export interface ConversionFact {
  eventId: string;
  visitorId: string;
  at: string;
  code: string;
  /** JSON text. */
  properties: string;
  opensLead: boolean;
  isBot: boolean;
  network: string | null;
  /** As stored until now. */
  identityId: string | null;
  leadId: string | null;
}

export interface StoredLead {
  id: string;
  visitorId: string;
  identityId: string | null;
  openedBy: 'conversion' | 'identify' | 'api';
  isEdited: boolean;
  network: string | null;
  createdAt: string;
}

export interface PeopleHistory {
  isTest: boolean;
  visitorIds: string[];
  /** In time order; of crowds only those that are followed, and those of the visitors. */
  namings: (NamingFact & {
    storedIdentityId: string | null;
    storedWorth: LinkWorth;
    network: string | null;
  })[];
  conversions: ConversionFact[];
  leads: StoredLead[];
  sessionOf: Map<string, SessionOrigin>;
}

interface LinkRow {
  event_id: string;
  visitor_id: string;
  identity_id: string | null;
  at: string;
  email: string;
  email_key: string;
  user_id: string | null;
  by_right: Right;
  owns_email: boolean;
  crowded: boolean;
  weight: LinkWorth['weight'];
  network: string | null;
}

export async function readPeopleHistory(
  tx: Tx,
  workspaceId: string,
  subjects: string[],
  isTest: boolean,
): Promise<PeopleHistory> {
  const { links, visitorIds } = await selectConnected(tx, workspaceId, subjects, isTest);
  const conversions = await selectConversions(tx, workspaceId, visitorIds, isTest);
  const identityIds = distinct(links.flatMap(({ identity_id }) => identity_id ?? []));
  const eventIds = [...links.map(({ event_id }) => event_id), ...conversions.map((c) => c.eventId)];
  const [events, leads] = await Promise.all([
    selectEvents(tx, workspaceId, eventIds),
    selectLeads(tx, workspaceId, visitorIds, identityIds, isTest),
  ]);
  const origins = await selectSessionOrigins(
    tx,
    workspaceId,
    [...events.values()].map(({ visitor_id, session_id }) => ({
      visitorId: visitor_id,
      sessionId: session_id,
    })),
  );
  const sessions = new Map(
    origins
      .filter(({ is_test }) => is_test === isTest)
      .map((origin) => [`${origin.visitor_id}${origin.id}`, origin]),
  );
  const sessionOf = new Map<string, SessionOrigin>();
  for (const { id, visitor_id, session_id } of events.values()) {
    const session = sessions.get(`${visitor_id}${session_id}`);
    if (session) sessionOf.set(id, session);
  }
  const namings = links.map((link) => {
    const event = events.get(link.event_id);
    return {
      eventId: link.event_id,
      visitorId: link.visitor_id,
      isTest,
      at: link.at,
      email: link.email,
      emailKey: link.email_key,
      userId: link.user_id,
      right: link.by_right,
      name: event?.name ?? '',
      traits: event?.traits ?? {},
      network: link.network,
      storedIdentityId: link.identity_id,
      storedWorth: {
        ownsEmail: link.owns_email,
        weight: link.weight,
        isCrowded: link.crowded,
      },
    };
  });
  return { isTest, visitorIds, namings, conversions, leads, sessionOf };
}

/** Links are followed from visitors to names and back; names lead to no more visitors than are believed. */
async function selectConnected(tx: Tx, workspaceId: string, subjects: string[], isTest: boolean) {
  let visitorIds = [...new Set(subjects)];
  let names: { identities: string[]; emails: string[]; users: string[] } = {
    identities: [],
    emails: [],
    users: [],
  };
  for (;;) {
    const links = await tx<LinkRow[]>`
      select event_id, visitor_id, identity_id, ${utcMicros(tx, 'linked_at')} as at, email, email_key, user_id,
             by_right, owns_email, weight, crowded, network
      from identity_links
      where workspace_id = ${workspaceId} and is_test = ${isTest}
        and (visitor_id = any(${visitorIds}::uuid[]) or identity_id = any(${names.identities}::uuid[])
          or email_key <> '' and not crowded and email_key = any(${names.emails}::text[])
          or user_id is not null and identity_id is not null and user_id = any(${names.users}::text[]))
      order by linked_at, event_id`;
    const found = {
      visitors: distinct([...visitorIds, ...links.map(({ visitor_id }) => visitor_id)]),
      identities: distinct(links.flatMap(({ identity_id }) => identity_id ?? [])),
      emails: distinct(links.map(({ email_key }) => email_key).filter((email) => email !== '')),
      users: distinct(links.map(({ user_id }) => user_id).filter((id) => id !== null)),
    };
    const isAll =
      found.visitors.length === visitorIds.length &&
      found.identities.length === names.identities.length &&
      found.emails.length === names.emails.length &&
      found.users.length === names.users.length;
    if (isAll) return { links: [...links], visitorIds };
    visitorIds = found.visitors;
    names = found;
  }
}

async function selectConversions(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  isTest: boolean,
): Promise<ConversionFact[]> {
  return tx<ConversionFact[]>`
    select id as "eventId", visitor_id as "visitorId", ${utcMicros(tx, 'created_at')} as at, code,
           properties::text as properties, opens_lead as "opensLead", is_bot as "isBot", network,
           identity_id as "identityId", lead_id as "leadId"
    from conversions
    where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[]) and is_test = ${isTest}
    order by created_at, id`;
}

interface EventRow {
  id: string;
  visitor_id: string;
  session_id: string;
  name: string | null;
  traits: Record<string, unknown> | null;
}

async function selectEvents(tx: Tx, workspaceId: string, ids: string[]) {
  const rows = await tx<EventRow[]>`
    select id, visitor_id, session_id,
           case when type = 'identify' then properties->>'name' end as name,
           case when type = 'identify' then properties->'traits' end as traits
    from events where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

async function selectLeads(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  identityIds: string[],
  isTest: boolean,
): Promise<StoredLead[]> {
  return tx<StoredLead[]>`
    select id, visitor_id as "visitorId", identity_id as "identityId", opened_by as "openedBy",
           edited <> '{}' as "isEdited", network, ${utcMicros(tx, 'created_at')} as "createdAt"
    from leads
    where workspace_id = ${workspaceId} and is_test = ${isTest}
      and (visitor_id = any(${visitorIds}::uuid[]) or identity_id = any(${identityIds}::uuid[]))
    order by created_at, id`;
}

function distinct(values: string[]): string[] {
  return [...new Set(values)];
}
