/**
 * Manual verdicts on whether a visitor is a bot. They outrank the rules' result, which is kept beside them, so undoing a verdict
 * restores it.
 */

import { setByHand } from '../../enrichment/user-agents/bot-reasons.ts';
import {
  isAgentMarkInSql,
  isBotMark,
  isSuspicionMarkInSql,
} from '../../enrichment/user-agents/stored-mark.ts';
import { arrayLiteral, type Column } from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';

export type BotVerdict = 'bot' | 'not_bot';

/** The stored mark of a bot by verdict; the same whatever the rules found. */
const markByHand = JSON.stringify({
  name: '',
  operator: '',
  category: 'other',
  reasons: [setByHand],
});

/** The mark that counts, from the rules' mark and the verdict; or ''. */
export function countedBot(bot: string, verdict: BotVerdict | undefined): string {
  if (verdict === undefined) return isBotMark(bot) ? bot : '';
  return verdict === 'bot' ? markByHand : '';
}

export function isBot(isMarkedBot: boolean, verdict: BotVerdict | undefined): boolean {
  return verdict === undefined ? isMarkedBot : verdict === 'bot';
}

/** The same in SQL; `verdict` may be null. */
export const countedBotInSql = (tx: Tx, verdict: BotVerdict | undefined, bot: Sql) => tx`
  case ${verdict ?? null}::text when 'bot' then ${markByHand} when 'not_bot' then ''
       else case when ${isSuspicionMarkInSql(tx, bot)} or ${isAgentMarkInSql(tx, bot)} then '' else ${bot} end end`;

export interface VerdictVisitor {
  visitorId: string;
  isTest: boolean;
}

export const visitorKeyOf = ({ visitorId, isTest }: VerdictVisitor) => `${isTest}${visitorId}`;

/** Verdict `d` is not undone. */
export const isInForce = `not exists (
  select from verdicts u where u.workspace_id = d.workspace_id and u.undoes = d.id)`;

const ofBots = `d.workspace_id = $1::uuid and d.kind in ('bot', 'not_bot') and ${isInForce}`;

/** Verdicts in force for these visitors, by `visitorKeyOf`. */
export async function selectBotVerdicts(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
): Promise<Map<string, BotVerdict>> {
  if (visitorIds.length === 0) return new Map();
  const rows = await tx.unsafe<(VerdictVisitor & { kind: BotVerdict })[]>(
    `select d.visitor_id as "visitorId", d.is_test as "isTest", d.kind from verdicts d
     where ${ofBots} and d.visitor_id = any($2::uuid[])`,
    [workspaceId, arrayLiteral('uuid', visitorIds)],
    { prepare: true },
  );
  return new Map(rows.map((row) => [visitorKeyOf(row), row.kind]));
}

/** Any kind, including undone: needs only the first entry of an index. */
const anyOfVisitors = `exists (
  select from verdicts where workspace_id = $1::uuid and visitor_id is not null)`;

export async function hasVisitorVerdicts(tx: Tx, workspaceId: string): Promise<boolean> {
  const [row] = await tx.unsafe<{ has: boolean }[]>(
    `select ${anyOfVisitors} as has`,
    [workspaceId],
    {
      prepare: true,
    },
  );
  return row?.has ?? false;
}

/** Fails if any visitor has a verdict. */
export const requireNoVisitorVerdicts: StatementPart = {
  name: 'no_visitor_verdicts',
  must: () => `not ${anyOfVisitors}`,
  parameters: () => [],
};

export interface AssumedVerdict extends VerdictVisitor {
  verdict: BotVerdict | undefined;
}

const assumedColumns: Column<AssumedVerdict>[] = [
  { name: 'visitor_id', type: 'uuid', value: ({ visitorId }) => visitorId },
  { name: 'is_test', type: 'boolean', value: ({ isTest }) => isTest },
  { name: 'verdict', type: 'text', value: ({ verdict = '' }) => verdict },
];

/** Fails unless these visitors have exactly the assumed verdicts. */
export function requireBotVerdicts(visitors: AssumedVerdict[]): StatementPart {
  return {
    name: 'bot_verdicts',
    must: (first) => `not exists (
      select from ${sharedRows(assumedColumns, first)}
      left join verdicts d on d.visitor_id = t.visitor_id and d.is_test = t.is_test and ${ofBots}
      where coalesce(d.kind, '') <> t.verdict)`,
    parameters: (shared) => shared.columnValues(assumedColumns, visitors),
  };
}
