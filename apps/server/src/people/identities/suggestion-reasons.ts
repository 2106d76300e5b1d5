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
} as const satisfies Partial<Record<SuggestionReason, string>>;

/** Sentences that earlier versions stored. */
const formerTexts: Record<string, SuggestionReason> = {
  'somebody with a stronger right, or who was first, says otherwise': 'outranked',
  'a signed conversion with the same external_id counts': 'outranked_conversion',
  'another conversion with the same external_id came before': 'later_conversion',
  'the workspace follows no names but proved ones': 'not_proved',
  [`${publicVisitors} other visitors gave it before, so that nobody is believed without a proof`]:
    'crowded',
  [`a person has at most ${traitLimits.names} traits of ${traitLimits.bytes} bytes together`]:
    'too_many_traits',
  'it may correct an address, but belongs to somebody who is known already': 'known_address',
  'the person has many addresses': 'many_addresses',
  'the address belongs to another account': 'foreign_address',
  'two people are not joined by anybody': 'no_join',
  'the person has another user_id': 'other_user_id',
  'the user_id belongs to another person': 'foreign_user_id',
  'the day had no more new people or leads to give': 'quota',
};

const byText = new Map<string, SuggestionReason>([
  ...Object.entries(formerTexts),
  ...Object.entries(sentences).map(([code, text]): [string, SuggestionReason] => [
    text,
    code as SuggestionReason,
  ]),
]);

export function placeholderText(field: string, value: string): string {
  return `${field}: ${JSON.stringify(value)} is a placeholder, not a real value`;
}

/** `stored`: the code, or the sentence that an earlier version stored. `value`: what was claimed. */
export function suggestionReasonOf(
  stored: string,
  value: Record<string, unknown>,
): { reason: string; reason_code: SuggestionReason } {
  const reason_code = codeOf(stored);
  if (reason_code === 'other') return { reason: stored, reason_code };
  if (reason_code !== 'placeholder') return { reason: sentences[reason_code], reason_code };
  const field = value.user_id === undefined ? 'email' : 'user_id';
  return { reason: placeholderText(field, String(value[field] ?? '')), reason_code };
}

function codeOf(stored: string): SuggestionReason {
  if (stored === 'placeholder' || / is a placeholder, /.test(stored)) return 'placeholder';
  return isCode(stored) ? stored : (byText.get(stored) ?? 'other');
}

function isCode(stored: string): stored is keyof typeof sentences {
  return Object.hasOwn(sentences, stored);
}
