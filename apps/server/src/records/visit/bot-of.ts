/** The bot's mark as it is stored with visits: JSON text, or empty. */
import type { Visitor } from '@footfall/contract/visitors';
import { botReasonOf } from '../../enrichment/user-agents/bot-reasons.ts';

/** The text may be of an older version. */
export function botOf(stored: string): Visitor['bot'] {
  if (stored === '') return null;
  const { name = '', operator = '', category = 'other', reasons = [] } = JSON.parse(stored);
  const texts: string[] = reasons;
  return { name, operator, category, reasons: texts, reason_codes: texts.map(botReasonOf) };
}

/** Any mark before none; which of two is kept does not depend on which came first. */
export function greaterBot(a: string, b: string): string {
  return a < b ? b : a;
}

/** The same, by code units whatever the database's own order is. */
export function greaterBotInSql(a: string, b: string): string {
  return `greatest(${a} collate "C", ${b} collate "C")`;
}
