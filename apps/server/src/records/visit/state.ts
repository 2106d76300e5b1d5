/** How a visitor or visit is classified, by rules or by hand: as SQL, and for responses. */
import type { Visitor } from '@footfall/contract/visitors';
import { botReasonOf } from '../../enrichment/user-agents/bot-reasons.ts';
import {
  agentName,
  isAgentMark,
  isAgentMarkInSql,
  isSuspicionMarkInSql,
} from '../../enrichment/user-agents/stored-mark.ts';
import type { Sql, Tx } from '../../platform/db/connect.ts';
import { botOf } from './bot-of.ts';
import { isInForce } from './bot-overrides.ts';

/** Visitors `v` or visits `s`. */
type Row = 'v' | 's';

/** The mark of an agent, or of a suspicion not overruled, if it counts as a person; else ''. */
export function markInSql(tx: Tx, workspaceId: string, row: Row): Sql {
  return tx`case when ${isAgent(tx, row)} or ${isSuspected(tx, workspaceId, row)} then ${foundBot(tx, row)} else '' end`;
}

export function stateInSql(tx: Tx, workspaceId: string, row: Row): Sql {
  return tx`case when ${bot(tx, row)} <> '' then 'bot' when ${isAgent(tx, row)} then 'agent'
    when ${isSuspected(tx, workspaceId, row)} then 'suspected' else 'person' end`;
}

const assistant = '"category":"ai_assistant"';

/** Name of the agent that acts or reads for a person. */
export function agentInSql(tx: Tx, row: Row): Sql {
  return tx`case when ${isAgent(tx, row)} then ${foundBot(tx, row)}::jsonb ->> 'name'
    when strpos(${bot(tx, row)}, ${assistant}) > 0 then ${bot(tx, row)}::jsonb ->> 'name' else '' end`;
}

const bot = (tx: Tx, row: Row) => tx`${tx(row)}.bot`;
const foundBot = (tx: Tx, row: Row) => tx`${tx(row)}.found_bot`;

/** Cheap first check: most have no mark. */
const hasMark = (tx: Tx, row: Row) => tx`${foundBot(tx, row)} <> '' and ${bot(tx, row)} = ''`;

function isAgent(tx: Tx, row: Row): Sql {
  return tx`(${hasMark(tx, row)} and ${isAgentMarkInSql(tx, foundBot(tx, row))})`;
}

function isSuspected(tx: Tx, workspaceId: string, row: Row): Sql {
  const visitorId = row === 'v' ? tx`v.id` : tx`s.visitor_id`;
  return tx`(${hasMark(tx, row)} and ${isSuspicionMarkInSql(tx, foundBot(tx, row))} and not exists (
    select from verdicts d
    where d.workspace_id = ${workspaceId} and d.visitor_id = ${visitorId} and d.is_test = ${tx(row)}.is_test
      and d.kind = 'not_bot' and ${tx.unsafe(isInForce)}))`;
}

type StateFacts = Pick<Visitor, 'state' | 'agent' | 'suspicion' | 'bot'>;

/** `mark`: from `markInSql`. */
export function stateFacts(row: { bot: string; mark: string }): StateFacts {
  const bot = botOf(row.bot);
  if (bot) {
    const agent = bot.category === 'ai_assistant' ? bot.name : '';
    return { state: 'bot', agent, suspicion: null, bot };
  }
  const facts = { agent: agentName(row.mark), suspicion: null, bot: null };
  if (row.mark === '') return { ...facts, state: 'person' };
  if (isAgentMark(row.mark)) return { ...facts, state: 'agent' };
  const reasons: string[] = JSON.parse(row.mark).reasons;
  const reason_codes = reasons.map(botReasonOf);
  return { ...facts, state: 'suspected', suspicion: { reasons, reason_codes } };
}
