/**
 * Recounts a day from stored data: the same messages give the same numbers, in any order. In slices of visits, each in a
 * transaction, so that no day is too large.
 */

import { describeUserAgent } from '../../enrichment/user-agents/describe-user-agent.ts';
import type { Database, Tx } from '../../platform/db/connect.ts';
import { utcMicrosText } from '../../platform/db/instants.ts';
import { selectState } from '../state.ts';
import { type DueDay, holdDay, restOfDay, takeDueDay } from './marks.ts';
import { numberedIn } from './numbers.ts';

interface Counts {
  visits: number;
  received: number;
  refused: number;
  lost: number;
}

/**
 * A stranger can send any number, so losses are capped: this many per visit and host, plus this many per message that arrived.
 * A page that loses nine of ten messages still counts fully.
 */
const believedLost = { atLeast: 100, perArrived: 9 };

const browsersOfDay = 50;

const visitsAtOnce = 2_000;

export interface DayCountOptions {
  /** A recently counted day waits. */
  rests: boolean;
  /** Called between slices. */
  restAfter?: (workMs: number) => Promise<void>;
  signal?: AbortSignal;
  visitsAtOnce?: number;
}

/** Returns whether a day was counted. If `signal` aborts it, it is resumed later. */
export async function countDueDay(
  db: Database,
  workspaceId: string,
  { rests, restAfter, signal, ...options }: DayCountOptions,
): Promise<boolean> {
  const taken = await db.workspace(workspaceId, async (tx) => {
    const due = await takeDueDay(tx, workspaceId, rests);
    return due && { due, timeZone: (await selectState(tx, workspaceId)).timeZone };
  });
  if (!taken) return false;
  const { due, timeZone } = taken;
  const limit = options.visitsAtOnce ?? visitsAtOnce;
  const sums = new Map<string, Counts>();
  let workedMs = 0;
  for (let after: VisitKey | undefined = newest; after !== undefined; ) {
    if (signal?.aborted) return false;
    const began = performance.now();
    const from: VisitKey = after;
    after = await db.workspace(workspaceId, async (tx) => {
      const until = await selectEnd(tx, workspaceId, due, timeZone, from, limit);
      addByBrowser(sums, await selectCounts(tx, workspaceId, due, timeZone, from, until));
      await holdDay(tx, workspaceId, due);
      return until;
    });
    const tookMs = performance.now() - began;
    workedMs += tookMs;
    if (after !== undefined) await restAfter?.(tookMs);
  }
  await db.workspace(workspaceId, async (tx) => {
    await replaceDay(tx, workspaceId, due, largest(sums));
    await restOfDay(tx, workspaceId, due, workedMs);
  });
  return true;
}

/** A visit's position in `sessions_newest`; the instant in PostgreSQL's format. */
interface VisitKey {
  startedAt: string;
  id: string;
  visitorId: string;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const newest: VisitKey = { startedAt: 'infinity', id: lastId, visitorId: lastId };
/** Before every visit. */
const oldest: VisitKey = {
  startedAt: '-infinity',
  id: '00000000-0000-0000-0000-000000000000',
  visitorId: '00000000-0000-0000-0000-000000000000',
};

const bounds = `
  bounds as (
    select (date '1970-01-01' + $3::integer)::timestamp at time zone $4 as since,
           (date '1970-01-01' + $3::integer + 1)::timestamp at time zone $4 as until
  )`;

const ofDay = `
  s.workspace_id = $1 and s.is_test = $2 and s.started_at >= b.since and s.started_at < b.until
  and (s.started_at, s.id, s.visitor_id) < ($5::text::timestamptz, $6::uuid, $7::uuid)`;

const end = `
  with ${bounds}
  select ${utcMicrosText('s.started_at')} as "startedAt", s.id, s.visitor_id as "visitorId"
  from sessions s, bounds b where ${ofDay}
  order by s.started_at desc, s.id desc, s.visitor_id desc offset $8::integer - 1 limit 1`;

/** Last visit of a slice; undefined for the day's last slice. */
async function selectEnd(
  tx: Tx,
  workspaceId: string,
  { isTest, day }: DueDay,
  timeZone: string,
  { startedAt, id, visitorId }: VisitKey,
  limit: number,
): Promise<VisitKey | undefined> {
  const values = [workspaceId, isTest, day, timeZone, startedAt, id, visitorId, limit];
  const [endRow] = await tx.unsafe<VisitKey[]>(end, values);
  return endRow;
}

/** Excludes bots: scripts without a person lose messages arbitrarily. */
const counted = `
  with ${bounds},
  visits as materialized (
    select s.id, s.visitor_id, s.user_agent from sessions s, bounds b
    where ${ofDay} and s.bot = ''
      and (s.started_at, s.id, s.visitor_id) >= ($8::text::timestamptz, $9::uuid, $10::uuid)
  ),
  arrived as (
    select v.id, v.visitor_id, v.user_agent, right(e.id::text, 12) as numbered, true as stored
    from visits v join events e on e.workspace_id = $1 and e.session_id = v.id
    where e.visitor_id = v.visitor_id and e.is_test = $2 and ${numberedIn('e.id::text', 'v.id')}
    union all
    select distinct v.id, v.visitor_id, v.user_agent, right(f.message_id::text, 12), false
    from visits v join failed_events f on f.workspace_id = $1 and f.session_id = v.id
    where f.visitor_id = v.visitor_id and f.is_test = $2
  ),
  hosts as (
    select id, visitor_id, user_agent, count(*) filter (where stored) as received,
      count(*) filter (where not stored) as refused, count(distinct numbered) as numbers,
      max(right(numbered, 6)::integer) - 100000 as made
    from arrived group by id, visitor_id, user_agent, left(numbered, 6)
  )
  select user_agent, count(distinct (id, visitor_id))::integer as visits, sum(received)::float8 as received,
    sum(refused)::float8 as refused,
    sum(greatest(0, least(made - numbers, ${believedLost.atLeast} + ${believedLost.perArrived} * numbers)))::float8 as lost
  from hosts group by user_agent`;

type CountsOfAgent = Counts & { user_agent: string };

function selectCounts(
  tx: Tx,
  workspaceId: string,
  { isTest, day }: DueDay,
  timeZone: string,
  from: VisitKey,
  until: VisitKey = oldest,
) {
  return tx.unsafe<CountsOfAgent[]>(counted, [
    ...[workspaceId, isTest, day, timeZone],
    ...[from.startedAt, from.id, from.visitorId],
    ...[until.startedAt, until.id, until.visitorId],
  ]);
}

function addByBrowser(sums: Map<string, Counts>, browserCounts: CountsOfAgent[]): void {
  for (const { user_agent, ...counts } of browserCounts) {
    add(sums, describeUserAgent(user_agent).browser.slice(0, 100).toWellFormed(), counts);
  }
}

function add(sums: Map<string, Counts>, browser: string, counts: Counts): void {
  const tally = sums.get(browser) ?? { visits: 0, received: 0, refused: 0, lost: 0 };
  sums.set(browser, {
    visits: tally.visits + counts.visits,
    received: tally.received + counts.received,
    refused: tally.refused + counts.refused,
    lost: tally.lost + counts.lost,
  });
}

/** User agents are arbitrary text, so the names per day are limited. */
function largest(sums: Map<string, Counts>): Map<string, Counts> {
  const size = ({ received, refused, lost }: Counts) => received + refused + lost;
  const sorted = [...sums].sort(([a, x], [b, y]) => size(y) - size(x) || (a < b ? -1 : 1));
  const kept = new Map(sorted.slice(0, browsersOfDay - 1));
  for (const [, counts] of sorted.slice(browsersOfDay - 1)) add(kept, '', counts);
  return kept;
}

async function replaceDay(
  tx: Tx,
  workspaceId: string,
  { isTest, day }: DueDay,
  sums: Map<string, Counts>,
): Promise<void> {
  await tx`
    delete from message_days
    where workspace_id = ${workspaceId} and is_test = ${isTest} and day = ${day}`;
  const rows = [...sums.values()];
  await tx`
    insert into message_days (workspace_id, is_test, day, browser, visits, received, refused, lost)
    select ${workspaceId}, ${isTest}, ${day}, t.* from unnest(
      ${[...sums.keys()]}::text[], ${rows.map(({ visits }) => visits)}::integer[],
      ${rows.map(({ received }) => received)}::bigint[], ${rows.map(({ refused }) => refused)}::bigint[],
      ${rows.map(({ lost }) => lost)}::bigint[]) as t`;
}
