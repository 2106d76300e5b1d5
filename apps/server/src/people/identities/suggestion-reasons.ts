/** Why what was said is kept as a suggestion: the sentence is stored, and what programs read follows from it. */
import type { SuggestionReason } from '@footfall/contract/reasons';
import { traitLimits } from './store.ts';

/** So many visitors are believed by public right alone. */
export const publicVisitors = 200;

export const suggestionTexts = {
  outranked: 'somebody with a stronger right, or who was first, says otherwise',
  outranked_conversion: 'a signed conversion with the same external_id counts',
  later_conversion: 'another conversion with the same external_id came before',
  not_proved: 'the workspace follows no names but proved ones',
  crowded: `${publicVisitors} other visitors gave it before, so that nobody is believed without a proof`,
  too_many_traits: `a person has at most ${traitLimits.names} traits of ${traitLimits.bytes} bytes together`,
  known_address: 'it may correct an address, but belongs to somebody who is known already',
  many_addresses: 'the person has many addresses',
  foreign_address: 'the address belongs to another account',
  no_join: 'two people are not joined by anybody',
  other_user_id: 'the person has another user_id',
  foreign_user_id: 'the user_id belongs to another person',
  quota: 'the day had no more new people or leads to give',
} as const satisfies Partial<Record<SuggestionReason, string>>;

const placeholderEnd = ' is a placeholder, which names nobody';

export function placeholderText(field: string, value: string): string {
  return `${field}: ${JSON.stringify(value)}${placeholderEnd}`;
}

const byText = new Map<string, SuggestionReason>(
  Object.entries(suggestionTexts).map(([code, text]) => [text, code as SuggestionReason]),
);

/** `other`: an older version said it in other words. */
export function suggestionReasonOf(text: string): SuggestionReason {
  return byText.get(text) ?? (text.endsWith(placeholderEnd) ? 'placeholder' : 'other');
}
