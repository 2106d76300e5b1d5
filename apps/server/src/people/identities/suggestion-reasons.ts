/** Why a claim was not applied: the code is stored, and the sentence is made when it is read. */
import type { SuggestionReason } from '@footfall/contract/reasons';
import { traitLimits } from './store.ts';

/** Most unverified visitors accepted for one identifier. */
export const publicVisitors = 200;

const sentences = {
  outranked: 'an earlier claim or one with a higher verification level says otherwise',
  outranked_conversion: 'a signed conversion has the same external_id',
  later_conversion: 'an earlier conversion has the same external_id',
  not_proved: 'the workspace accepts only signed identify calls',
  crowded: `${publicVisitors} other visitors already use this identifier; send a signed message`,
  too_many_traits: `a person can have at most ${traitLimits.names} traits and ${traitLimits.bytes} bytes of traits`,
  known_address: 'the new email address belongs to another known person',
  many_addresses: 'the person already has many email addresses',
  foreign_address: 'the email address belongs to another account',
  no_join: 'an unsigned message cannot merge two people',
  other_user_id: 'the person has a different user_id',
  foreign_user_id: 'the user_id belongs to a different person',
  quota: 'the daily quota of new people or leads is used up',
  other: 'the reason was not recorded',
} as const satisfies Record<Exclude<SuggestionReason, 'placeholder'>, string>;

export function placeholderText(field: string, value: string): string {
  return `${field}: ${JSON.stringify(value)} is a placeholder, not a real value`;
}

/** `stored`: the code. `value`: what was claimed. */
export function suggestionReasonOf(
  stored: string,
  value: Record<string, unknown>,
): { reason: string; reason_code: SuggestionReason } {
  if (stored === 'placeholder') {
    const field = value.user_id === undefined ? 'email' : 'user_id';
    return { reason: placeholderText(field, String(value[field] ?? '')), reason_code: stored };
  }
  // A process of an older version may store a sentence while the service is updated.
  const reason_code = isCode(stored) ? stored : 'other';
  return { reason: sentences[reason_code], reason_code };
}

function isCode(stored: string): stored is keyof typeof sentences {
  return Object.hasOwn(sentences, stored);
}
