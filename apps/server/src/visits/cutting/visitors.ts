/** Visitors in the database, with their first touch. */

import { visitOrigin } from '../../enrichment/sources/visit-origin.ts';
import { type Column, nameList, selectList } from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';
import { greaterBotInSql } from '../../records/visit/bot-of.ts';
import {
  type BotOverride,
  countedBotInSql,
  type OverrideVisitor,
} from '../../records/visit/bot-overrides.ts';
import { openingColumns, opensBeforeInSql } from '../../records/visit/opening-and-exit.ts';

/** A visitor's first touch, from the message that opens their earliest session. */
export interface FirstTouch {
  id: string;
  isTest: boolean;
  firstSeenAt: string;
  /** With firstEventId: the source message of the other fields. */
  openingAt: string;
  firstEventId: string;
  /** A message has its session's id. */
  named: boolean;
  source: string;
  entryUrl: string;
  referrer: string;
  /** JSON text, or null. */
  campaign: string | null;
  clickIds: string | null;
  /** JSON text, or empty. */
  bot: string;
  /** The rules' result. */
  foundBot: string;
}

const opening: Column<FirstTouch>[] = [
  { name: 'opening_at', type: 'timestamptz', value: (visitor) => visitor.openingAt },
  { name: 'first_event_id', type: 'uuid', value: (visitor) => visitor.firstEventId },
  { name: 'source', type: 'text', value: (visitor) => visitor.source },
  { name: 'entry_url', type: 'text', value: (visitor) => visitor.entryUrl },
  { name: 'referrer', type: 'text', value: (visitor) => visitor.referrer },
  { name: 'campaign', type: 'jsonb', value: (visitor) => visitor.campaign },
  { name: 'click_ids', type: 'jsonb', value: (visitor) => visitor.clickIds },
  { name: 'channel', type: 'text', value: channelOf },
];

const columns: Column<FirstTouch>[] = [
  { name: 'id', type: 'uuid', value: (visitor) => visitor.id },
  { name: 'is_test', type: 'boolean', value: (visitor) => visitor.isTest },
  { name: 'first_seen_at', type: 'timestamptz', value: (visitor) => visitor.firstSeenAt },
  { name: 'named', type: 'boolean', value: (visitor) => visitor.named },
  { name: 'bot', type: 'text', value: (visitor) => visitor.bot },
  { name: 'found_bot', type: 'text', value: (visitor) => visitor.foundBot },
  ...opening,
];

const opens = opensBeforeInSql(openingColumns('excluded'), openingColumns('v'));
const bot = greaterBotInSql('v.bot', 'excluded.bot');
const foundBot = greaterBotInSql('v.found_bot', 'excluded.found_bot');

// Skips updates without changes, which would rewrite the row for each session.
const upsert = (first: number) => `
  insert into visitors as v (workspace_id, ${nameList(columns)})
  select $1::uuid, ${selectList(columns)} from ${sharedRows(columns, first)}
  on conflict (workspace_id, id, is_test) do update set
    ${opening.map(({ name }) => `${name} = case when ${opens} then excluded.${name} else v.${name} end`).join(',\n    ')},
    first_seen_at = least(v.first_seen_at, excluded.first_seen_at),
    named = v.named or excluded.named,
    bot = ${bot},
    found_bot = ${foundBot}
  where ${opens} or excluded.first_seen_at < v.first_seen_at or ${bot} <> v.bot or ${foundBot} <> v.found_bot
  returning 1`;

/** Inserts visitors, and moves first touches to earlier ones. */
export function upsertVisitors(visitors: FirstTouch[]): StatementPart {
  return {
    name: 'upserted_visitors',
    change: upsert,
    waits: 'in order',
    parameters: (shared) => shared.columnValues(columns, visitors),
  };
}

/** As the sessions that are left tell it. */
export async function remakeFirstTouch(
  tx: Tx,
  workspaceId: string,
  id: string,
  isTest: boolean,
): Promise<void> {
  const [row] = await tx<
    Pick<FirstTouch, 'source' | 'entryUrl' | 'referrer' | 'campaign' | 'clickIds'>[]
  >`
    with first as (
      select * from sessions where workspace_id = ${workspaceId} and visitor_id = ${id} and is_test = ${isTest}
      order by not named, entry_url = '', opening_at, first_event_id limit 1
    )
    update visitors v set
      first_seen_at = (select min(started_at) from sessions where workspace_id = ${workspaceId}
                       and visitor_id = ${id} and is_test = ${isTest}),
      opening_at = f.opening_at, first_event_id = f.first_event_id, named = f.named, source = f.source,
      entry_url = f.entry_url, referrer = f.referrer, campaign = f.campaign, click_ids = f.click_ids
    from first f
    where v.workspace_id = ${workspaceId} and v.id = ${id} and v.is_test = ${isTest}
    returning v.source, v.entry_url as "entryUrl", v.referrer, v.campaign::text as campaign,
              v.click_ids::text as "clickIds"`;
  if (!row) return;
  await tx`
    update visitors set channel = ${channelOf(row)}
    where workspace_id = ${workspaceId} and id = ${id} and is_test = ${isTest}`;
}

/** Whether a visitor counts as a bot, as somebody decided or else as the rules found. */
export async function settleVisitorMark(
  tx: Tx,
  workspaceId: string,
  { visitorId, isTest }: OverrideVisitor,
  override: BotOverride | undefined,
): Promise<void> {
  const counted = countedBotInSql(tx, override, tx`found_bot`);
  await tx`
    update visitors set bot = ${counted}
    where workspace_id = ${workspaceId} and id = ${visitorId} and is_test = ${isTest} and bot <> ${counted}`;
}

/** Blocks their messages, which take this lock before identify claims, until the transaction ends. */
export async function lockVisitor(
  tx: Tx,
  workspaceId: string,
  { visitorId, isTest }: OverrideVisitor,
): Promise<void> {
  await tx`
    select from visitors where workspace_id = ${workspaceId} and id = ${visitorId} and is_test = ${isTest}
    for no key update`;
}

/** Whether it is test data. An id used in both environments is the live visitor's, unless `isTest` is set. */
export async function selectVisitorEnvironment(
  tx: Tx,
  workspaceId: string,
  id: string,
  isTest?: boolean,
): Promise<{ isTest: boolean } | undefined> {
  const [row] = await tx<{ isTest: boolean }[]>`
    select is_test as "isTest" from visitors
    where workspace_id = ${workspaceId} and id = ${id} and is_test = coalesce(${isTest ?? null}::boolean, is_test)
    order by is_test limit 1`;
  return row;
}

export async function visitorExists(tx: Tx, workspaceId: string, id: string, isTest: boolean) {
  const rows = await tx`
    select from visitors where workspace_id = ${workspaceId} and id = ${id} and is_test = ${isTest}`;
  return rows.length > 0;
}

/** Whether a visitor has more than visits: an identity, conversions, or an override. */
export async function isKnownBeyondVisits(
  tx: Tx,
  workspaceId: string,
  id: string,
  isTest: boolean,
): Promise<boolean> {
  const of = tx`workspace_id = ${workspaceId} and visitor_id = ${id} and is_test = ${isTest}`;
  const [row] = await tx<{ exists: boolean }[]>`
    select exists (select from identity_links where ${of})
        or exists (select from suggestions where ${of})
        or exists (select from conversions where ${of})
        or exists (select from leads where ${of})
        or exists (select from verdicts where workspace_id = ${workspaceId} and visitor_id = ${id})
        or exists (select from visitor_list_members
                   where workspace_id = ${workspaceId} and type = 'visitor' and member_id = ${id}) as "exists"`;
  return row?.exists ?? false;
}

/** Deletes the visitor if it has no visits left. */
export async function deleteEmptyVisitor(
  tx: Tx,
  workspaceId: string,
  id: string,
  isTest: boolean,
): Promise<void> {
  await tx`
    delete from visitors v where workspace_id = ${workspaceId} and id = ${id} and is_test = ${isTest}
      and not exists (select from sessions s where s.workspace_id = ${workspaceId}
        and s.visitor_id = v.id and s.is_test = v.is_test)`;
}

/** Whether there was any visitor, bots included; uses an index for each. */
export async function hasVisitors(tx: Tx, workspaceId: string, isTest: boolean) {
  const [row] = await tx<{ exists: boolean }[]>`
    select exists (
      select from visitors where workspace_id = ${workspaceId} and is_test = ${isTest} and bot = ''
    ) or exists (
      select from visitors where workspace_id = ${workspaceId} and is_test = ${isTest} and bot <> ''
    ) as "exists"`;
  return row?.exists ?? false;
}

/** Inserts a visitor without visits or source. `id` is new. */
export async function insertAnonymousVisitor(tx: Tx, workspaceId: string, id: string) {
  await tx`
    insert into visitors
      (workspace_id, id, is_test, first_seen_at, opening_at, first_event_id, named, source, entry_url, referrer, channel)
    values (${workspaceId}, ${id}, false, now(), now(), ${id}, false, '', '', '', 'direct')`;
}

/** The channel computed on read; stored so that lists can filter by it. */
function channelOf({
  entryUrl,
  referrer,
  campaign,
  clickIds,
}: Pick<FirstTouch, 'entryUrl' | 'referrer' | 'campaign' | 'clickIds'>): string {
  const facts = { url: entryUrl, referrer, campaign: parsed(campaign), clickIds: parsed(clickIds) };
  return visitOrigin(facts).channel;
}

function parsed(text: string | null): Record<string, unknown> | null {
  return text === null ? null : JSON.parse(text);
}
