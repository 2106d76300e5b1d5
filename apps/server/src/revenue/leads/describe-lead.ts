/** Fields of a lead, from the messages that opened and completed it and their visits. Pure. */
import type { SessionOrigin } from '../../visits/sessions/store.ts';
import type { LeadMoment, LeadState } from './lead-moments.ts';
import type { MadeLead } from './open.ts';

/** A message with facts of its visit. */
export interface VisitMoment extends LeadMoment {
  sessionId: string;
  /** Hash of the sender's network. */
  network: string | null;
  source: string;
  city: string;
  country: string;
  /** The business that owns the network. */
  sessionCompanyId: string | null;
  /** Of a conversion; otherwise empty. */
  code: string;
  /** JSON text. */
  properties: string;
}

/** A moment with its visit, if known; `conversion`: the message's conversion, if any. */
export function momentInVisit(
  moment: LeadMoment & Pick<VisitMoment, 'sessionId' | 'network'>,
  visit: SessionOrigin | undefined,
  conversion: { code: string; properties: string } | undefined,
): VisitMoment {
  return {
    ...moment,
    source: visit?.source ?? 'website',
    city: visit?.city ?? '',
    country: visit?.country ?? '',
    sessionCompanyId: visit?.company_id ?? null,
    code: conversion?.code ?? '',
    properties: conversion?.properties ?? '{}',
  };
}

/** Facts about a lead's person, or its visitor. */
export interface LeadPerson {
  /** Set by hand, or from the work address. */
  companyId: string | null;
  /** When the address became known, in UTC with microseconds. */
  emailAt: string | undefined;
}

/** Undefined for a lead stored before its opening message was read. */
export function describeLead(
  lead: LeadState<VisitMoment>,
  person: LeadPerson | undefined,
): MadeLead | undefined {
  const { opening, completion } = lead;
  if (!opening) return undefined;
  const place = placeOf(opening);
  return {
    id: lead.id,
    isTest: lead.isTest,
    visitorId: lead.visitorId,
    identityId: lead.identityId,
    sessionId: opening.sessionId,
    companyId: person?.companyId ?? opening.sessionCompanyId,
    code: opening.code,
    source: opening.source,
    properties: opening.properties,
    location: place === '{}' && completion ? placeOf(completion) : place,
    openedBy: opening.opens ?? 'identify',
    network: opening.network,
    createdAt: opening.at,
    updatedAt: lastChange(opening, completion, person),
  };
}

/** At least a second later, since the API shows seconds. */
function lastChange(
  { at }: VisitMoment,
  completion: VisitMoment | undefined,
  person: LeadPerson | undefined,
): string {
  const companyAt = person?.companyId ? person.emailAt : undefined;
  const changes = [completion?.at, companyAt].filter((time) => time !== undefined && time > at);
  if (changes.length === 0) return at;
  const nextSecond = new Date(Math.floor(Date.parse(at) / 1000) * 1000 + 1000).toISOString();
  return [`${nextSecond.slice(0, 23)}000Z`, ...changes].sort().at(-1) ?? at;
}

/** The place as JSON text. */
export function placeOf({ city, country }: { city: string; country: string }): string {
  return JSON.stringify({ ...(city && { city }), ...(country && { country }) });
}
