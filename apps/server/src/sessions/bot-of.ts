import type { Visitor } from '@footfall/contract/visitors';

/** From the text that is stored with visits; it may be of an older version. */
export function botOf(stored: string): Visitor['bot'] {
  if (stored === '') return null;
  const { name = '', operator = '', category = 'other', reasons = [] } = JSON.parse(stored);
  return { name, operator, category, reasons };
}
