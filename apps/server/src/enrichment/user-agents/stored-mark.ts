/**
 * What the rules found of a visit, as it is stored: JSON text; empty for a person. That of a bot begins with its name, and so is greater
 * by code units than one that leaves the visit a person's: of two marks the greater one counts, whichever came first.
 */
import type { Sql, Tx } from '../../db/connect.ts';
import type { Judgement } from './detect-bot.ts';

const beginsSuspicion = '{"doubt":';

export function storedMark({ bot, suspicion }: Judgement): string {
  if (bot) return JSON.stringify(bot);
  return suspicion ? `${beginsSuspicion}true,"reasons":${JSON.stringify(suspicion.reasons)}}` : '';
}

export function isBotMark(mark: string): boolean {
  return mark !== '' && !isSuspicionMark(mark);
}

export function isSuspicionMark(mark: string): boolean {
  return mark.startsWith(beginsSuspicion);
}

/** The same in SQL. */
export const isSuspicionMarkInSql = (tx: Tx, mark: Sql) =>
  tx`starts_with(${mark}, ${beginsSuspicion})`;
