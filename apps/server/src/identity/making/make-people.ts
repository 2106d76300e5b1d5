/** Derives people from their history: identities, the owners of visits and conversions, and the leads that opened. Pure. */
import { type VerificationLevel, verificationLevels } from '@footfall/contract/verification-levels';
import { leadRuleAt, type WorkspaceSettings } from '../../accounts/workspaces/settings.ts';
import type { CompanyEvidence } from '../../companies/store.ts';
import { companyOfEmail } from '../../enrichment/companies/company-of.ts';
import { compareText } from '../../platform/common/compare-text.ts';
import type { CompanyRulings } from '../../records/company/company-overrides.ts';
import type { Link } from '../../records/person/links.ts';
import { ownerAt, ownerKnownAt, VisitorLinks } from '../../records/person/ownership.ts';
import {
  describeLead,
  type LeadPerson,
  momentInVisit,
  type VisitMoment,
} from '../../revenue/leads/describe-lead.ts';
import { followLeads, type LeadOutcome, type LeadState } from '../../revenue/leads/lead-moments.ts';
import { type ConversionFact, ownerNow, type PeopleHistory, type StoredLead } from './history.ts';
import { opensLead } from './lead-rule.ts';
import type { IdentifyClaimFact, Profile } from './profile.ts';
import { resolvePeople } from './resolve-people.ts';
import type { MadePeople } from './store.ts';
import { countedLevel, emailLevelOf } from './who-is-who.ts';

export async function makePeople(
  workspaceId: string,
  history: PeopleHistory,
  settings: WorkspaceSettings,
): Promise<MadePeople> {
  const claims = history.identifyClaims.filter(({ isOfBot }) => !isOfBot);
  const resolved = await resolvePeople(workspaceId, claims, history.identityOverrides);
  const { people, personOf, nowOf } = resolved;
  const { isTest } = history;
  const links = new VisitorLinks(linksFrom(history, personOf));
  const counted = history.identifyClaims.filter(({ eventId }) => personOf.has(eventId));
  const moments = momentsOf({ ...history, identifyClaims: counted }, personOf, links, settings);
  const existing = history.leads
    .filter(({ openedBy }) => openedBy === 'api')
    .map((lead) => ({ since: lead.createdAt, lead: apiLead(lead, isTest, ownerNow(lead, nowOf)) }));
  const { leadOf, changed } = followLeads(workspaceId, moments, existing);
  const keptIds = idsOfEdited(history.leads, moments, { leadOf, changed });
  const idOf = (id: string) => keptIds.get(id) ?? id;
  const byId = new Map(people.map((person) => [person.id, person]));
  const leads = changed.flatMap((lead) => {
    const described = describeLead(
      lead,
      leadPerson(workspaceId, history.rulings, lead.visitorId, byId.get(lead.identityId ?? '')),
    );
    return described ? [{ ...described, id: idOf(described.id) }] : [];
  });
  const conversions = history.conversions.map((conversion) => {
    const { eventId, visitorId, isBot, at } = conversion;
    const owner = isBot ? undefined : ownerAt(links.of({ visitorId, isTest }), at);
    const leadId = leadOf.get(eventId);
    return { ...conversion, identityId: owner ?? null, leadId: leadId ? idOf(leadId) : null };
  });
  const evidence = evidenceOf(workspaceId, history, resolved);
  return { ...resolved, leads, conversions, evidence };
}

/**
 * A lead edited through the API keeps its id: the lead that its opening message or person now belongs to
 * continues under it. Keyed by the id that messages alone would give.
 */
function idsOfEdited(
  stored: StoredLead[],
  moments: VisitMoment[],
  { leadOf, changed }: LeadOutcome<VisitMoment>,
): Map<string, string> {
  const isFixed = ({ openedBy, isEdited }: StoredLead) => openedBy === 'api' || isEdited;
  const fixed = new Set(stored.filter(isFixed).map(({ id }) => id));
  const opened = new Set(leadOf.values());
  const ofPerson = new Map<string | null, string>();
  for (const { id, identityId } of changed.toReversed()) ofPerson.set(identityId, id);
  const heirOf = ({ eventId, identityId }: VisitMoment) =>
    leadOf.get(eventId) ?? ofPerson.get(identityId ?? '');
  const keptIds = new Map<string, string>();
  for (const { id, openedBy, visitorId, createdAt } of stored) {
    if (openedBy === 'api' || !fixed.has(id) || opened.has(id)) continue;
    const own = moments.filter(
      (moment) => moment.visitorId === visitorId && moment.at === createdAt,
    );
    const opening = own.find(({ eventId }) => leadOf.has(eventId)) ?? own[0];
    const heir = opening && heirOf(opening);
    if (heir && !fixed.has(heir) && !keptIds.has(heir)) keptIds.set(heir, id);
  }
  return keptIds;
}

/**
 * A visitor belongs to the company of every work address it identified with; a person's device also to that of
 * the person's address, once both are known. A visitor that merely names somebody gets no company from it, or
 * it would learn theirs.
 */
function evidenceOf(
  workspaceId: string,
  { identifyClaims, isTest }: PeopleHistory,
  { personOf, worthOf }: Pick<MadePeople, 'personOf' | 'worthOf'>,
): CompanyEvidence[] {
  return identifyClaims.flatMap((identifyClaim) => {
    const { eventId, visitorId, email, at } = identifyClaim;
    const person = personOf.get(eventId);
    if (!person) return [];
    const knownAt = person.emailAt !== undefined && person.emailAt > at ? person.emailAt : at;
    const weight = worthOf.get(eventId)?.weight ?? 1;
    const own = countedLevel(identifyClaim.verificationLevel, weight);
    const facts = [{ email, seenAt: at, verificationLevel: emailLevelOf(identifyClaim, weight) }];
    if (weight > 1) {
      const verificationLevel = weakerOf(own, person.emailLevel);
      facts.push({ email: person.email, seenAt: knownAt, verificationLevel });
    }
    return facts.flatMap(({ email: address, seenAt, verificationLevel }) => {
      const company = companyOfEmail(workspaceId, isTest, address);
      const kind = 'email_domain' as const;
      return company
        ? [
            {
              companyId: company.id,
              isTest,
              visitorId,
              kind,
              value: company.domain,
              verificationLevel,
              seenAt,
            },
          ]
        : [];
    });
  });
}

function weakerOf(one: VerificationLevel, other: VerificationLevel): VerificationLevel {
  return verificationLevels.indexOf(one) < verificationLevels.indexOf(other) ? one : other;
}

/** A manual override for the lead's visitor takes precedence over the person's address. */
function leadPerson(
  workspaceId: string,
  rulings: CompanyRulings,
  visitorId: string,
  person: Profile | undefined,
): LeadPerson | undefined {
  const set = rulings.setFor(visitorId);
  if (set !== undefined) return { companyId: set, emailAt: undefined };
  if (!person) return undefined;
  const { isTest, email, emailAt } = person;
  const ofEmail = companyOfEmail(workspaceId, isTest, email)?.id ?? null;
  return { companyId: rulings.allowed(visitorId, ofEmail), emailAt };
}

function linksFrom(
  { identifyClaims, isTest }: PeopleHistory,
  personOf: Map<string, Profile>,
): Link[] {
  return identifyClaims.flatMap(({ eventId, visitorId, at }) => {
    const person = personOf.get(eventId);
    if (!person) return [];
    const link = { visitor_id: visitorId, is_test: isTest, identity_id: person.id };
    return [{ ...link, linked_at: at, event_id: eventId }];
  });
}

function momentsOf(
  { identifyClaims, conversions, sessionOf, isTest }: PeopleHistory,
  personOf: Map<string, Profile>,
  links: VisitorLinks,
  settings: WorkspaceSettings,
): VisitMoment[] {
  const converted = new Map(
    conversions.filter(({ isBot }) => !isBot).map((conversion) => [conversion.eventId, conversion]),
  );
  const named = identifyClaims.filter(
    ({ eventId }) => personOf.has(eventId) && !converted.has(eventId),
  );
  const founding = foundingOf(identifyClaims, personOf);
  const momentOf = (
    { eventId, visitorId, at, network }: PeopleHistory['identifyClaims'][number] | ConversionFact,
    conversion: ConversionFact | undefined,
  ): VisitMoment => {
    const named = conversion ? undefined : personOf.get(eventId)?.id;
    const visit = sessionOf.get(eventId);
    const rule = leadRuleAt(settings, Date.parse(at));
    const moment = {
      eventId,
      isTest,
      visitorId,
      at,
      identityId: named ?? ownerKnownAt(links.of({ visitorId, isTest }), at),
      opens: opensLead(rule, conversion, founding.has(eventId)),
      sessionId: visit?.id ?? '',
      network,
    };
    return momentInVisit(moment, visit, conversion);
  };
  return [
    ...named.map((identifyClaim) => momentOf(identifyClaim, undefined)),
    ...[...converted.values()].map((conversion) => momentOf(conversion, conversion)),
  ].sort((a, b) => compareText(a.at, b.at) || compareText(a.eventId, b.eventId));
}

/** Events that identify a person for the first time. `identifyClaims`: in time order. */
function foundingOf(
  identifyClaims: IdentifyClaimFact[],
  personOf: Map<string, Profile>,
): Set<string> {
  const firsts = new Map<Profile | undefined, string>();
  for (const { eventId } of identifyClaims) {
    const person = personOf.get(eventId);
    if (!firsts.has(person)) firsts.set(person, eventId);
  }
  return new Set(firsts.values());
}

function apiLead(
  { id, visitorId, createdAt: openedAt }: StoredLead,
  isTest: boolean,
  identityId: string | null,
): LeadState<VisitMoment> {
  return { id, isTest, visitorId, identityId, openedAt, opening: undefined, completion: undefined };
}
