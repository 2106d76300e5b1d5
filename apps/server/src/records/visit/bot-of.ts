/** The bot mark stored with visits: JSON text, or empty. */
import type { Visitor } from '@footfall/contract/visitors';
import { botReasonOf } from '../../enrichment/user-agents/bot-reasons.ts';

/** The text may come from an older version. */
export function botOf(stored: string): Visitor['bot'] {
  if (stored === '') return null;
  const { name = '', operator = '', category = 'other', reasons = [] } = JSON.parse(stored);
  const texts: string[] = reasons;
  return { name, operator, category, reasons: texts, reason_codes: texts.map(botReasonOf) };
}

/** Prefers any mark to none; the result does not depend on the order. */
export function greaterBot(a: string, b: string): string {
  return a < b ? b : a;
}

/** The same in SQL, by code units whatever the database's collation is. */
export function greaterBotInSql(a: string, b: string): string {
  return `greatest(${a} collate "C", ${b} collate "C")`;
}
