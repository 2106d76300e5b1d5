/** Sessions in the database: what new messages add, and which of a visitor's sessions is near a time. */
import { type Column, columnValues, nameList, selectList, unnestClause } from '../db/columns.ts';
import type { Tx } from '../db/connect.ts';
import type { Part } from '../db/together.ts';

/** What the new messages of one session in one transaction add. */
export interface SessionDelta {
  id: string;
  visitorId: string;
  isTest: boolean;
  startedAt: string;
  lastActivityAt: string;
  endedAt: string | null;
  firstEventId: string;
  lastEventId: string;
  eventCount: number;
  pageViewCount: number;
  engagedMs: number;
  source: string;
  entryUrl: string;
  exitUrl: string;
  referrer: string;
  /** JSON text, or null. */
  campaign: string | null;
  clickIds: string | null;
  ip: string;
  city: string;
  country: string;
  userAgent: string;
  locale: string;
  timezone: string;
  screen: string;
  library: string;
}

/** What every further message of a session changes. */
const growth: Column<SessionDelta>[] = [
  { name: 'visitor_id', type: 'uuid', value: (session) => session.visitorId },
  { name: 'id', type: 'uuid', value: (session) => session.id },
  { name: 'is_test', type: 'boolean', value: (session) => session.isTest },
  { name: 'started_at', type: 'timestamptz', value: (session) => session.startedAt },
  { name: 'first_event_id', type: 'uuid', value: (session) => session.firstEventId },
  { name: 'last_activity_at', type: 'timestamptz', value: (session) => session.lastActivityAt },
  { name: 'last_event_id', type: 'uuid', value: (session) => session.lastEventId },
  { name: 'ended_at', type: 'timestamptz', value: (session) => session.endedAt },
  { name: 'exit_url', type: 'text', value: (session) => session.exitUrl },
  { name: 'event_count', type: 'integer', value: (session) => session.eventCount },
  { name: 'page_view_count', type: 'integer', value: (session) => session.pageViewCount },
  { name: 'engaged_ms', type: 'integer', value: (session) => session.engagedMs },
];

/** What the earliest message of a session tells. */
const opening: Column<SessionDelta>[] = [
  { name: 'source', type: 'text', value: (session) => session.source },
  { name: 'entry_url', type: 'text', value: (session) => session.entryUrl },
  { name: 'referrer', type: 'text', value: (session) => session.referrer },
  { name: 'campaign', type: 'jsonb', value: (session) => session.campaign },
  { name: 'click_ids', type: 'jsonb', value: (session) => session.clickIds },
  { name: 'ip', type: 'text', value: (session) => session.ip },
  { name: 'city', type: 'text', value: (session) => session.city },
  { name: 'country', type: 'text', value: (session) => session.country },
  { name: 'user_agent', type: 'text', value: (session) => session.userAgent },
  { name: 'locale', type: 'text', value: (session) => session.locale },
  { name: 'timezone', type: 'text', value: (session) => session.timezone },
  { name: 'screen', type: 'text', value: (session) => session.screen },
  { name: 'library', type: 'text', value: (session) => session.library },
];

const isEarlier = (added: string) =>
  `(${added}.started_at, ${added}.first_event_id) < (s.started_at, s.first_event_id)`;
const isLater = (added: string) =>
  `(${added}.last_activity_at, ${added}.last_event_id) > (s.last_activity_at, s.last_event_id)`;

/** Assignments that add what a message brings to a stored session; `added` names its row. */
const grow = (added: string) => `
    exit_url = case when ${isLater(added)} and ${added}.exit_url <> '' then ${added}.exit_url else s.exit_url end,
    last_event_id = case when ${isLater(added)} then ${added}.last_event_id else s.last_event_id end,
    last_activity_at = greatest(s.last_activity_at, ${added}.last_activity_at),
    ended_at = greatest(s.ended_at, ${added}.ended_at),
    event_count = s.event_count + ${added}.event_count,
    page_view_count = s.page_view_count + ${added}.page_view_count,
    engaged_ms = greatest(s.engaged_ms, ${added}.engaged_ms)`;

// Most messages belong to a session that is stored and began before them: a narrow update, whose
// cost is about two thirds of the upsert below.
const growStored = (first: number) => `
  update sessions s set ${grow('t')}
  from ${unnestClause(growth, first + 1)}
  where s.workspace_id = $1::uuid and s.visitor_id = t.visitor_id and s.id = t.id
    and s.is_test = t.is_test and not ${isEarlier('t')}
  returning 1`;

const all = [...growth, ...opening];
const ofEarliest = ['started_at', 'first_event_id', ...opening.map(({ name }) => name)];

const upsert = (first: number) => `
  insert into sessions as s (workspace_id, ${nameList(all)})
  select $1::uuid, ${selectList(all)} from ${unnestClause(all, first)}
  on conflict (workspace_id, visitor_id, id, is_test) do update set
    ${ofEarliest.map((name) => `${name} = case when ${isEarlier('excluded')} then excluded.${name} else s.${name} end`).join(',\n    ')},
    ${grow('excluded')}`;

/** Adds what new messages bring to sessions; fails unless all are stored and began before them. */
export function growStoredSessions(sessions: SessionDelta[]): Part {
  return {
    name: 'grown_sessions',
    change: growStored,
    must: (first) => `$${first}::integer = (select count(*) from grown_sessions)`,
    parameters: [sessions.length, ...columnValues(growth, sessions)],
  };
}

/** Adds what new messages bring, to stored sessions or new ones, and corrects earlier starts. */
export function upsertSessions(sessions: SessionDelta[]): Part {
  return { name: 'sessions_met', change: upsert, parameters: columnValues(all, sessions) };
}

export interface SessionSpan {
  id: string;
  visitorId: string;
  isTest: boolean;
  startedMs: number;
  lastActivityMs: number;
}

/** The sessions of these visitors that a message between `from` and `until` could belong to. */
export async function selectSessionSpans(
  tx: Tx,
  workspaceId: string,
  visitorIds: string[],
  from: Date,
  until: Date,
): Promise<SessionSpan[]> {
  const rows = await tx<
    { id: string; visitor_id: string; is_test: boolean; started_at: Date; last_activity_at: Date }[]
  >`
    select s.id, s.visitor_id, s.is_test, s.started_at, s.last_activity_at
    from unnest(${visitorIds}::uuid[]) as v (id)
    join sessions s on s.workspace_id = ${workspaceId} and s.visitor_id = v.id
    where s.last_activity_at >= ${from} and s.started_at <= ${until}`;
  return rows.map((row) => ({
    id: row.id,
    visitorId: row.visitor_id,
    isTest: row.is_test,
    startedMs: row.started_at.getTime(),
    lastActivityMs: row.last_activity_at.getTime(),
  }));
}

/** Until the transaction ends nobody else finds or opens sessions for these visitors. */
export async function lockSessionAssignment(tx: Tx, visitorIds: string[]) {
  // Few locks, since PostgreSQL's table of them is small; in order, so that none deadlocks.
  const buckets = new Set(visitorIds.map((id) => Number.parseInt(id.slice(-3), 16) % 512));
  const sorted = [...buckets].sort((a, b) => a - b);
  await tx`select pg_advisory_xact_lock(${sessionLockClass}, bucket) from unnest(${sorted}::integer[]) bucket`;
}

const sessionLockClass = 4_607;

/** Where a session came from and happened, by visitor and session. */
export interface SessionOrigin {
  id: string;
  visitor_id: string;
  is_test: boolean;
  source: string;
  city: string;
  country: string;
}

export async function selectSessionOrigins(
  tx: Tx,
  workspaceId: string,
  keys: { visitorId: string; sessionId: string }[],
): Promise<SessionOrigin[]> {
  return tx<SessionOrigin[]>`
    select s.id, s.visitor_id, s.is_test, s.source, s.city, s.country
    from unnest(${keys.map(({ visitorId }) => visitorId)}::uuid[],
                ${keys.map(({ sessionId }) => sessionId)}::uuid[]) as k (visitor_id, id)
    join sessions s on s.workspace_id = ${workspaceId} and s.visitor_id = k.visitor_id and s.id = k.id`;
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
