/** What a message was refused for, as a word: the sentence is what its sender was told, and is stored. */
import type { RefusalReason } from '@footfall/contract/reasons';

/** As the checks of a message begin or end their sentences. */
const reasonPatterns: [RegExp, RefusalReason][] = [
  [/: no signing secret of the workspace /, 'unproved'],
  [/ is a placeholder, which names nobody$/, 'placeholder'],
  [/ needs email or user_id$|: is needed where neither /, 'nobody'],
  [/^type: must be one of /, 'type'],
  [/^message: is larger than /, 'size'],
  [/^traits: has more than /, 'names'],
  [/^message: .*(?:nested|not valid JSON|must be an object)/, 'shape'],
];

const fieldName = /^([\w.[\]]{1,100}): /;

/** `field`: of which it was, where the reason is of one alone. */
export function refusalOf(reason: string): { reason_code: RefusalReason; field: string } {
  const [, field = ''] = fieldName.exec(reason) ?? [];
  const [, code] = reasonPatterns.find(([pattern]) => pattern.test(reason)) ?? [];
  if (code) return { reason_code: code, field };
  const isOfField = field !== '' && field !== 'message';
  return { reason_code: isOfField ? 'field' : 'other', field: isOfField ? field : '' };
}
