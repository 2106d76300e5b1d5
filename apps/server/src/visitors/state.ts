/** What a visitor or visit is taken for, where the rules or somebody said so: as SQL, and as it is told. */
import type { Visitor } from '@footfall/contract/visitors';
import type { Sql, Tx } from '../db/connect.ts';
import { botReasonOf } from '../enrichment/user-agents/bot-reasons.ts';
import { isSuspicionMarkInSql } from '../enrichment/user-agents/stored-mark.ts';
import { botOf } from '../sessions/bot-of.ts';
import { isInForce } from './bot-verdicts.ts';

/** Of visitors `v` or visits `s`. */
type Row = 'v' | 's';

/** The mark of a suspicion that nobody has overruled, else ''. */
export function suspicionInSql(tx: Tx, workspaceId: string, row: Row): Sql {
  return tx`case when ${isSuspected(tx, workspaceId, row)} then ${tx(row)}.found_bot else '' end`;
}

export function stateInSql(tx: Tx, workspaceId: string, row: Row): Sql {
  return tx`case when ${tx(row)}.bot <> '' then 'bot'
    when ${isSuspected(tx, workspaceId, row)} then 'suspected' else 'person' end`;
}

function isSuspected(tx: Tx, workspaceId: string, row: Row): Sql {
  const visitorId = row === 'v' ? tx`v.id` : tx`s.visitor_id`;
  const mark = tx`${tx(row)}.found_bot`;
  // Most have no mark, and are told by that alone.
  return tx`(${mark} <> '' and ${tx(row)}.bot = '' and ${isSuspicionMarkInSql(tx, mark)} and not exists (
    select from verdicts d
    where d.workspace_id = ${workspaceId} and d.visitor_id = ${visitorId} and d.is_test = ${tx(row)}.is_test
      and d.kind = 'not_bot' and ${tx.unsafe(isInForce)}))`;
}

/** `suspicion`: as `suspicionInSql` has it. */
export function toldState({
  bot,
  suspicion,
}: {
  bot: string;
  suspicion: string;
}): Pick<Visitor, 'state' | 'suspicion' | 'bot'> {
  if (bot !== '') return { state: 'bot', suspicion: null, bot: botOf(bot) };
  if (suspicion === '') return { state: 'person', suspicion: null, bot: null };
  const reasons: string[] = JSON.parse(suspicion).reasons;
  const reason_codes = reasons.map(botReasonOf);
  return { state: 'suspected', suspicion: { reasons, reason_codes }, bot: null };
}
