/** Machine-readable reasons. Each comes with a sentence for people. */
import Type from 'typebox';

/** Signs of a bot. */
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

/** Why an unverified claim was not applied. */
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

/** Why a link or its email address does not count. */
export const linkReasons = ['detached', 'foreign_address'] as const;
export type LinkReason = (typeof linkReasons)[number];

/** Why a message was rejected. `field`: the named field is not valid. */
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

/** Why a row of spend is not valid. */
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
  description = 'Code of the reason.',
) => Type.Unsafe<Codes[number]>({ type: 'string', enum: [...codes], description });
