/** Reasons of unverified claims. The sentence is stored; the code is derived from it. */
import type { SuggestionReason } from '@footfall/contract/reasons';
import { traitLimits } from './store.ts';

/** Most unverified visitors accepted for one identifier. */
export const publicVisitors = 200;

export const suggestionTexts = {
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

const placeholderEnd = ' is a placeholder, not a real value';
const placeholderEnds = [placeholderEnd, ' is a placeholder, which names nobody'];

export function placeholderText(field: string, value: string): string {
  return `${field}: ${JSON.stringify(value)}${placeholderEnd}`;
}

const byText = new Map<string, SuggestionReason>([
  ...Object.entries(formerTexts),
  ...Object.entries(suggestionTexts).map(([code, text]): [string, SuggestionReason] => [
    text,
    code as SuggestionReason,
  ]),
]);

/** `other`: a sentence of a much older version. */
export function suggestionReasonOf(text: string): SuggestionReason {
  const reason = byText.get(text);
  if (reason) return reason;
  return placeholderEnds.some((end) => text.endsWith(end)) ? 'placeholder' : 'other';
}
