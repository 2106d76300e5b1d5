/**
 * Selects new claims that may depend on whom their visitor identified as before (visitor-past.ts), so that
 * the job checks the whole history. Pure; false positives are fine, misses are not.
 */

import type { VerificationLevel } from '@footfall/contract/verification-levels';
import type { IdentifyClaimLink } from '../../records/person/links.ts';
import { isProviderTypo, isSlip } from './address-typos.ts';
import { correctionWindowMs } from './visitor-past.ts';
import { isProved } from './who-is-who.ts';

/** A claim after linking. */
interface LinkedIdentifyClaim {
  link: IdentifyClaimLink;
  verificationLevel: VerificationLevel;
  /** It created the person. */
  isFounding: boolean;
}

/** How far back an address can matter: time to correct it, and to enter it again afterwards. */
export const pastWindowMs = 2 * correctionWindowMs;

/** `own`: the visitor's links, in time order; `place`: the claim's index among them. */
export function mayFollowFromPast(
  identifyClaim: LinkedIdentifyClaim,
  own: IdentifyClaimLink[],
  place: number,
): boolean {
  const last = own[place - 1];
  if (last === undefined) return false;
  const { link, verificationLevel, isFounding } = identifyClaim;
  if (link.email_key === '') {
    return (
      (isFounding || isProved(verificationLevel)) && isOnePerson(own, place) && isOther(last, link)
    );
  }
  const mayCorrect =
    link.is_bare && last.is_bare && isWithin(last, link, correctionWindowMs) && isAlike(last, link);
  return mayCorrect || isGivenAgain(own, place);
}

function isOther(one: IdentifyClaimLink, other: IdentifyClaimLink): boolean {
  return one.identity_id !== other.identity_id;
}

function isOnePerson(own: IdentifyClaimLink[], until: number): boolean {
  for (let place = 1; place < until; place++) {
    if (own[place]?.identity_id !== own[0]?.identity_id) return false;
  }
  return true;
}

function isAlike(
  { email_key: before }: IdentifyClaimLink,
  { email_key: now }: IdentifyClaimLink,
): boolean {
  return isProviderTypo(before, now) || isSlip(before, now);
}

/** The visitor sent another address after this one. */
function isGivenAgain(own: IdentifyClaimLink[], place: number): boolean {
  const link = own[place];
  if (link === undefined || own[place - 1]?.email_key === link.email_key) return false;
  const before = own.findLastIndex(
    (earlier, at) => at < place && earlier.email_key === link.email_key,
  );
  const earlier = own[before];
  return earlier !== undefined && isWithin(earlier, link, pastWindowMs);
}

function isWithin(earlier: IdentifyClaimLink, later: IdentifyClaimLink, windowMs: number): boolean {
  return Date.parse(later.linked_at) - Date.parse(earlier.linked_at) <= windowMs;
}
