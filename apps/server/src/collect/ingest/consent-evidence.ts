/** Builds the consent evidence of messages. */
import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { isProved } from '../../identity/making/who-is-who.ts';
import type { NewConsent } from '../../people/visitors/consents.ts';
import { isRandomId } from '../../platform/common/ids.ts';
import { instantOf } from '../../platform/common/instant.ts';
import type { Consent } from './consent.ts';
import type { Message } from './message.ts';
import type { Sender } from './sender.ts';

/** IDs derived from names can be guessed, so only a random ID or a proof decides for later messages. */
export function mayDecideFor(visitorId: string, verificationLevel: VerificationLevel): boolean {
  return isRandomId(visitorId) || isProved(verificationLevel);
}

type Said = Pick<Consent, 'purposes' | 'analytics' | 'noticeVersion'>;

interface ConsentClaim extends Pick<NewConsent, 'visitorId' | 'givenAt' | 'saidMs'> {
  verificationLevel: VerificationLevel;
}

export function evidenceOf(
  { visitorId, givenAt, saidMs, verificationLevel }: ConsentClaim,
  { purposes, analytics, noticeVersion }: Said,
  { isTest, receivedAt, isServer }: Sender,
): NewConsent {
  return {
    visitorId,
    isTest,
    purposes: purposes ?? {},
    analytics: mayDecideFor(visitorId, verificationLevel) ? (analytics ?? null) : null,
    noticeVersion,
    givenAt: instantOf(givenAt),
    saidMs,
    receivedAt,
    source: isServer ? 'server' : 'browser',
  };
}

/** Evidence of a plain `granted`, which counts only after a withdrawal. */
export function grantOf({ visitorId, isTest, occurredAt, receivedAt }: Message): NewConsent {
  return {
    visitorId,
    isTest,
    purposes: { analytics: true },
    analytics: true,
    noticeVersion: '',
    givenAt: instantOf(occurredAt),
    receivedAt,
    source: 'browser',
  };
}
