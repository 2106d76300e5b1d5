/**
 * Leads that messages open: by a conversion, or by the first claim of a person; one for each
 * person. A visitor that is named later completes the lead it has. Pure: what comes of messages in
 * time order, which is the same whether they are looked at one by one or all at once in hindsight.
 */
import { namedId } from '../../platform/common/ids.ts';

/** A message that names a person or is a conversion. */
export interface LeadMoment {
  eventId: string;
  isTest: boolean;
  visitorId: string;
  /** In UTC with microseconds. */
  at: string;
  /** Whose the visitor is known to be by then, this message included. */
  identityId: string | undefined;
  /** What makes it an occasion for a lead, when it is one. */
  opens: 'conversion' | 'identify' | undefined;
}

export interface LeadState<Moment extends LeadMoment = LeadMoment> {
  id: string;
  isTest: boolean;
  visitorId: string;
  identityId: string | null;
  /** In UTC with microseconds. */
  openedAt: string;
  /** The message that opened it; undefined when it was stored before. */
  opening: Moment | undefined;
  /** The message that told whose it is, when it was opened without. */
  completion: Moment | undefined;
}

export interface LeadOutcome<Moment extends LeadMoment> {
  /** By event id, for the occasions. */
  leadOf: Map<string, string>;
  /** Opened or completed, in the order in which that happened first. */
  changed: LeadState<Moment>[];
}

/** A lead that is there from a time on, in UTC with microseconds. */
export interface LeadSince<Moment extends LeadMoment> {
  since: string;
  lead: LeadState<Moment>;
}

/** `moments` and `existing`: in time order; the leads are changed. */
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
    // A visitor's lead that belongs to another person is not this person's.
    const own = identityId === undefined ? ofVisitor : byIdentity.get(identityId);
    const lead = own ?? opened(workspaceId, moment);
    leadOf.set(eventId, lead.id);
    if (lead.opening !== moment) continue;
    changed.add(lead);
    remember(lead);
  }
  return { leadOf, changed: [...changed] };
}

/** Who has several leads, since they were named on several devices, goes on with the one opened first. */
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
