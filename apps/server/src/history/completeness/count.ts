/** Counts a day anew from what is stored of it: the same messages give the same numbers, in whatever order they came. */
import type { Tx } from '../../db/connect.ts';
import { describeUserAgent } from '../../enrichment/user-agents/describe-user-agent.ts';
import { selectState } from '../stats/state.ts';
import { takeTurn } from '../stats/turn.ts';
import { type DueDay, restOfDay, takeDueDay } from './marks.ts';
import { numberedIn } from './numbers.ts';

interface Counts {
  visits: number;
  received: number;
  refused: number;
  lost: number;
}

/**
 * A stranger can name any number: of what a visit's host made, so many are believed to be lost, and so many more for each that
 * arrived. A page that comes to nine of ten messages has lost them otherwise.
 */
const believedLost = { atLeast: 100, perArrived: 9 };

const browsersOfDay = 50;

/** Returns whether a day was counted. `rests`: a day that was counted just now waits. */
export async function countDueDay(tx: Tx, workspaceId: string, rests: boolean): Promise<boolean> {
  if (!(await takeTurn(tx, workspaceId))) return false;
  const due = await takeDueDay(tx, workspaceId, rests);
  if (!due) return false;
  const began = performance.now();
  const { timeZone } = await selectState(tx, workspaceId);
  const byAgent = await selectCounts(tx, workspaceId, due, timeZone);
  await replaceDay(tx, workspaceId, due, largest(byBrowser(byAgent)));
  await restOfDay(tx, workspaceId, due, performance.now() - began);
  return true;
}

/** Who is a bot is not counted: what runs scripts without a person drops messages as it likes. */
const counted = `
  with bounds as (
    select (date '1970-01-01' + $3::integer)::timestamp at time zone $4 as since,
           (date '1970-01-01' + $3::integer + 1)::timestamp at time zone $4 as until
  ),
  visits as materialized (
    select s.id, s.visitor_id, s.user_agent from sessions s, bounds b
    where s.workspace_id = $1 and s.is_test = $2 and s.started_at >= b.since and s.started_at < b.until and s.bot = ''
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

function selectCounts(tx: Tx, workspaceId: string, { isTest, day }: DueDay, timeZone: string) {
  return tx.unsafe<CountsOfAgent[]>(counted, [workspaceId, isTest, day, timeZone]);
}

function byBrowser(found: CountsOfAgent[]): Map<string, Counts> {
  const sums = new Map<string, Counts>();
  for (const { user_agent, ...counts } of found) {
    add(sums, describeUserAgent(user_agent).browser.slice(0, 100).toWellFormed(), counts);
  }
  return sums;
}

function add(sums: Map<string, Counts>, browser: string, counts: Counts): void {
  const known = sums.get(browser) ?? { visits: 0, received: 0, refused: 0, lost: 0 };
  sums.set(browser, {
    visits: known.visits + counts.visits,
    received: known.received + counts.received,
    refused: known.refused + counts.refused,
    lost: known.lost + counts.lost,
  });
}

/** A user agent is what somebody says: the names in a day have an end. */
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
