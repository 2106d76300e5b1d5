/** Who the new messages name, and the conversions and leads that follow. */

import { compareText } from '../common/compare-text.ts';
import { instantOf } from '../common/instant.ts';
import { companyDomainOf, companyOfEmail } from '../companies/company-of.ts';
import { upsertCompanies, upsertEvidence } from '../companies/store.ts';
import { giveConversions, insertConversions } from '../conversions/store.ts';
import { runCombined } from '../db/combined-statement.ts';
import type { Tx } from '../db/connect.ts';
import {
  type PeopleMoment,
  selectPeopleWithLaterHistory,
  selectVisitorsWithLaterHistory,
} from '../history/people/later-history.ts';
import { opensLead } from '../history/people/lead-rule.ts';
import { linkNamings } from '../history/people/link-namings.ts';
import { sharePeople } from '../history/people/lock.ts';
import type { Naming } from '../history/people/match-namings.ts';
import { emailRightOf, isProved } from '../history/people/who-is-who.ts';
import type { Link, LinkWorth } from '../identities/links.ts';
import { ownerAt, ownerKnownAt, VisitorLinks } from '../identities/ownership.ts';
import { lockIdentities } from '../identities/store.ts';
import { insertSuggestions, type NewSuggestion } from '../identities/suggestions.ts';
import { enqueueInSeries } from '../jobs/queue.ts';
import { describeLead, momentInVisit, placeOf, type VisitMoment } from '../leads/describe-lead.ts';
import { followLeads, type LeadState } from '../leads/lead-moments.ts';
import {
  type Completion,
  completeLeads,
  insertOpenedLeads,
  type MadeLead,
  selectLeadStates,
} from '../leads/open.ts';
import { clearSuspects, requestSuspects } from '../leads/suspects.ts';
import { recordChanges } from '../resource-kit/changes/record.ts';
import { selectSessionOrigins } from '../sessions/store.ts';
import type { Message, Person } from './message.ts';
import { writeClaims } from './write-claims.ts';

/** `fresh`: the messages that were new. A bot names nobody and opens nothing. */
export async function writePeople(tx: Tx, workspaceId: string, fresh: Message[]): Promise<void> {
  const inTime = (await writeClaims(tx, workspaceId, fresh))
    .filter(({ person, conversion, visit }) => conversion || (person && visit.bot === ''))
    .sort(byTime);
  if (inTime.length === 0) return;
  const visits = inTime.filter(({ visit }) => visit.bot === '');
  const namings = visits.flatMap(({ person, ...message }) =>
    person ? [{ ...message, ...person, mustBeKnown: message.isOverQuota }] : [],
  );
  const visitorIds = [...new Set(visits.map(({ visitorId }) => visitorId))];
  // In one flight: what is read is read under the lock, and before what is written here.
  const [, lateVisitors, linked] = await Promise.all([
    sharePeople(tx, workspaceId),
    selectVisitorsWithLaterHistory(tx, workspaceId, earliestOfVisitors(visits)),
    linkNamings(tx, workspaceId, namings, visitorIds),
  ]);
  countMade(inTime, [...linked.founding, ...linked.laterFounding]);
  if (linked.barred.length > 0) await insertSuggestions(tx, workspaceId, linked.barred.map(barred));
  const followed = namings.filter((naming) => !linked.barred.includes(naming));
  const links = new VisitorLinks(linked.links);
  const namedBy = new Map(linked.links.map((link) => [link.event_id, link]));
  const named = namings.flatMap(({ eventId }) => namedBy.get(eventId) ?? []);
  const knownOf = new Map(
    visits.map((message) => [message.eventId, knownIdentity(message, links, namedBy)]),
  );
  const known = visits.flatMap(({ visitorId, isTest, eventId, occurredAt: at }) => {
    const identityId = knownOf.get(eventId);
    return identityId ? [{ subject: visitorId, isTest, identityId, eventId, at }] : [];
  });
  // In this order: what others did meanwhile about the same people shows after their lock.
  const [leads, latePeople] = await Promise.all([
    followInLeads(tx, workspaceId, visits, linked.founding, knownOf),
    selectPeopleWithLaterHistory(tx, workspaceId, known),
  ]);
  const { leadOf, changed, emails } = leads;
  const emailOf = new Map(namings.map(({ eventId, email }) => [eventId, email.toLowerCase()]));
  const companyLinks = named.filter(
    (link) =>
      (linked.worthOf.get(link.event_id)?.weight ?? 1) > 1 &&
      isFirstOfPerson(link, links.of({ visitorId: link.visitor_id, isTest: link.is_test })) &&
      inheritsCompany(emails.get(link.identity_id) ?? '', emailOf.get(link.event_id)),
  );
  const firsts = visits.filter((message) => isFirstLink(message, links));
  const proved = followed
    .filter(({ right }) => isProved(right))
    .flatMap(({ eventId }) => namedBy.get(eventId)?.identity_id ?? []);
  const conversions = visits.filter(({ conversion }) => conversion !== undefined);
  // In one flight, in this order.
  const [, , given] = await Promise.all([
    writeLeads(tx, workspaceId, leads),
    insertOwned(tx, workspaceId, inTime, links, leadOf),
    firsts.length > 0 ? giveConversions(tx, workspaceId, firsts.map(ownerOf(namedBy))) : [],
    writeCompanies(tx, workspaceId, followed, linked.worthOf),
    enqueueInSeries(tx, workspaceId, 'people', [
      ...lateVisitors,
      ...known.filter(({ identityId }) => latePeople.has(identityId)),
      ...subjects(linked.undecided),
      ...companyLinks.map((link) => ({ subject: link.visitor_id, isTest: link.is_test })),
    ]),
    proved.length > 0 ? clearSuspects(tx, workspaceId, proved) : undefined,
    enqueueInSeries(
      tx,
      workspaceId,
      'attribution',
      subjects([...conversions, ...firsts, ...changed]),
    ),
    recordChanges(tx, workspaceId, [
      ...linked.changed.map(({ id, isTest }) => ({ kind: 'identity' as const, id, isTest })),
      ...changed.map(({ id, isTest }) => ({ kind: 'lead' as const, id, isTest })),
      ...inTime.flatMap(conversionChange),
    ]),
  ]);
  await recordChanges(
    tx,
    workspaceId,
    given.map(({ id, isTest }) => ({ kind: 'conversion' as const, id, isTest })),
  );
}

/** `founding`: of people who were not known, by event. */
function countMade(messages: Message[], founding: Iterable<string>): void {
  const eventIds = new Set(founding);
  for (const { eventId, made } of messages) {
    if (made) made.people = eventIds.has(eventId) ? 1 : 0;
  }
}

function barred({ eventId, isTest, visitorId, right, occurredAt, ...said }: Naming): NewSuggestion {
  const { email, userId: user_id, name, traits } = said;
  const value = { email, user_id, name, traits };
  const reason = 'the day had no more new people or leads to give';
  const of = { eventId, isTest, visitorId, right, createdAt: occurredAt };
  return { ...of, identityId: null, kind: 'naming', value, reason };
}

function byTime(a: Message, b: Message): number {
  const inTime = compareText(instantOf(a.occurredAt), instantOf(b.occurredAt));
  return inTime || compareText(a.eventId, b.eventId);
}

function conversionChange({ conversion, eventId: id, isTest }: Message) {
  return conversion ? [{ kind: 'conversion' as const, id, isTest }] : [];
}

/** `messages`: in time order. */
function earliestOfVisitors(messages: Message[]): PeopleMoment[] {
  const first = new Map<string, PeopleMoment>();
  for (const { visitorId, isTest, occurredAt } of messages) {
    const key = `${isTest}${visitorId}`;
    if (!first.has(key)) first.set(key, { visitorId, isTest, at: occurredAt });
  }
  return [...first.values()];
}

function insertOwned(
  tx: Tx,
  workspaceId: string,
  inTime: Message[],
  links: VisitorLinks,
  leadOf: Map<string, string>,
) {
  const conversions = inTime.flatMap((message) => {
    const { conversion, visit, eventId, visitorId, isTest, occurredAt } = message;
    if (!conversion) return [];
    const isBot = visit.bot !== '';
    const identityId = ownerAt(links.of(message), instantOf(occurredAt));
    return [
      {
        ...conversion,
        id: eventId,
        isTest,
        visitorId,
        sessionId: message.sessionId,
        identityId: isBot ? null : (identityId ?? null),
        leadId: leadOf.get(eventId) ?? null,
        name: message.name,
        isBot,
        right: message.right,
        network: message.network,
        createdAt: occurredAt,
      },
    ];
  });
  return conversions.length > 0 ? insertConversions(tx, workspaceId, conversions) : undefined;
}

/** What becomes of the leads of people and visitors. */
interface FollowedLeads {
  opened: MadeLead[];
  completed: Completion[];
  /** The lead of each message that is an occasion for one. */
  leadOf: Map<string, string>;
  changed: LeadState<VisitMoment>[];
  /** Of people, by their ids. */
  emails: Map<string, string>;
}

/** `knownOf`: whose each message is. Locks the people; writes nothing yet. */
async function followInLeads(
  tx: Tx,
  workspaceId: string,
  messages: Message[],
  founding: Set<string>,
  knownOf: Map<string, string | undefined>,
): Promise<FollowedLeads> {
  const people = [...knownOf.values()].filter(isDefined);
  const visitorIds = messages.map(({ visitorId }) => visitorId);
  const visits = messages.map(({ visitorId, sessionId }) => ({ visitorId, sessionId }));
  // In one round trip; the leads are read when the people are locked.
  const [emails, origins, existing] = await Promise.all([
    lockIdentities(tx, workspaceId, [...new Set(people)]),
    selectSessionOrigins(tx, workspaceId, visits),
    selectLeadStates(tx, workspaceId, visitorIds, people),
  ]);
  const originOf = new Map(
    origins.map((origin) => [`${origin.is_test}${origin.visitor_id}${origin.id}`, origin]),
  );
  const moments = messages.map((message): VisitMoment => {
    const { eventId, isTest, visitorId, sessionId, conversion } = message;
    const moment = {
      eventId,
      isTest,
      visitorId,
      at: instantOf(message.occurredAt),
      identityId: knownOf.get(eventId),
      opens: opensLead(message.leadRule, conversion, founding.has(eventId)),
      sessionId,
      network: message.network,
    };
    return momentInVisit(moment, originOf.get(`${isTest}${visitorId}${sessionId}`), conversion);
  });
  const { leadOf, changed } = followLeads<VisitMoment>(workspaceId, moments, existing);
  const companyOf = (identityId: string | null, isTest: boolean) =>
    companyOfEmail(workspaceId, isTest, emails.get(identityId ?? '') ?? '')?.id ?? null;
  const opened = changed.flatMap(
    (lead) =>
      describeLead(lead, {
        companyId: companyOf(lead.identityId, lead.isTest),
        emailAt: undefined,
      }) ?? [],
  );
  const openedBy = new Set(changed.map(({ opening }) => opening?.eventId));
  for (const { eventId, made } of messages) if (made) made.leads = openedBy.has(eventId) ? 1 : 0;
  const completed = changed
    .filter(({ opening }) => opening === undefined)
    .flatMap(completionOf)
    .map((lead) => ({ ...lead, companyId: companyOf(lead.identityId, lead.isTest) }));
  return { opened, completed, leadOf, changed, emails };
}

async function writeLeads(tx: Tx, workspaceId: string, { opened, completed }: FollowedLeads) {
  const networks = opened.map(({ network }) => network);
  await Promise.all([
    opened.length > 0 ? insertOpenedLeads(tx, workspaceId, opened) : undefined,
    completed.length > 0 ? completeLeads(tx, workspaceId, completed) : undefined,
    requestSuspects(tx, workspaceId, networks),
  ]);
}

function completionOf({ id, isTest, identityId, completion }: LeadState<VisitMoment>) {
  if (!completion || identityId === null) return [];
  return [{ id, isTest, identityId, location: placeOf(completion), completedAt: completion.at }];
}

/** Whom the message names; else whose its visitor is known to be by then. */
function knownIdentity(
  message: Message,
  links: VisitorLinks,
  namedBy: Map<string, Link>,
): string | undefined {
  const named = message.conversion ? undefined : namedBy.get(message.eventId);
  return named?.identity_id ?? ownerKnownAt(links.of(message), instantOf(message.occurredAt));
}

function isFirstLink(message: Message, links: VisitorLinks): boolean {
  return links.of(message)[0]?.event_id === message.eventId;
}

function ownerOf(namedBy: Map<string, Link>) {
  return ({ visitorId, isTest, eventId }: Message) => {
    return { visitorId, isTest, identityId: namedBy.get(eventId)?.identity_id ?? '' };
  };
}

/** `own`: the links of the visitor. */
function isFirstOfPerson(link: Link, own: Link[]): boolean {
  return (
    own.find(({ identity_id }) => identity_id === link.identity_id)?.event_id === link.event_id
  );
}

/** Of a visitor that is named, without it, as a person whose work address is known. */
function inheritsCompany(email: string, given: string | undefined): boolean {
  return email.toLowerCase() !== given && companyDomainOf(email) !== '';
}

/** Work addresses tell of companies, and that the visitor belongs to them. */
async function writeCompanies(
  tx: Tx,
  workspaceId: string,
  namings: (Naming & Person)[],
  worthOf: Map<string, LinkWorth>,
): Promise<void> {
  const found = namings.flatMap((naming) => {
    const { eventId, isTest, visitorId, occurredAt: seenAt } = naming;
    const company = companyOfEmail(workspaceId, isTest, naming.email);
    const right = emailRightOf(naming, worthOf.get(eventId)?.weight ?? 1);
    return company ? [{ company, isTest, visitorId, right, seenAt }] : [];
  });
  if (found.length === 0) return;
  const evidence = found.map(({ company, ...seen }) => {
    return { ...seen, companyId: company.id, kind: 'email_domain' as const, value: company.domain };
  });
  const companies = found.map(({ company, seenAt }) => ({ ...company, seenAt }));
  await runCombined(tx, workspaceId, [upsertCompanies(companies), upsertEvidence(evidence)]);
}

function subjects(of: { visitorId: string; isTest: boolean }[]) {
  return of.map(({ visitorId, isTest }) => ({ subject: visitorId, isTest }));
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}
