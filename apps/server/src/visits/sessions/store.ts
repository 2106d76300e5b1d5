/** Sessions in the database: updates from new messages, and queries of others. */

import {
  type Column,
  columnValues,
  nameList,
  selectList,
  unnestClause,
} from '../../platform/db/columns.ts';
import type { StatementPart } from '../../platform/db/combined-statement.ts';
import type { Tx } from '../../platform/db/connect.ts';
import type { Question } from '../../platform/db/joint-questions.ts';
import { sharedRows } from '../../platform/db/shared-values.ts';
import { isRefused } from '../../records/company/company-overrides.ts';
import { greaterBotInSql } from '../../records/visit/bot-of.ts';
import {
  exitColumns,
  leavesAfterInSql,
  openingColumns,
  opensBeforeInSql,
} from '../../records/visit/opening-and-exit.ts';

/** Changes to a session from one transaction's new messages. */
export interface SessionDelta {
  id: string;
  visitorId: string;
  isTest: boolean;
  startedAt: string;
  lastActivityAt: string;
  endedAt: string | null;
  /** A message has the session's id. */
  named: boolean;
  /** A message of the visitor has no session id. */
  visitorAssigned: boolean;
  /** With firstEventId and entryUrl: the opening message. */
  openingAt: string;
  firstEventId: string;
  entryUrl: string;
  /** With exitEventId: the source of exitUrl; -infinity if no message has a page. */
  exitAt: string;
  exitEventId: string;
  exitUrl: string;
  eventCount: number;
  /** Messages that are activity: all but session messages. */
  activityCount: number;
  pageViewCount: number;
  engagedMs: number;
  /** JSON text, or empty; from messages with the session's id, if there are any. */
  bot: string;
  /** The rules' result. */
  foundBot: string;
  /** From any of its messages. */
  visitorBot: string;
  visitorFoundBot: string;
  /** From the opening message. Computed on demand: most sessions already have one. */
  opening: () => SessionOpening;
}

/** Fields from the opening message. */
export interface SessionOpening {
  source: string;
  referrer: string;
  /** JSON text, or null. */
  campaign: string | null;
  clickIds: string | null;
  campaignId: string | null;
  ip: string;
  city: string;
  country: string;
  asn: number;
  networkOwner: string;
  connection: string;
  companyId: string | null;
  userAgent: string;
  locale: string;
  timezone: string;
  screen: string;
  library: string;
}

export interface OpenedSession extends SessionDelta {
  opened: SessionOpening;
}

/** Columns that any further message changes. */
const growth: Column<SessionDelta>[] = [
  { name: 'visitor_id', type: 'uuid', value: (session) => session.visitorId },
  { name: 'id', type: 'uuid', value: (session) => session.id },
  { name: 'is_test', type: 'boolean', value: (session) => session.isTest },
  { name: 'started_at', type: 'timestamptz', value: (session) => session.startedAt },
  { name: 'first_event_id', type: 'uuid', value: (session) => session.firstEventId },
  { name: 'last_activity_at', type: 'timestamptz', value: (session) => session.lastActivityAt },
  { name: 'exit_at', type: 'timestamptz', value: (session) => session.exitAt },
  { name: 'exit_event_id', type: 'uuid', value: (session) => session.exitEventId },
  { name: 'ended_at', type: 'timestamptz', value: (session) => session.endedAt },
  { name: 'exit_url', type: 'text', value: (session) => session.exitUrl },
  { name: 'event_count', type: 'integer', value: (session) => session.eventCount },
  { name: 'activity_count', type: 'integer', value: (session) => session.activityCount },
  { name: 'page_view_count', type: 'integer', value: (session) => session.pageViewCount },
  { name: 'engaged_ms', type: 'integer', value: (session) => session.engagedMs },
  { name: 'named', type: 'boolean', value: (session) => session.named },
];

/** Columns from the opening message. */
const opening: Column<OpenedSession>[] = [
  { name: 'opening_at', type: 'timestamptz', value: (session) => session.openingAt },
  { name: 'source', type: 'text', value: ({ opened }) => opened.source },
  { name: 'entry_url', type: 'text', value: (session) => session.entryUrl },
  { name: 'referrer', type: 'text', value: ({ opened }) => opened.referrer },
  { name: 'campaign', type: 'jsonb', value: ({ opened }) => opened.campaign },
  { name: 'click_ids', type: 'jsonb', value: ({ opened }) => opened.clickIds },
  { name: 'campaign_id', type: 'uuid', value: ({ opened }) => opened.campaignId },
  { name: 'ip', type: 'text', value: ({ opened }) => opened.ip },
  { name: 'city', type: 'text', value: ({ opened }) => opened.city },
  { name: 'country', type: 'text', value: ({ opened }) => opened.country },
  { name: 'asn', type: 'integer', value: ({ opened }) => opened.asn },
  { name: 'network_owner', type: 'text', value: ({ opened }) => opened.networkOwner },
  { name: 'connection', type: 'text', value: ({ opened }) => opened.connection },
  { name: 'company_id', type: 'uuid', value: ({ opened }) => opened.companyId },
  { name: 'user_agent', type: 'text', value: ({ opened }) => opened.userAgent },
  { name: 'locale', type: 'text', value: ({ opened }) => opened.locale },
  { name: 'timezone', type: 'text', value: ({ opened }) => opened.timezone },
  { name: 'screen', type: 'text', value: ({ opened }) => opened.screen },
  { name: 'library', type: 'text', value: ({ opened }) => opened.library },
];

const bots: Column<SessionDelta>[] = [
  { name: 'bot', type: 'text', value: (session) => session.bot },
  { name: 'found_bot', type: 'text', value: (session) => session.foundBot },
];

const leavesAfter = (added: string) => leavesAfterInSql(exitColumns(added), exitColumns('s'));

/** Assignments that add a message's changes to a stored session; `added` is the added row's alias. */
const grow = (added: string) => `
    exit_url = case when ${leavesAfter(added)} then ${added}.exit_url else s.exit_url end,
    exit_event_id = case when ${leavesAfter(added)} then ${added}.exit_event_id else s.exit_event_id end,
    exit_at = case when ${leavesAfter(added)} then ${added}.exit_at else s.exit_at end,
    last_activity_at = greatest(s.last_activity_at, ${added}.last_activity_at),
    ended_at = greatest(s.ended_at, ${added}.ended_at),
    event_count = s.event_count + ${added}.event_count,
    activity_count = s.activity_count + ${added}.activity_count,
    counted_messages = s.counted_messages + ${added}.event_count,
    page_view_count = s.page_view_count + ${added}.page_view_count,
    engaged_ms = greatest(s.engaged_ms, ${added}.engaged_ms)`;

// Most messages extend a stored session opened by an earlier one: a narrow update at two thirds of the
// upsert's cost. No added message may open it, which is certain if even one with the earliest time and any
// page could not.
const bestOfAdded = { ...openingColumns('t'), entryUrl: 't.exit_url', openingAt: 't.started_at' };
const growStored = (first: number) => `
  update sessions s set ${grow('t')}
  from ${sharedRows(growth, first + 1)}
  where s.workspace_id = $1::uuid and s.visitor_id = t.visitor_id and s.id = t.id
    and s.is_test = t.is_test and t.started_at >= s.started_at
    and ${opensBeforeInSql(openingColumns('s'), bestOfAdded)}
  returning s.visitor_id, s.id, s.is_test, s.visitor_assigned, t.started_at`;

const all: Column<OpenedSession>[] = [...growth, ...opening, ...bots];

/** `parameter`: ids of visitors with such messages in this transaction. */
const isOfAssigned = (parameter: number) => `(t.visitor_id = any($${parameter}::uuid[]) or exists (
    select from sessions o where o.workspace_id = $1::uuid and o.visitor_id = t.visitor_id
      and o.is_test = t.is_test and o.visitor_assigned))`;
const ofOpening = ['first_event_id', ...opening.map(({ name }) => name)];

const opens = opensBeforeInSql(openingColumns('excluded'), openingColumns('s'));
const mergedBot = (name: string) => `
    ${name} = case when s.named = excluded.named then ${greaterBotInSql(`s.${name}`, `excluded.${name}`)}
                   when s.named then s.${name} else excluded.${name} end`;

// Unless an override rejects the company.
const allowedCompany = `case when t.company_id is null or not ${isRefused('t')} then t.company_id end`;
const selectAll = all
  .map((column) => (column.name === 'company_id' ? allowedCompany : selectList([column])))
  .join(', ');

const upsert = (first: number) => `
  insert into sessions as s (workspace_id, visitor_assigned, counted_messages, ${nameList(all)})
  select $1::uuid, ${isOfAssigned(first + all.length)}, t.event_count, ${selectAll} from ${sharedRows(all, first)}
  on conflict (workspace_id, visitor_id, id, is_test) do update set
    ${ofOpening.map((name) => `${name} = case when ${opens} then excluded.${name} else s.${name} end`).join(',\n    ')},
    started_at = least(s.started_at, excluded.started_at),
    named = s.named or excluded.named,
    ${bots.map(({ name }) => mergedBot(name)).join(',\n    ')},
    visitor_assigned = s.visitor_assigned or excluded.visitor_assigned,
    ${grow('excluded')}
  returning s.visitor_id, s.id, s.is_test, s.started_at, s.named`;

/** Adds new messages to sessions; fails unless all are stored with an earlier opening. */
export function updateStoredSessions(sessions: SessionDelta[]): StatementPart {
  return {
    name: 'updated_sessions',
    change: growStored,
    must: (first) => `$${first}::integer = (select count(*) from updated_sessions)`,
    parameters: (shared) => [sessions.length, ...shared.columnValues(growth, sessions)],
  };
}

/** Adds new messages to stored or new sessions, and corrects their openings. */
export function upsertSessions(sessions: OpenedSession[]): StatementPart {
  const assigned = sessions.filter(({ visitorAssigned }) => visitorAssigned);
  const visitorIds = `{${assigned.map(({ visitorId }) => visitorId).join()}}`;
  return {
    name: 'upserted_sessions',
    change: upsert,
    waits: 'in order',
    parameters: (shared) => [...shared.columnValues(all, sessions), visitorIds],
  };
}

const totals = growth.filter(({ name }) => name !== 'first_event_id' && name !== 'named');
const totalKeys = ['visitor_id', 'id', 'is_test'];
const replaceTotals = `
  update sessions s set ${totals
    .filter(({ name }) => !totalKeys.includes(name))
    .map(({ name }) => `${name} = t.${name}`)
    .join(', ')}, counted_messages = t.event_count, visitor_assigned = true
  from ${unnestClause(totals, 2)}
  where s.workspace_id = $1::uuid and s.visitor_id = t.visitor_id and s.id = t.id and s.is_test = t.is_test`;

/** Replaces the stored totals of these sessions. */
export async function replaceSessionTotals(tx: Tx, workspaceId: string, sessions: SessionDelta[]) {
  await tx.unsafe(replaceTotals, [workspaceId, ...columnValues(totals, sessions)]);
}

export async function deleteSessions(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
  ids: string[],
) {
  await tx`
    delete from sessions where workspace_id = ${workspaceId} and visitor_id = ${visitorId}
      and is_test = ${isTest} and id = any(${ids}::uuid[])`;
}

/** A session's source and place, by visitor and session. */
export interface SessionOrigin {
  id: string;
  visitor_id: string;
  is_test: boolean;
  source: string;
  city: string;
  country: string;
  company_id: string | null;
}

interface SessionKey {
  visitorId: string;
  sessionId: string;
}

const sessionKey: Column<SessionKey>[] = [
  { name: 'visitor_id', type: 'uuid', value: ({ visitorId }) => visitorId },
  { name: 'id', type: 'uuid', value: ({ sessionId }) => sessionId },
];

export function sessionOrigins(keys: SessionKey[]): Question<SessionOrigin> {
  return {
    select: (first) => `
      select s.id, s.visitor_id, s.is_test, s.source, s.city, s.country, s.company_id
      from ${unnestClause(sessionKey, first)}
      join sessions s on s.workspace_id = $1::uuid and s.visitor_id = t.visitor_id and s.id = t.id`,
    parameters: columnValues(sessionKey, keys),
  };
}

export async function selectLatestSession(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  isTest: boolean,
) {
  const [row] = await tx<{ id: string; last_activity_at: Date; city: string; country: string }[]>`
    select id, last_activity_at, city, country from sessions
    where workspace_id = ${workspaceId} and visitor_id = ${visitorId} and is_test = ${isTest}
    order by last_activity_at desc, id desc limit 1`;
  return row;
}

export async function sessionExists(
  tx: Tx,
  workspaceId: string,
  visitorId: string,
  id: string,
  isTest: boolean,
) {
  const rows = await tx`
    select from sessions where workspace_id = ${workspaceId} and visitor_id = ${visitorId}
      and id = ${id} and is_test = ${isTest}`;
  return rows.length > 0;
}
