import { ApiFault } from '../api/fault.ts';
import type { Messages } from '../messages/en.ts';

/** Uses the service's message if it is more specific; it is in English, and the German page marks it as the service's. */
export function faultText(fault: Error, { fault: words }: Messages['common']): string {
  if (!(fault instanceof ApiFault)) return fault.message;
  switch (fault.code) {
    case 'unreachable':
    case 'internal_error':
    case 'unavailable':
    case 'rate_limited':
    case 'not_found':
      return words[fault.code];
    case 'precondition_failed':
      return words.conflict;
    case 'forbidden':
      if (fault.reason === 'second_factor_needed') return words.secondFactor;
      if (fault.reason === 'fresh_proof_needed') return words.notProved;
      if (fault.reason === 'not_a_member') return words.notAMember;
      return fault.reason === 'feature_not_included' ? words.feature : words.forbidden;
    default:
      return words.withReason(fault.message);
  }
}
