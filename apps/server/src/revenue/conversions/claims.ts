/**
 * Conversions reported twice, at different verification levels: a signed one replaces a public one with the
 * same external_id, in any order.
 */
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import type { Tx } from '../../platform/db/connect.ts';
import { lockClasses } from '../../platform/db/lock-classes.ts';
import { markSessions } from '../../records/visit/stats-marks.ts';

export interface ConversionClaim {
  eventId: string;
  isTest: boolean;
  externalId: string;
  isProved: boolean;
}

/** A conversion that was removed. */
export interface DisplacedConversion {
  id: string;
  visitor_id: string;
  session_id: string;
  is_test: boolean;
  name: string;
  value: string | null;
  currency: string;
  external_id: string;
  by_right: VerificationLevel;
  created_at: Date;
}

const keyOf = (isTest: boolean, externalId: string) => `${isTest}:${externalId}`;

/**
 * Removes conversions displaced by proved ones; `refused`: events of those that are displaced themselves.
 * Locks the same claims until the transaction ends.
 */
export async function settleClaims(
  tx: Tx,
  workspaceId: string,
  claims: ConversionClaim[],
): Promise<{ displaced: DisplacedConversion[]; refused: Set<string> }> {
  if (claims.length === 0) return { displaced: [], refused: new Set() };
  const keys = claims.map(({ isTest, externalId }) => keyOf(isTest, externalId));
  const externalIds = claims.map(({ externalId }) => externalId);
  const environments = claims.map(({ isTest }) => String(isTest));
  const proved = claims.filter(({ isProved }) => isProved);
  await tx`
    select pg_advisory_xact_lock(${lockClasses.claims}, key) from (
      select distinct hashtext(${workspaceId} || k) as key from unnest(${keys}::text[]) k order by 1) keys`;
  const [stored, displaced] = await Promise.all([
    tx<{ is_test: boolean; external_id: string }[]>`
      select c.is_test, c.external_id
      from unnest(${externalIds}::text[], ${environments}::text[]::boolean[]) as t (external_id, is_test)
      join conversions c on c.workspace_id = ${workspaceId} and c.is_test = t.is_test
        and c.external_id = t.external_id and c.external_id <> '' and c.by_right in ('signed', 'api')`,
    tx<DisplacedConversion[]>`
      delete from conversions c
      using unnest(${proved.map(({ externalId }) => externalId)}::text[],
                   ${proved.map(({ isTest }) => String(isTest))}::text[]::boolean[]) as t (external_id, is_test)
      where c.workspace_id = ${workspaceId} and c.is_test = t.is_test and c.external_id = t.external_id
        and c.external_id <> '' and c.by_right not in ('signed', 'api')
      returning c.id, c.visitor_id, c.session_id, c.is_test, c.name, c.value::text, c.currency, c.external_id,
                c.by_right, c.created_at`,
  ]);
  const changed = displaced.map((conversion) => ({
    visitorId: conversion.visitor_id,
    sessionId: conversion.session_id,
    isTest: conversion.is_test,
  }));
  await markSessions(tx, workspaceId, changed);
  const taken = new Set([
    ...stored.map(({ is_test, external_id }) => keyOf(is_test, external_id)),
    ...proved.map(({ isTest, externalId }) => keyOf(isTest, externalId)),
  ]);
  const refused = claims
    .filter(({ isProved, isTest, externalId }) => !isProved && taken.has(keyOf(isTest, externalId)))
    .map(({ eventId }) => eventId);
  return { displaced: [...displaced], refused: new Set(refused) };
}
