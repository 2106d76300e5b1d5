/**
 * Reads the visitor's consent from a message. A refusal also holds for later messages without consent data: withdrawals.ts.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isUuid } from '@footfall/contract/schema';
import type { Purposes } from '../../people/visitors/consents.ts';
import { isObject } from '../../platform/common/is-object.ts';
import type { Sender } from './sender.ts';

export interface Consent {
  /** Why nothing is stored; undefined if it may be. */
  refusal: string | undefined;
  /** To store as evidence; undefined if there is none. */
  purposes: Purposes | undefined;
  /** Undefined where it says nothing of analytics. */
  analytics: boolean | undefined;
  /** Of the privacy notice, or ''. */
  noticeVersion: string;
}

const mostPurposes = 20;
const purposeName = /^[\w .:-]{1,64}$/;
const allowed = new Set<unknown>([true, 'granted', 'true', 'yes', 'allow', 'accepted']);
const refused = new Set<unknown>([false, 'denied', 'false', 'no', 'deny', 'refused', 'declined']);
/** Names that consent tools use. */
const analyticsNames = new Set(['analytics', 'analytics_storage', 'statistics', 'measurement']);

const silent: Consent = {
  refusal: undefined,
  purposes: undefined,
  analytics: undefined,
  noticeVersion: '',
};
/** The script sends this for consent that was granted or not required; it allows, but is no evidence. */
const plainWord: Consent = { ...silent, analytics: true };
const versionName = 'notice_version';

/** `raw`: the message as sent, of any shape. */
export function consentOf(raw: unknown, sender: Sender): Consent {
  const rawPurposes = rawConsentOf(raw, sender.context);
  const consent = rawPurposes === undefined ? silent : readConsent(rawPurposes);
  // A choice made on the site outranks the browser's general signal.
  if (!sender.signalsRefusal || consent.refusal || consent.purposes) return consent;
  return { ...silent, refusal: 'the browser sends a signal that refuses tracking' };
}

/** Global Privacy Control, or Do Not Track. */
export function signalsRefusal(headers: IncomingHttpHeaders): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1';
}

/** The visitor id in a message that is not stored. */
export function visitorNamedBy(raw: unknown): string | undefined {
  const id = isObject(raw) ? raw.visitor_id : undefined;
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : undefined;
}

function rawConsentOf(raw: unknown, ofBatch: unknown): unknown {
  const own = isObject(raw) ? raw.context : undefined;
  if (isObject(own) && 'consent' in own) return own.consent;
  return isObject(ofBatch) ? ofBatch.consent : undefined;
}

function readConsent(rawConsent: unknown): Consent {
  if (rawConsent === 'granted') return plainWord;
  if (!isObject(rawConsent)) return stateOf(wordOf(rawConsent), undefined, '');
  const purposes: Purposes = {};
  let analytics: boolean | undefined;
  for (const name of Object.keys(rawConsent).sort().slice(0, mostPurposes)) {
    const word = wordOf(rawConsent[name]);
    if (word === undefined || name === versionName || !purposeName.test(name)) continue;
    purposes[name] = word;
    if (analyticsNames.has(name.toLowerCase())) analytics = word && analytics !== false;
  }
  const stated = Object.keys(purposes).length > 0 ? purposes : undefined;
  return stateOf(analytics, stated, versionIn(rawConsent));
}

function stateOf(
  analytics: boolean | undefined,
  purposes: Purposes | undefined,
  noticeVersion: string,
): Consent {
  return {
    refusal: analytics === false ? 'consent: analytics is refused' : undefined,
    purposes: purposes ?? (analytics === undefined ? undefined : { analytics }),
    analytics,
    noticeVersion,
  };
}

function versionIn({ [versionName]: version }: Record<string, unknown>): string {
  const text = typeof version === 'number' ? String(version) : version;
  return typeof text === 'string' && purposeName.test(text) ? text : '';
}

function wordOf(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (allowed.has(word)) return true;
  return refused.has(word) ? false : undefined;
}
