/** What a lead shows, from the messages that opened and completed it and their visits. Pure. */
import type { SessionOrigin } from '../../visits/sessions/store.ts';
import type { LeadMoment, LeadState } from './lead-moments.ts';
import type { MadeLead } from './open.ts';

/** A message with what is known of its visit. */
export interface VisitMoment extends LeadMoment {
  sessionId: string;
  /** A hash of the sender's. */
  network: string | null;
  source: string;
  city: string;
  country: string;
  /** The business whose network it was. */
  sessionCompanyId: string | null;
  /** Of a conversion; empty else. */
  code: string;
  /** JSON text. */
  properties: string;
}

/** A moment in its visit, as far as that is known; `conversion`: what the message is, if it is one. */
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

/** What is known of a lead's person, or of its visitor. */
export interface LeadPerson {
  /** Set by hand, or of the work address. */
  companyId: string | null;
  /** When the address became known, in UTC with microseconds. */
  emailAt: string | undefined;
}

/** Undefined for a lead that was stored before its opening message was looked at. */
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

/** A change shows: timestamps go out by the second. */
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

/** JSON text of what is known of the place. */
export function placeOf({ city, country }: { city: string; country: string }): string {
  return JSON.stringify({ ...(city && { city }), ...(country && { country }) });
}
