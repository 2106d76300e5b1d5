/**
 * Leads opened by messages: by a conversion, or by a person's first identification; one per person. A visitor
 * identified later completes its lead. Pure: the same result for messages in time order, one by one or all at
 * once.
 */
import { namedId } from '../../platform/common/ids.ts';

/** An identify claim or conversion. */
export interface LeadMoment {
  eventId: string;
  isTest: boolean;
  visitorId: string;
  /** UTC, with microseconds. */
  at: string;
  /** The visitor's person at that time, including this message. */
  identityId: string | undefined;
  /** Why it may open a lead, if it may. */
  opens: 'conversion' | 'identify' | undefined;
}

export interface LeadState<Moment extends LeadMoment = LeadMoment> {
  id: string;
  isTest: boolean;
  visitorId: string;
  identityId: string | null;
  /** UTC, with microseconds. */
  openedAt: string;
  /** The opening message; undefined if already stored. */
  opening: Moment | undefined;
  /** The message that identified the person, if the lead was opened without one. */
  completion: Moment | undefined;
}

export interface LeadOutcome<Moment extends LeadMoment> {
  /** By event id, for messages that may open a lead. */
  leadOf: Map<string, string>;
  /** Opened or completed, in that order. */
  changed: LeadState<Moment>[];
}

/** A lead with the time it exists from, in UTC with microseconds. */
export interface LeadSince<Moment extends LeadMoment> {
  since: string;
  lead: LeadState<Moment>;
}

/** `moments` and `existing`: in time order; modifies the leads. */
export function followLeads<Moment extends LeadMoment>(
  workspaceId: string,
  moments: Moment[],
  existing: LeadSince<Moment>[],
): LeadOutcome<Moment> {
  const byVisitor = new Map<string, LeadState<Moment>>();
  const byIdentity = new Map<string, LeadState<Moment>>();
  const remember = (lead: LeadState<Moment>) => {
    keepEarliest(byVisitor, visitorKey(lead), lead);
    if (lead.identityId) keepEarliest(byIdentity, lead.identityId, lead);
  };
  let next = 0;
  const changed = new Set<LeadState<Moment>>();
  const leadOf = new Map<string, string>();
  for (const moment of moments) {
    const { identityId, eventId, opens, at } = moment;
    for (let lead = existing[next]; lead && lead.since <= at; lead = existing[next]) {
      remember(lead.lead);
      next += 1;
    }
    const ofVisitor = byVisitor.get(visitorKey(moment));
    if (ofVisitor && ofVisitor.identityId === null && identityId !== undefined) {
      ofVisitor.identityId = identityId;
      ofVisitor.completion = moment;
      changed.add(ofVisitor);
      remember(ofVisitor);
    }
    if (opens === undefined) continue;
    // Skip a lead of the visitor that belongs to another person.
    const own = identityId === undefined ? ofVisitor : byIdentity.get(identityId);
    const lead = own ?? opened(workspaceId, moment);
    leadOf.set(eventId, lead.id);
    if (lead.opening !== moment) continue;
    changed.add(lead);
    remember(lead);
  }
  return { leadOf, changed: [...changed] };
}

/** A person with several leads, from several devices, continues with the first. */
function keepEarliest<Lead extends LeadState>(leads: Map<string, Lead>, key: string, lead: Lead) {
  const earliest = leads.get(key);
  const isEarlier =
    earliest === undefined ||
    lead.openedAt < earliest.openedAt ||
    (lead.openedAt === earliest.openedAt && lead.id < earliest.id);
  if (isEarlier) leads.set(key, lead);
}

function opened<Moment extends LeadMoment>(workspaceId: string, moment: Moment): LeadState<Moment> {
  const { isTest, visitorId, identityId } = moment;
  return {
    id: namedId(`lead:${workspaceId}:${visitorKey(moment)}:${identityId ?? ''}`),
    isTest,
    visitorId,
    identityId: identityId ?? null,
    openedAt: moment.at,
    opening: moment,
    completion: undefined,
  };
}

function visitorKey({ isTest, visitorId }: { isTest: boolean; visitorId: string }): string {
  return `${isTest}:${visitorId}`;
}
