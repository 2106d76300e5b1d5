/** Why something was refused, not followed or claimed, as a word for programs: beside each stands the same as a sentence. */
import Type from 'typebox';

/** Of the facts that speak for a bot. */
export const botReasons = [
  'by_hand',
  'named_by_user_agent',
  'named_by_client_hints',
  'named_by_signature',
  'no_browser',
  'no_user_agent',
  'hosting_network',
  'driven',
  'odd_headers',
] as const;
export type BotReason = (typeof botReasons)[number];

/** Of what was said without the right to. */
export const suggestionReasons = [
  'outranked',
  'outranked_conversion',
  'later_conversion',
  'not_proved',
  'crowded',
  'too_many_traits',
  'known_address',
  'many_addresses',
  'foreign_address',
  'no_join',
  'other_user_id',
  'foreign_user_id',
  'quota',
  'placeholder',
  'other',
] as const;
export type SuggestionReason = (typeof suggestionReasons)[number];

/** Of a naming that does not count, or whose address does not. */
export const linkReasons = ['detached', 'foreign_address'] as const;
export type LinkReason = (typeof linkReasons)[number];

/** Of a message that was refused; `field`: the one that the reason names is not as it has to be. */
export const refusalReasons = [
  'unproved',
  'placeholder',
  'nobody',
  'type',
  'size',
  'shape',
  'names',
  'field',
  'other',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Of a row of spend that cannot be read. */
export const spendReasons = [
  'broken_row',
  'no_date',
  'no_campaign',
  'no_amount',
  'no_currency',
  'tag_too_long',
  'control_character',
  'date_unknown',
  'date_order',
  'date_impossible',
  'date_far',
  'currency_unknown',
  'amount_negative',
  'decimal_sign',
  'amount_unknown',
  'amount_too_large',
] as const;
export type SpendReason = (typeof spendReasons)[number];

export const reasonCode = <const Codes extends readonly string[]>(
  codes: Codes,
  description = 'The same as a word for programs.',
) => Type.Unsafe<Codes[number]>({ type: 'string', enum: [...codes], description });
