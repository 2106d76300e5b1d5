/**
 * What the rules found of a visit, as it is stored: JSON text; empty for a person. That of a bot begins with its name, and so is greater
 * by code units than an agent's, and that than a suspicion, which leave the visit a person's: of two marks the greater one counts, whichever came first.
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

/** '' where no agent is told. */
export function agentName(mark: string): string {
  return isAgentMark(mark) ? JSON.parse(mark).name : '';
}
