import type { LeadRule } from '@footfall/contract/settings';

/**
 * Whether a message may open a lead, and of which kind. A conversion states it itself; otherwise a person's
 * first claim opens one, on any device.
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
