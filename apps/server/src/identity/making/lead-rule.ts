import type { LeadRule } from '@footfall/contract/settings';

/**
 * Whether a message may open a lead, and as what. A conversion says itself whether it opens one;
 * otherwise the first claim of a person does, on whatever device that is.
 */
export function opensLead(
  rule: LeadRule,
  conversion: { opensLead: boolean } | undefined,
  isFirstOfPerson: boolean,
): 'conversion' | 'identify' | undefined {
  const allows = (kind: 'conversion' | 'identify') => rule === kind || rule === 'both';
  if (conversion) return conversion.opensLead && allows('conversion') ? 'conversion' : undefined;
  return isFirstOfPerson && allows('identify') ? 'identify' : undefined;
}
