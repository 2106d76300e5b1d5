/**
 * The rules' stored result for a visit: JSON text; empty for a person. Sorted by code units, a bot's mark is greater than an agent's, and that greater
 * than a suspicion (both are people's visits); the greater of two marks counts, in any order.
 */
import type { Sql, Tx } from '../../platform/db/connect.ts';
import type { Judgement } from './detect-bot.ts';

const beginsSuspicion = '{"doubt":';
const beginsAgent = '{"for":';

export function storedMark({ bot, agent, suspicion }: Judgement): string {
  if (bot) return JSON.stringify(bot);
  if (agent) return JSON.stringify({ for: 'person', ...agent });
  return suspicion ? JSON.stringify({ doubt: true, ...suspicion }) : '';
}

export function isBotMark(mark: string): boolean {
  return mark !== '' && !isSuspicionMark(mark) && !isAgentMark(mark);
}

export function isSuspicionMark(mark: string): boolean {
  return mark.startsWith(beginsSuspicion);
}

export function isAgentMark(mark: string): boolean {
  return mark.startsWith(beginsAgent);
}

/** The same in SQL. */
export const isSuspicionMarkInSql = (tx: Tx, mark: Sql) =>
  tx`starts_with(${mark}, ${beginsSuspicion})`;
export const isAgentMarkInSql = (tx: Tx, mark: Sql) => tx`starts_with(${mark}, ${beginsAgent})`;

/** '' if it is no agent. */
export function agentName(mark: string): string {
  return isAgentMark(mark) ? JSON.parse(mark).name : '';
}
