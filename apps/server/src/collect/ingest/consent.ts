/**
 * What a message says of its visitor's consent. A refusal also holds for later messages that say nothing: withdrawals.ts.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isUuid } from '@footfall/contract/schema';
import type { Purposes } from '../../people/visitors/consents.ts';
import { isObject } from '../../platform/common/is-object.ts';
import type { Sender } from './sender.ts';

export interface Consent {
  /** Why nothing of the message is stored; undefined when it may be. */
  refusal: string | undefined;
  /** To be kept as evidence; undefined where there is none. */
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
/** As consent tools call it. */
const analyticsNames = new Set(['analytics', 'analytics_storage', 'statistics', 'measurement']);

const silent: Consent = {
  refusal: undefined,
  purposes: undefined,
  analytics: undefined,
  noticeVersion: '',
};
/** The word of the script: given, or not asked for. It allows, and is no evidence. */
const plainWord: Consent = { ...silent, analytics: true };
const versionName = 'notice_version';

/** `raw`: the message as it came, of whatever shape. */
export function consentOf(raw: unknown, sender: Sender): Consent {
  const rawPurposes = rawConsentOf(raw, sender.context);
  const consent = rawPurposes === undefined ? silent : readConsent(rawPurposes);
  // What the visitor chose on the site outranks what the browser says to every site.
  if (!sender.signalsRefusal || consent.refusal || consent.purposes) return consent;
  return { ...silent, refusal: 'the browser sends a signal that refuses tracking' };
}

/** Global Privacy Control, or Do Not Track. */
export function signalsRefusal(headers: IncomingHttpHeaders): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1';
}

/** The visitor of a message that is not stored, where it names one by its id. */
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
