/** Writes the people that new messages identify, and the resulting conversions and leads. */

import { upsertCompanies, upsertEvidence } from '../../companies/store.ts';
import { companyDomainOf, companyOfEmail } from '../../enrichment/companies/company-of.ts';
import { isBotMark } from '../../enrichment/user-agents/stored-mark.ts';
import { lockedNames } from '../../identity/making/holds.ts';
import {
  type PeopleMoment,
  visitorsWithLaterHistory,
} from '../../identity/making/later-history.ts';
import {
  identifyClaimQuestions,
  identifyClaimsToLink,
  keepIdentifyClaimsOfBots,
  type Linked,
  linkIdentifyClaims,
  linkNobody,
} from '../../identity/making/link-claims.ts';
import type { IdentifyClaim } from '../../identity/making/match-claims.ts';
import { emailLevelOf, isProved } from '../../identity/making/who-is-who.ts';
import { insertSuggestions, type NewSuggestion } from '../../people/identities/suggestions.ts';
import {
  type ChangedRecord,
  changesPart,
  eachOnce,
  recordChanges,
} from '../../platform/changes/record.ts';
import { compareText } from '../../platform/common/compare-text.ts';
import { instantOf } from '../../platform/common/instant.ts';
import { runCombined, type StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { askTogether } from '../../platform/db/joint-questions.ts';
import { enqueuePart, type JobSubject } from '../../platform/jobs/queue.ts';
import {
  type IdentifyClaimLink,
  type Link,
  type LinkWorth,
  MarkedNames,
} from '../../records/person/links.ts';
import { ownerAt, ownerKnownAt, VisitorLinks } from '../../records/person/ownership.ts';
import {
  type AssignedConversion,
  assignConversions,
  insertConversions,
  type NewConversion,
} from '../../revenue/conversions/store.ts';
import { completeLeads, insertOpenedLeads } from '../../revenue/leads/open.ts';
import { requestSuspects, requestSuspectsOf } from '../../revenue/leads/suspects.ts';
import { sessionOrigins } from '../../visits/sessions/store.ts';
import { type FollowedLeads, followInLeads } from './follow-leads.ts';
import type { Message, Person } from './message.ts';
import { forgetTouches, writeClaims } from './write-claims.ts';

/** `fresh`: the new messages. Bots identify nobody and open nothing. Requires the lock of `sharePeople`. */
export async function writePeople(tx: Tx, workspaceId: string, fresh: Message[]): Promise<void> {
  const { claims, displaced } = await writeClaims(tx, workspaceId, fresh);
  const ofBots = identifyClaimsOf(claims.filter(({ person, visit }) => person && visit.bot !== ''));
  if (ofBots.length > 0) await keepIdentifyClaimsOfBots(tx, workspaceId, ofBots);
  const inTime = claims
    .filter(({ person, conversion, visit }) => conversion || (person && visit.bot === ''))
    .sort(byTime);
  if (inTime.length === 0) return;
  const visits = inTime.filter(({ visit }) => visit.bot === '');
  const identifyClaims = identifyClaimsOf(visits);
  const { late, origins, linked, ofLocked } = await readAndLink(
    tx,
    workspaceId,
    visits,
    identifyClaims,
  );
  countMade(inTime, [...linked.founding, ...linked.laterFounding]);
  if (linked.barred.length > 0) await insertSuggestions(tx, workspaceId, linked.barred.map(barred));
  const whose = whoseAre(visits, linked);
  const leads = await followInLeads(tx, workspaceId, {
    messages: visits.filter((message) => !ofLocked.has(message)),
    origins,
    founding: linked.founding,
    identityIdOf: whose.identityIdOf,
  });
  const work = { inTime, visits, identifyClaims, late, ofLocked, linked, whose, leads };
  const answers = await runCombined(tx, workspaceId, partsOf(workspaceId, work));
  const networks = leads.opened.map(({ network }) => network);
  const proved = provedPeople(work);
  await Promise.all([
    networks.length > 0 ? requestSuspects(tx, workspaceId, networks) : undefined,
    proved.length > 0 ? requestSuspectsOf(tx, workspaceId, proved) : undefined,
    recordChanges(tx, workspaceId, newConversions(answers)),
  ]);
  await forgetTouches(tx, workspaceId, displaced);
}

function identifyClaimsOf(messages: Message[]): (IdentifyClaim & Person)[] {
  return messages.flatMap((one) => {
    if (!one.person) return [];
    const { person, ...message } = one;
    const { isOverQuota: mustBeKnown, visit } = message;
    return [{ ...message, ...person, mustBeKnown, isFoundBot: isBotMark(visit.foundBot) }];
  });
}

/** The messages of one transaction that concern people, with the results so far. */
interface PeopleWork {
  inTime: Message[];
  /** Those not from bots. */
  visits: Message[];
  identifyClaims: (IdentifyClaim & Person)[];
  /** Visitors with later stored data. */
  late: JobSubject[];
  /** About people being recomputed now: left to the next run. */
  ofLocked: Set<Message>;
  linked: Linked;
  whose: Whose;
  leads: FollowedLeads;
}

/** Reads stored visitors and names, and links the claims. */
async function readAndLink(
  tx: Tx,
  workspaceId: string,
  visits: Message[],
  identifyClaims: (IdentifyClaim & Person)[],
) {
  const visitorIds = [...new Set(visits.map(({ visitorId }) => visitorId))];
  const ofVisits = {
    late: visitorsWithLaterHistory(earliestOfVisitors(visits)),
    origins: sessionOrigins(visits),
  };
  if (identifyClaims.length === 0) {
    const locked = lockedNames([], [], visitorIds);
    const [answers, linked] = await Promise.all([
      askTogether(tx, workspaceId, { ...ofVisits, locked }),
      linkNobody(tx, workspaceId, visitorIds),
    ]);
    return { ...answers, linked, ofLocked: messagesOfLocked(visits, linked, answers.locked) };
  }
  const toLink = await identifyClaimsToLink(tx, identifyClaims, visitorIds);
  const questions = { ...ofVisits, ...identifyClaimQuestions(toLink) };
  const { late, origins, ...answers } = await askTogether(tx, workspaceId, questions);
  const linked = await linkIdentifyClaims(tx, workspaceId, toLink, answers);
  return { late, origins, linked, ofLocked: messagesOfLocked(visits, linked, answers.locked) };
}

function messagesOfLocked(visits: Message[], { ofLocked }: Linked, keys: { key: string }[]) {
  const locked = new MarkedNames(keys);
  const named = new Set(ofLocked.map(({ eventId }) => eventId));
  return new Set(visits.filter((one) => locked.hasVisitor(one) || named.has(one.eventId)));
}

/** Owners of messages, by current links. */
interface Whose {
  links: VisitorLinks<IdentifyClaimLink>;
  /** The link each claim created, by event. */
  namedBy: Map<string, IdentifyClaimLink>;
  /** By event: the person it identifies, else its visitor's person at that time. */
  identityIdOf: Map<string, string | undefined>;
}

function whoseAre(visits: Message[], linked: Linked): Whose {
  const links = new VisitorLinks(linked.links);
  const namedBy = new Map(linked.links.map((link) => [link.event_id, link]));
  const identityIdOf = new Map(
    visits.map((message) => [message.eventId, knownIdentity(message, links, namedBy)]),
  );
  return { links, namedBy, identityIdOf };
}

/** All writes, as one statement. */
function partsOf(
  workspaceId: string,
  { inTime, visits, identifyClaims, late, ofLocked, linked, whose, leads }: PeopleWork,
): StatementPart[] {
  const { links, namedBy } = whose;
  const { opened, completed, leadOf, changed, lateVisitors, emails } = leads;
  const emailOf = new Map(
    identifyClaims.map(({ eventId, email }) => [eventId, email.toLowerCase()]),
  );
  const companyLinks = identifyClaims
    .flatMap(({ eventId }) => namedBy.get(eventId) ?? [])
    .filter(
      (link) =>
        (linked.worthOf.get(link.event_id)?.weight ?? 1) > 1 &&
        isFirstOfPerson(link, links.of({ visitorId: link.visitor_id, isTest: link.is_test })) &&
        inheritsCompany(emails.get(link.identity_id) ?? '', emailOf.get(link.event_id)),
    )
    .map((link) => ({ subject: link.visitor_id, isTest: link.is_test }));
  const firsts = visits.filter((message) => isFirstLink(message, links));
  const conversions = visits.filter(({ conversion }) => conversion !== undefined);
  return [
    changesPart(
      eachOnce([
        ...linked.changed.map(({ id, isTest }) => ({ kind: 'identity' as const, id, isTest })),
        ...changed.map(({ id, isTest }) => ({ kind: 'lead' as const, id, isTest })),
        ...inTime.flatMap(conversionChange),
      ]),
    ),
    insertOpenedLeads(opened),
    completeLeads(completed),
    insertConversions(ownedConversions(inTime, links, leadOf)),
    assignConversions(firsts.map(ownerOf(namedBy))),
    ...companyParts(workspaceId, linked.followed, linked.worthOf),
    enqueuePart('people', [
      ...late,
      ...lateVisitors,
      ...subjects([...linked.undecided, ...ofLocked]),
      ...companyLinks,
    ]),
    enqueuePart('attribution', subjects([...conversions, ...firsts, ...changed])),
  ];
}

function newConversions(answers: Record<string, unknown>): ChangedRecord[] {
  const conversions = (answers.assigned_conversions ?? []) as AssignedConversion[];
  return conversions.map(({ id, isTest }) => ({ kind: 'conversion', id, isTest }));
}

/** Proved people are never suspects. */
function provedPeople({ linked, whose: { namedBy } }: PeopleWork): string[] {
  return linked.followed
    .filter(({ verificationLevel }) => isProved(verificationLevel))
    .flatMap(({ eventId }) => namedBy.get(eventId)?.identity_id ?? []);
}

/** `founding`: events that identify new people. */
function countMade(messages: Message[], founding: Iterable<string>): void {
  const eventIds = new Set(founding);
  for (const { eventId, made } of messages) {
    if (made) made.people = eventIds.has(eventId) ? 1 : 0;
  }
}

function barred({
  eventId,
  isTest,
  visitorId,
  verificationLevel,
  occurredAt,
  ...claim
}: IdentifyClaim): NewSuggestion {
  const { email, userId: user_id, name, traits } = claim;
  const value = { email, user_id, name, traits };
  const reason = 'quota';
  const of = { eventId, isTest, visitorId, verificationLevel, createdAt: occurredAt };
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

function ownedConversions(
  inTime: Message[],
  links: VisitorLinks,
  leadOf: Map<string, string>,
): NewConversion[] {
  return inTime.flatMap((message) => {
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
        isFoundBot: isBotMark(visit.foundBot),
        verificationLevel: message.verificationLevel,
        network: message.network,
        createdAt: occurredAt,
      },
    ];
  });
}

/** The person the message identifies; else its visitor's at that time. */
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

/** `own`: the visitor's links. */
function isFirstOfPerson(link: Link, own: Link[]): boolean {
  return (
    own.find(({ identity_id }) => identity_id === link.identity_id)?.event_id === link.event_id
  );
}

/** For a visitor that identifies, without its own work address, as a person with one. */
function inheritsCompany(email: string, companyId: string | undefined): boolean {
  return email.toLowerCase() !== companyId && companyDomainOf(email) !== '';
}

/** Work addresses reveal companies, and link the visitor to them. */
function companyParts(
  workspaceId: string,
  identifyClaims: IdentifyClaim[],
  worthOf: Map<string, LinkWorth>,
): StatementPart[] {
  const sightings = identifyClaims.flatMap((identifyClaim) => {
    const { eventId, isTest, visitorId, occurredAt: seenAt } = identifyClaim;
    const company = companyOfEmail(workspaceId, isTest, identifyClaim.email);
    const verificationLevel = emailLevelOf(identifyClaim, worthOf.get(eventId)?.weight ?? 1);
    return company ? [{ company, isTest, visitorId, verificationLevel, seenAt }] : [];
  });
  const evidence = sightings.map(({ company, ...seen }) => {
    return { ...seen, companyId: company.id, kind: 'email_domain' as const, value: company.domain };
  });
  const companies = sightings.map(({ company, seenAt }) => ({ ...company, seenAt }));
  return [upsertCompanies(companies), ...upsertEvidence(evidence)];
}

function subjects(of: { visitorId: string; isTest: boolean }[]) {
  return of.map(({ visitorId, isTest }) => ({ subject: visitorId, isTest }));
}
