/** Who the new messages name, and the conversions and leads that follow. */
import { insertConversions } from '../conversions/store.ts';
import type { Tx } from '../db/connect.ts';
import { type Link, linkNamings, lockIdentities } from '../identities/naming.ts';
import { identityAt } from '../identities/slices.ts';
import { type LeadOccasion, openLeads, selectOpenLeads } from '../leads/open.ts';
import { selectSessionOrigins } from '../sessions/store.ts';
import type { Message } from './message.ts';
import { instantOf } from './sum-up.ts';

/** `fresh`: the messages that were new. */
export async function writePeople(tx: Tx, workspaceId: string, fresh: Message[]): Promise<void> {
  const inTime = fresh
    .filter(({ person, conversion }) => person || conversion)
    .sort((a, b) => a.occurredMs - b.occurredMs || (a.eventId < b.eventId ? -1 : 1));
  if (inTime.length === 0) return;

  const namings = inTime.flatMap(({ person, ...message }) =>
    person ? [{ ...message, ...person }] : [],
  );
  const visitorIds = [...new Set(inTime.map(({ visitorId }) => visitorId))];
  const links = await linkNamings(tx, workspaceId, namings, visitorIds);

  const { leadOf, sent } = await writeLeads(tx, workspaceId, inTime, links);
  const conversions = inTime.flatMap((message) => {
    const { conversion } = message;
    if (!conversion) return [];
    return [
      {
        ...conversion,
        id: message.eventId,
        isTest: message.isTest,
        visitorId: message.visitorId,
        sessionId: message.sessionId,
        identityId: identityOf(message, links) ?? null,
        leadId: leadOf.get(message) ?? null,
        name: message.name,
        createdAt: message.occurredAt,
      },
    ];
  });
  await Promise.all([
    sent,
    conversions.length > 0 ? insertConversions(tx, workspaceId, conversions) : undefined,
  ]);
}

/** The lead of each message that is an occasion for one; `sent` resolves when they are stored. */
async function writeLeads(
  tx: Tx,
  workspaceId: string,
  messages: Message[],
  links: Link[],
): Promise<{ leadOf: Map<Message, string>; sent: Promise<unknown> | undefined }> {
  const occasions = messages.filter((message) => isOccasion(message, links));
  if (occasions.length === 0) return { leadOf: new Map(), sent: undefined };
  const people = occasions
    .map((message) => identityOf(message, links))
    .filter((id) => id !== undefined);
  const visitorIds = occasions.map(({ visitorId }) => visitorId);
  const visits = occasions.map(({ visitorId, sessionId }) => ({ visitorId, sessionId }));
  // In one round trip; the leads are read when the people are locked.
  const [, origins, existing] = await Promise.all([
    lockIdentities(tx, workspaceId, [...new Set(people)]),
    selectSessionOrigins(tx, workspaceId, visits),
    selectOpenLeads(tx, workspaceId, visitorIds, people),
  ]);
  const originOf = new Map(
    origins.map((origin) => [`${origin.is_test}${origin.visitor_id}${origin.id}`, origin]),
  );
  const leadOccasions = occasions.map((message): LeadOccasion => {
    const origin = originOf.get(`${message.isTest}${message.visitorId}${message.sessionId}`);
    return {
      openedBy: message.conversion ? 'conversion' : 'identify',
      isTest: message.isTest,
      visitorId: message.visitorId,
      sessionId: message.sessionId,
      identityId: identityOf(message, links),
      occurredAt: message.occurredAt,
      source: origin?.source ?? message.visit.source,
      code: message.conversion?.code ?? '',
      properties: message.conversion?.properties ?? '{}',
      location: JSON.stringify(knownPlace(origin?.city ?? '', origin?.country ?? '')),
    };
  });
  const { leadIds, sent } = openLeads(tx, workspaceId, leadOccasions, existing);
  const leadOf = new Map(occasions.map((message, place) => [message, leadIds[place] ?? '']));
  return { leadOf, sent };
}

/** A conversion says itself whether it opens a lead; otherwise the first naming of a visitor does. */
function isOccasion(message: Message, links: Link[]): boolean {
  const { conversion, person } = message;
  return conversion ? conversion.opensLead : person !== undefined && isFirstLink(message, links);
}

function identityOf({ visitorId, isTest, occurredAt }: Message, links: Link[]) {
  return identityAt(links, visitorId, isTest, instantOf(occurredAt));
}

function isFirstLink({ visitorId, isTest, eventId }: Message, links: Link[]): boolean {
  const first = links.find((link) => link.visitor_id === visitorId && link.is_test === isTest);
  return first?.event_id === eventId;
}

function knownPlace(city: string, country: string) {
  return { ...(city && { city }), ...(country && { country }) };
}
