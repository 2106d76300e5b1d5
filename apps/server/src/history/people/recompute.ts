/**
 * People made anew from their whole history: identities, whose each visit was, whose conversions are,
 * and the leads that opened. The job for what messages change that came late, or told that two
 * people are one. What comes out is what would have come of the same messages in time order.
 */

import { compareText } from '../../common/compare-text.ts';
import { companyOfEmail } from '../../companies/company-of.ts';
import type { CompanyEvidence } from '../../companies/store.ts';
import type { Tx } from '../../db/connect.ts';
import type { Link } from '../../identities/naming.ts';
import { ownerAt, ownerKnownAt } from '../../identities/slices.ts';
import { enqueueJobs, type JobSubject } from '../../jobs/queue.ts';
import { followLeads, type LeadState } from '../../leads/lead-moments.ts';
import { tellLead, type VisitMoment } from '../../leads/tell-lead.ts';
import { leadRuleAt, selectSettings, type WorkspaceSettings } from '../../workspaces/settings.ts';
import {
  type ConversionFact,
  type PeopleHistory,
  readPeopleHistory,
  type StoredLead,
} from './history.ts';
import { opensLead } from './lead-rule.ts';
import { lockPeople } from './lock.ts';
import { type ResolvedIdentity, resolvePeople } from './resolve.ts';
import { storePeople } from './store.ts';

/** `jobs`: visitors; everybody who is linked with them is made anew too. */
export async function recomputePeople(
  tx: Tx,
  workspaceId: string,
  jobs: JobSubject[],
): Promise<void> {
  await lockPeople(tx, workspaceId);
  const settings = await selectSettings(tx, workspaceId);
  for (const isTest of [false, true]) {
    const subjects = jobs.filter((job) => job.isTest === isTest).map(({ subject }) => subject);
    if (subjects.length === 0) continue;
    const history = await readPeopleHistory(tx, workspaceId, subjects, isTest);
    const people = makePeople(workspaceId, history, settings);
    await storePeople(tx, workspaceId, history, people);
    const touched = people.identities.map(({ id }) => ({ subject: id, isTest }));
    await enqueueJobs(tx, workspaceId, 'personality', touched);
  }
}

/** Pure: what a history tells. */
function makePeople(workspaceId: string, history: PeopleHistory, settings: WorkspaceSettings) {
  const { people, personOf } = resolvePeople(workspaceId, history.namings);
  const linksOf = linksByVisitor(history, personOf);
  const moments = momentsOf(history, linksOf, settings);
  const existing = history.leads
    .filter(({ openedBy }) => openedBy === 'api')
    .map((lead) => ({ since: lead.createdAt, lead: apiLead(lead, history.isTest) }));
  const { leadOf, changed } = followLeads(workspaceId, moments, existing);
  const keptIds = idsOfEdited(history.leads, moments, leadOf);
  const idOf = (id: string) => keptIds.get(id) ?? id;
  const byId = new Map(people.map((person) => [person.id, person]));
  const leads = changed.flatMap((lead) => {
    const person = byId.get(lead.identityId ?? '');
    const told = tellLead(
      lead,
      person && { companyId: companyOf(workspaceId, person), emailAt: person.emailAt },
    );
    return told ? [{ ...told, id: idOf(told.id) }] : [];
  });
  const conversions = history.conversions.map((conversion) => {
    const { eventId, visitorId, isBot, at } = conversion;
    const links = linksOf.get(visitorId) ?? [];
    const owner = isBot ? undefined : ownerAt(links, at);
    const leadId = leadOf.get(eventId);
    return { ...conversion, identityId: owner ?? null, leadId: leadId ? idOf(leadId) : null };
  });
  const evidence = evidenceOf(workspaceId, history, personOf);
  return { identities: people, personOf, leads, conversions, evidence };
}

/**
 * A lead that was changed through the API keeps its id: the lead to which its opening message turned
 * out to belong goes on under that. By the id that messages alone would give.
 */
function idsOfEdited(
  stored: StoredLead[],
  moments: VisitMoment[],
  leadOf: Map<string, string>,
): Map<string, string> {
  const isFixed = ({ openedBy, isEdited }: StoredLead) => openedBy === 'api' || isEdited;
  const fixed = new Set(stored.filter(isFixed).map(({ id }) => id));
  const told = new Set(leadOf.values());
  const keptIds = new Map<string, string>();
  for (const { id, openedBy, visitorId, createdAt } of stored) {
    if (openedBy === 'api' || !fixed.has(id) || told.has(id)) continue;
    const opening = moments.find(
      (moment) =>
        moment.visitorId === visitorId && moment.at === createdAt && leadOf.has(moment.eventId),
    );
    const heir = opening && leadOf.get(opening.eventId);
    if (heir && !fixed.has(heir) && !keptIds.has(heir)) keptIds.set(heir, id);
  }
  return keptIds;
}

/**
 * A visitor belongs to the company of every work address that it was named by, and to that of its
 * person, from when both the person and the address were known.
 */
function evidenceOf(
  workspaceId: string,
  { namings, isTest }: PeopleHistory,
  personOf: Map<string, ResolvedIdentity>,
): CompanyEvidence[] {
  return namings.flatMap(({ eventId, visitorId, email, at }) => {
    const person = personOf.get(eventId);
    const knownAt = person?.emailAt !== undefined && person.emailAt > at ? person.emailAt : at;
    const facts = [
      { email, seenAt: at },
      { email: person?.email ?? '', seenAt: knownAt },
    ];
    return facts.flatMap(({ email: address, seenAt }) => {
      const company = companyOfEmail(workspaceId, isTest, address);
      const kind = 'email_domain' as const;
      return company
        ? [{ companyId: company.id, isTest, visitorId, kind, value: company.domain, seenAt }]
        : [];
    });
  });
}

function companyOf(workspaceId: string, { isTest, email }: ResolvedIdentity): string | null {
  return companyOfEmail(workspaceId, isTest, email)?.id ?? null;
}

function linksByVisitor(
  { namings, isTest }: PeopleHistory,
  personOf: Map<string, ResolvedIdentity>,
): Map<string, Link[]> {
  const linksOf = new Map<string, Link[]>();
  for (const { eventId, visitorId, at } of namings) {
    const links = linksOf.get(visitorId) ?? [];
    linksOf.set(visitorId, links);
    links.push({
      visitor_id: visitorId,
      is_test: isTest,
      identity_id: personOf.get(eventId)?.id ?? '',
      linked_at: at,
      event_id: eventId,
    });
  }
  return linksOf;
}

function momentsOf(
  { namings, conversions, sessionOf, isTest }: PeopleHistory,
  linksOf: Map<string, Link[]>,
  settings: WorkspaceSettings,
): VisitMoment[] {
  const converted = new Map(
    conversions.filter(({ isBot }) => !isBot).map((conversion) => [conversion.eventId, conversion]),
  );
  const named = namings.filter(({ eventId }) => !converted.has(eventId));
  const moment = (
    { eventId, visitorId, at }: { eventId: string; visitorId: string; at: string },
    conversion: ConversionFact | undefined,
  ): VisitMoment => {
    const links = linksOf.get(visitorId) ?? [];
    const session = sessionOf.get(eventId);
    const rule = leadRuleAt(settings, Date.parse(at));
    return {
      eventId,
      isTest,
      visitorId,
      at,
      identityId: ownerKnownAt(links, at),
      opens: opensLead(rule, conversion, links[0]?.event_id === eventId),
      sessionId: session?.id ?? '',
      source: session?.source ?? 'website',
      city: session?.city ?? '',
      country: session?.country ?? '',
      sessionCompanyId: session?.company_id ?? null,
      code: conversion?.code ?? '',
      properties: conversion?.properties ?? '{}',
    };
  };
  return [
    ...named.map((naming) => moment(naming, undefined)),
    ...[...converted.values()].map((conversion) => moment(conversion, conversion)),
  ].sort((a, b) => compareText(a.at, b.at) || compareText(a.eventId, b.eventId));
}

function apiLead(
  { id, visitorId, identityId, createdAt: openedAt }: StoredLead,
  isTest: boolean,
): LeadState<VisitMoment> {
  return { id, isTest, visitorId, identityId, openedAt, opening: undefined, completion: undefined };
}
