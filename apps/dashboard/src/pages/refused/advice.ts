/** What to do about a rejection reason. */
import type { AnswerOf } from '../../api/routes.ts';
import type { Messages } from '../../messages/en.ts';

type Refusal = Pick<
  AnswerOf<'GET /rejected-events'>['data'][number],
  'reason' | 'reason_code' | 'field'
>;

export function adviceFor({ reason_code: code, field }: Refusal, { advice }: Messages['refused']) {
  return code === 'field' ? advice.field(field) : advice[code];
}

/** The reason, in the page's language if available. */
export function reasonIn(
  { reason, reason_code: code, field }: Refusal,
  words: Messages['refused'],
) {
  return words.because(code, field, reason);
}
