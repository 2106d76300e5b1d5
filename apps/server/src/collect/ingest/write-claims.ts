/** Stores unverified claims as suggestions, and displaces conversions with stronger ones. */

import type { SuggestionReason } from '@footfall/contract/reasons';
import { isProved } from '../../identity/making/who-is-who.ts';
import { insertSuggestions, type NewSuggestion } from '../../people/identities/suggestions.ts';
import { recordChanges } from '../../platform/changes/record.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { lockVisitors } from '../../platform/db/visitor-locks.ts';
import { enqueueInSeries } from '../../platform/jobs/queue.ts';
import { deleteTouchesOf } from '../../revenue/attribution/attribute.ts';
import {
  type ConversionClaim,
  type DisplacedConversion,
  settleClaims,
} from '../../revenue/conversions/claims.ts';
import { selectWorthOfEvents } from '../../visits/events/store.ts';
import type { Message } from './message.ts';

const outranked = 'outranked_conversion';
const tooLate = 'later_conversion';

/** Outcome of conversions reported at several verification levels. */
interface WrittenClaims {
  /** Without conversions that a stronger sender reported. */
  claims: Message[];
  displaced: DisplacedConversion[];
}

/** Remove the displaced ones' credit with `forgetTouches`. */
export async function writeClaims(
  tx: Tx,
  workspaceId: string,
  messages: Message[],
): Promise<WrittenClaims> {
  const claims = messages.flatMap(claimOf);
  const identifyClaims = messages.flatMap(identifyClaimSuggestion);
  if (claims.length === 0 && identifyClaims.length === 0)
    return { claims: messages, displaced: [] };
  const { displaced, refused } = await settleClaims(tx, workspaceId, claims);
  const suggestions = [
    ...identifyClaims,
    ...messages
      .filter(({ eventId }) => refused.has(eventId))
      .flatMap((message) => conversionSuggestion(message, outranked)),
    ...displaced.map(displacedSuggestion),
  ];
  await insertSuggestions(tx, workspaceId, suggestions);
  if (displaced.length > 0) {
    const visitors = displaced.map(({ visitor_id, is_test }) => {
      return { subject: visitor_id, isTest: is_test };
    });
    await enqueueInSeries(tx, workspaceId, 'people', visitors);
    await enqueueInSeries(tx, workspaceId, 'attribution', visitors);
    await recordChanges(
      tx,
      workspaceId,
      displaced.map(({ id, is_test: isTest }) => {
        return { kind: 'conversion', id, isTest, isRemoved: true };
      }),
    );
  }
  const counted = messages.map((message) => {
    if (!refused.has(message.eventId)) return message;
    message.outcome = 'duplicate';
    return { ...message, conversion: undefined };
  });
  return { claims: counted, displaced };
}

/** Call last: the job that creates touches takes these locks too. */
export async function forgetTouches(
  tx: Tx,
  workspaceId: string,
  displaced: DisplacedConversion[],
): Promise<void> {
  if (displaced.length === 0) return;
  const visitorIds = displaced.map(({ visitor_id }) => visitor_id);
  await lockVisitors(tx, 'attribution', workspaceId, visitorIds);
  const ids = displaced.map(({ id }) => id);
  await deleteTouchesOf(tx, workspaceId, 'conversion', ids);
}

/** Stores duplicates that contradict the counted conversion: the first one may have been unverified. */
export async function keepOtherClaims(
  tx: Tx,
  workspaceId: string,
  duplicates: Message[],
): Promise<void> {
  const claims = duplicates.filter(({ conversion }) => conversion && conversion.externalId !== '');
  if (claims.length === 0) return;
  const ids = claims.map(({ eventId }) => eventId);
  const stored = await selectWorthOfEvents(tx, workspaceId, ids);
  const storedById = new Map(stored.map((worth) => [worth.id, worth]));
  const others = claims.filter(({ eventId, name, conversion }) => {
    const worth = storedById.get(eventId);
    // Removed by retention, so nothing to compare.
    if (!worth) return false;
    return (
      worth.name !== name ||
      worth.value !== conversion?.value ||
      worth.currency !== conversion.currency
    );
  });
  if (others.length === 0) return;
  const suggestions = others.flatMap((message) => conversionSuggestion(message, tooLate));
  // All have the event id of the counted one.
  const apart = suggestions.map((one) => {
    return { ...one, distinction: `:${one.visitorId}:${JSON.stringify(one.value)}` };
  });
  await insertSuggestions(tx, workspaceId, apart);
}

function claimOf({ conversion, eventId, isTest, verificationLevel }: Message): ConversionClaim[] {
  if (!conversion || conversion.externalId === '') return [];
  return [
    { eventId, isTest, externalId: conversion.externalId, isProved: isProved(verificationLevel) },
  ];
}

function identifyClaimSuggestion(message: Message): NewSuggestion[] {
  const { refusedIdentifyClaim } = message;
  return refusedIdentifyClaim
    ? [suggestionOf(message, { kind: 'naming', ...refusedIdentifyClaim })]
    : [];
}

function conversionSuggestion(message: Message, reason: SuggestionReason): NewSuggestion[] {
  const { conversion } = message;
  if (!conversion) return [];
  const { externalId: external_id, value, currency } = conversion;
  const values = { name: message.name, external_id, value, currency };
  return [suggestionOf(message, { kind: 'conversion', value: values, reason })];
}

function suggestionOf(
  { isTest, visitorId, eventId, verificationLevel, occurredAt }: Message,
  what: Pick<NewSuggestion, 'kind' | 'value' | 'reason'>,
): NewSuggestion {
  return {
    ...what,
    isTest,
    visitorId,
    identityId: null,
    eventId,
    verificationLevel,
    createdAt: occurredAt,
  };
}

function displacedSuggestion(conversion: DisplacedConversion): NewSuggestion {
  const { id, visitor_id, is_test, name, external_id, value, currency } = conversion;
  const worth = value === null ? null : Number(value);
  return {
    isTest: is_test,
    visitorId: visitor_id,
    identityId: null,
    eventId: id,
    kind: 'conversion',
    value: { name, external_id, value: worth, currency },
    reason: outranked,
    verificationLevel: conversion.by_right,
    createdAt: conversion.created_at.toISOString(),
  };
}
