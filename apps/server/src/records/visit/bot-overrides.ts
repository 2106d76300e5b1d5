/**
 * Manual overrides on whether a visitor is a bot. They outrank the rules' result, which is kept beside them, so undoing an override
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

export type BotOverride = 'bot' | 'not_bot';

/** The stored mark of a bot by override; the same whatever the rules found. */
const markByHand = JSON.stringify({
  name: '',
  operator: '',
  category: 'other',
  reasons: [setByHand],
});

/** The mark that counts, from the rules' mark and the override; or ''. */
export function countedBot(bot: string, override: BotOverride | undefined): string {
  if (override === undefined) return isBotMark(bot) ? bot : '';
  return override === 'bot' ? markByHand : '';
}

export function isBot(isMarkedBot: boolean, override: BotOverride | undefined): boolean {
  return override === undefined ? isMarkedBot : override === 'bot';
}

/** The same in SQL; `override` may be null. */
export const countedBotInSql = (tx: Tx, override: BotOverride | undefined, bot: Sql) => tx`
  case ${override ?? null}::text when 'bot' then ${markByHand} when 'not_bot' then ''
       else case when ${isSuspicionMarkInSql(tx, bot)} or ${isAgentMarkInSql(tx, bot)} then '' else ${bot} end end`;

export interface OverrideVisitor {
  visitorId: string;
  isTest: boolean;
}

export const visitorKeyOf = ({ visitorId, isTest }: OverrideVisitor) => `${isTest}${visitorId}`;

/** Override `d` is not undone. */
export const isInForce = `not exists (
  select from verdicts u where u.workspace_id = d.workspace_id and u.undoes = d.id)`;

const ofBots = `d.workspace_id = $1::uuid and d.kind in ('bot', 'not_bot') and ${isInForce}`;

/** Overrides in force for these visitors, by `visitorKeyOf`. */
export async function selectBotOverrides(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
): Promise<Map<string, BotOverride>> {
  if (visitorIds.length === 0) return new Map();
  const rows = await tx.unsafe<(OverrideVisitor & { kind: BotOverride })[]>(
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

export async function hasVisitorOverrides(tx: Tx, workspaceId: string): Promise<boolean> {
  const [row] = await tx.unsafe<{ has: boolean }[]>(
    `select ${anyOfVisitors} as has`,
    [workspaceId],
    {
      prepare: true,
    },
  );
  return row?.has ?? false;
}

/** Fails if any visitor has an override. */
export const requireNoVisitorOverrides: StatementPart = {
  name: 'no_visitor_overrides',
  must: () => `not ${anyOfVisitors}`,
  parameters: () => [],
};

export interface AssumedOverride extends OverrideVisitor {
  override: BotOverride | undefined;
}

const assumedColumns: Column<AssumedOverride>[] = [
  { name: 'visitor_id', type: 'uuid', value: ({ visitorId }) => visitorId },
  { name: 'is_test', type: 'boolean', value: ({ isTest }) => isTest },
  { name: 'override', type: 'text', value: ({ override = '' }) => override },
];

/** Fails unless these visitors have exactly the assumed overrides. */
export function requireBotOverrides(visitors: AssumedOverride[]): StatementPart {
  return {
    name: 'bot_overrides',
    must: (first) => `not exists (
      select from ${sharedRows(assumedColumns, first)}
      left join verdicts d on d.visitor_id = t.visitor_id and d.is_test = t.is_test and ${ofBots}
      where coalesce(d.kind, '') <> t.override)`,
    parameters: (shared) => shared.columnValues(assumedColumns, visitors),
  };
}
