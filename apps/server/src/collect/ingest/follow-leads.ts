/** Finds leads that new messages open or complete. */

import { companyOfEmail } from '../../enrichment/companies/company-of.ts';
import { peopleWithLaterHistory } from '../../identity/making/later-history.ts';
import { opensLead } from '../../identity/making/lead-rule.ts';
import { lockIdentities } from '../../people/identities/store.ts';
import { instantOf } from '../../platform/common/instant.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { askTogether } from '../../platform/db/joint-questions.ts';
import type { JobSubject } from '../../platform/jobs/queue.ts';
import { CompanyRulings, companyRulings } from '../../records/company/company-overrides.ts';
import {
  describeLead,
  momentInVisit,
  placeOf,
  type VisitMoment,
} from '../../revenue/leads/describe-lead.ts';
import { followLeads, type LeadState } from '../../revenue/leads/lead-moments.ts';
import { type Completion, leadStates, leadsOf, type MadeLead } from '../../revenue/leads/open.ts';
import type { SessionOrigin } from '../../visits/sessions/store.ts';
import type { Message } from './message.ts';

/** Changes to the leads of people and visitors. */
export interface FollowedLeads {
  opened: MadeLead[];
  completed: Completion[];
  /** The lead of each message that may open one. */
  leadOf: Map<string, string>;
  changed: LeadState<VisitMoment>[];
  /** People's addresses, by id. */
  emails: Map<string, string>;
  /** Visitors of people with later stored data. */
  lateVisitors: JobSubject[];
}

/** Messages, not from bots, that may open or complete leads. */
interface Occasions {
  messages: Message[];
  /** Origins of their visits. */
  origins: SessionOrigin[];
  /** Events that identify new people. */
  founding: Set<string>;
  /** The person of each message, by event. */
  identityIdOf: Map<string, string | undefined>;
}

/** Locks the people; writes nothing yet. */
export async function followInLeads(
  tx: Tx,
  workspaceId: string,
  { messages, origins, founding, identityIdOf }: Occasions,
): Promise<FollowedLeads> {
  const occurrences = messages.flatMap(({ visitorId, isTest, eventId, occurredAt: at }) => {
    const identityId = identityIdOf.get(eventId);
    return identityId ? [{ subject: visitorId, isTest, identityId, eventId, at }] : [];
  });
  const people = occurrences.map(({ identityId }) => identityId);
  const visitorIds = messages.map(({ visitorId }) => visitorId);
  // In this order: concurrent changes to the same people are visible after their lock.
  const [emails, { leads, later, rulings }] = await Promise.all([
    lockIdentities(tx, workspaceId, [...new Set(people)]),
    askTogether(tx, workspaceId, {
      leads: leadsOf(visitorIds, people),
      later: peopleWithLaterHistory(occurrences),
      rulings: companyRulings([...new Set(visitorIds)]),
    }),
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
      identityId: identityIdOf.get(eventId),
      opens: opensLead(message.leadRule, conversion, founding.has(eventId)),
      sessionId,
      network: message.network,
    };
    return momentInVisit(moment, originOf.get(`${isTest}${visitorId}${sessionId}`), conversion);
  });
  const { leadOf, changed } = followLeads<VisitMoment>(workspaceId, moments, leadStates(leads));
  const ruled = new CompanyRulings(rulings);
  const companyOf = ({ visitorId, identityId, isTest }: LeadState<VisitMoment>) => {
    const ofEmail = companyOfEmail(workspaceId, isTest, emails.get(identityId ?? '') ?? '');
    return ruled.setFor(visitorId) ?? ruled.allowed(visitorId, ofEmail?.id ?? null);
  };
  const opened = changed.flatMap(
    (lead) =>
      describeLead(lead, {
        companyId: companyOf(lead),
        emailAt: undefined,
      }) ?? [],
  );
  const openedBy = new Set(changed.map(({ opening }) => opening?.eventId));
  for (const { eventId, made } of messages) if (made) made.leads = openedBy.has(eventId) ? 1 : 0;
  const completed = changed
    .filter(({ opening }) => opening === undefined)
    .flatMap((lead) => completionOf(lead).map((one) => ({ ...one, companyId: companyOf(lead) })));
  const latePeople = new Set(later.map(({ id }) => id));
  const lateVisitors = occurrences.filter(({ identityId }) => latePeople.has(identityId));
  return { opened, completed, leadOf, changed, emails, lateVisitors };
}

function completionOf({ id, identityId, completion }: LeadState<VisitMoment>) {
  if (!completion || identityId === null) return [];
  return [{ id, identityId, location: placeOf(completion), completedAt: completion.at }];
}
