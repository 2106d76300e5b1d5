/** Reason codes of rejected messages, derived from the stored sentence. */
import type { RefusalReason } from '@footfall/contract/reasons';

/** Patterns of current and earlier sentences. */
const reasonPatterns: [RegExp, RefusalReason][] = [
  [
    /: no signing secret of the workspace |: does not match .* with any signing secret /,
    'unproved',
  ],
  [/ is a placeholder, (?:which names nobody|not a real value)$/, 'placeholder'],
  [/ needs email or user_id$|: is needed where neither |: is required without email /, 'nobody'],
  [/^type: must be one of /, 'type'],
  [/^message: is larger than /, 'size'],
  [/^traits: has more than /, 'names'],
  [/^message: .*(?:nested|not valid JSON|must be an object)/, 'shape'],
];

const fieldName = /^([\w.[\]]{1,100}): /;

/** `field`: the field, if the reason is about one field. */
export function refusalOf(reason: string): { reason_code: RefusalReason; field: string } {
  const [, field = ''] = fieldName.exec(reason) ?? [];
  const [, code] = reasonPatterns.find(([pattern]) => pattern.test(reason)) ?? [];
  if (code) return { reason_code: code, field };
  const isOfField = field !== '' && field !== 'message';
  return { reason_code: isOfField ? 'field' : 'other', field: isOfField ? field : '' };
}
