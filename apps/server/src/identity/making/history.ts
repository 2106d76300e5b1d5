/**
 * The whole history of some people, read together: these visitors, the names they identified with, those
 * people's other visitors, and so on until the set is closed.
 */

import type { Tx } from '../../platform/db/connect.ts';
import { utcMicros } from '../../platform/db/instants.ts';
import { askTogether } from '../../platform/db/joint-questions.ts';
import { CompanyRulings, companyRulings } from '../../records/company/company-overrides.ts';
import type { LinkOutcome } from '../../records/person/links.ts';
import { isBot, selectBotOverrides, visitorKeyOf } from '../../records/visit/bot-overrides.ts';
import { type SessionOrigin, sessionOrigins } from '../../visits/sessions/store.ts';
import type { IdentityOverride } from '../identity-overrides/identity-override.ts';
import { type Connected, distinct, HistoryTooLong, selectConnected } from './connected.ts';
import { namedIds, provedPart } from './names.ts';
import type { IdentifyClaimFact } from './profile.ts';

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
  /** As stored now. */
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
  /** The person it was reported for, if not `identityId`. */
  originalIdentityId: string | null;
}

/** Current owner of a stored lead, derived from the person it was reported for. */
export function ownerNow(
  { identityId, originalIdentityId }: StoredLead,
  nowOf: Map<string, string | null>,
): string | null {
  const originalId = originalIdentityId ?? identityId;
  const now = originalId === null ? undefined : nowOf.get(originalId);
  return now === undefined ? identityId : now;
}

export interface PeopleHistory {
  isTest: boolean;
  visitorIds: string[];
  /** In time order; of crowds only the claims that count, and those of the visitors. */
  identifyClaims: HistoricIdentifyClaim[];
  /** In the order they were made. */
  identityOverrides: IdentityOverride[];
  conversions: ConversionFact[];
  leads: StoredLead[];
  sessionOf: Map<string, SessionOrigin>;
  rulings: CompanyRulings;
}

/** `isOfBot`: the claim identifies nobody. */
interface HistoricIdentifyClaim extends IdentifyClaimFact {
  stored: StoredLink;
  network: string | null;
  isOfBot: boolean;
}

/** The stored outcome of a claim. */
type StoredLink = Omit<LinkOutcome, 'eventId'>;

export async function readPeopleHistory(
  tx: Tx,
  workspaceId: string,
  subjects: string[],
  isTest: boolean,
  /** Number of links, and of conversions, beyond which HistoryTooLong is thrown. */
  limit?: number,
): Promise<PeopleHistory> {
  const connected = await selectConnected(tx, workspaceId, subjects, isTest, limit);
  return readHistoryOf(tx, workspaceId, connected, isTest, limit);
}

/** The same from links already read. */
export async function readHistoryOf(
  tx: Tx,
  workspaceId: string,
  connected: Connected,
  isTest: boolean,
  limit?: number,
): Promise<PeopleHistory> {
  const { links, visitorIds, identityOverrides } = connected;
  const conversions = await selectConversions(tx, workspaceId, visitorIds, isTest, limit);
  const identityIds = idsIn(workspaceId, isTest, connected);
  const eventIds = [...links.map(({ event_id }) => event_id), ...conversions.map((c) => c.eventId)];
  const [events, overrides, leads] = await Promise.all([
    selectEvents(tx, workspaceId, eventIds),
    selectBotOverrides(tx, workspaceId, visitorIds),
    selectLeads(tx, workspaceId, visitorIds, identityIds, isTest),
  ]);
  const keys = [...events.values()].map(({ visitor_id, session_id }) => ({
    visitorId: visitor_id,
    sessionId: session_id,
  }));
  const { origins, rulings } = await askTogether(tx, workspaceId, {
    origins: sessionOrigins(keys),
    rulings: companyRulings(distinct([...visitorIds, ...leads.map((lead) => lead.visitorId)])),
  });
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
  const identifyClaims = links.map((link) => {
    const event = events.get(link.event_id);
    return {
      eventId: link.event_id,
      visitorId: link.visitor_id,
      isTest,
      at: link.at,
      email: link.email,
      emailKey: link.email_key,
      userId: link.user_id,
      verificationLevel: link.by_right,
      provedName: link.proved_name,
      name: event?.name ?? '',
      traits: event?.traits ?? {},
      network: link.network,
      isOfBot: isBot(
        link.found_bot,
        overrides.get(visitorKeyOf({ visitorId: link.visitor_id, isTest })),
      ),
      stored: {
        identityId: link.identity_id,
        detachedFrom: link.detached_from,
        isCorrected: link.corrected,
        ownsEmail: link.owns_email,
        weight: link.weight,
        isOverflow: link.crowded,
      },
    };
  });
  return {
    isTest,
    visitorIds,
    identifyClaims,
    identityOverrides,
    conversions,
    leads,
    sessionOf,
    rulings: new CompanyRulings(rulings),
  };
}

/** Every id these people have or may have had. */
function idsIn(
  workspaceId: string,
  isTest: boolean,
  { links, identityOverrides }: Connected,
): string[] {
  const idOf = namedIds(workspaceId);
  const named = links.map(({ email_key: emailKey, user_id: userId, proved_name: provedName }) =>
    idOf(provedPart({ isTest, emailKey, userId, provedName })),
  );
  const split = identityOverrides.flatMap((one) =>
    one.kind === 'split' ? [one.newIdentityId] : [],
  );
  return distinct([...links.map(({ identity_id }) => identity_id), ...named, ...split]);
}

/** @throws HistoryTooLong */
export async function selectConversions(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  isTest: boolean,
  limit: number | undefined,
): Promise<ConversionFact[]> {
  const rows = await tx<ConversionFact[]>`
    select id as "eventId", visitor_id as "visitorId", ${utcMicros(tx, 'created_at')} as at, code,
           properties::text as properties, opens_lead as "opensLead", is_bot as "isBot", network,
           identity_id as "identityId", lead_id as "leadId"
    from conversions
    where workspace_id = ${workspaceId} and visitor_id = any(${visitorIds}::uuid[]) and is_test = ${isTest}
    order by created_at, id
    limit ${limit === undefined ? null : limit + 1}`;
  if (limit !== undefined && rows.length > limit) throw new HistoryTooLong();
  return rows;
}

interface EventRow {
  id: string;
  visitor_id: string;
  session_id: string;
  name: string | null;
  traits: Record<string, unknown> | null;
}

/**
 * Characters of traits read at once, newest first: a thousand times the limit of a person. A stranger can send that
 * with each of many messages, and all of them are in memory here.
 */
const traitsRead = 32 * 1024 * 1024;

/** By id. `most`: for tests. */
export async function selectEvents(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  most: number = traitsRead,
): Promise<Map<string, EventRow>> {
  const rows = await tx<EventRow[]>`
    select id, visitor_id, session_id, name, case when until_here <= ${most} then traits end as traits
    from (
      select id, visitor_id, session_id, said->>'name' as name, nullif(said->'traits', 'null') as traits,
             sum(length(said->>'traits')) over (order by occurred_at desc, id desc) as until_here
      from (
        select id, visitor_id, session_id, occurred_at, case when type = 'identify' then properties end as said
        from events where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
          and not (type = 'session' and name = '')
        union all
        -- What retention removed: a claim has it on its link, a conversion its visit. Some are there as empty events.
        select event_id, visitor_id, kept_session_id, linked_at,
               jsonb_build_object('name', kept_name, 'traits', kept_traits)
        from identity_links where workspace_id = ${workspaceId} and event_id = any(${ids}::uuid[])
          and kept_session_id is not null
        union all
        select id, visitor_id, session_id, created_at, null from conversions c
        where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
          and not exists (select from events e
            where e.workspace_id = ${workspaceId} and e.id = c.id and e.type = 'conversion')
          and not exists (select from identity_links l where l.workspace_id = ${workspaceId} and l.event_id = c.id)
      ) told
    ) told`;
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
           edited <> '{}' as "isEdited", network, told_identity_id as "originalIdentityId",
           ${utcMicros(tx, 'created_at')} as "createdAt"
    from leads
    where workspace_id = ${workspaceId} and is_test = ${isTest}
      and (visitor_id = any(${visitorIds}::uuid[]) or identity_id = any(${identityIds}::uuid[])
        or told_identity_id = any(${identityIds}::uuid[]))
    order by created_at, id`;
}
