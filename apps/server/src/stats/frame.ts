/** The requested range and the one before it, in quarters of an hour and in the workspace's days, with the intervals. */
import { invalidRequest } from '@footfall/contract/errors';
import { parseInstant } from '@footfall/contract/instant';
import { statsLimits } from '@footfall/contract/stats';
import type { Tx } from '../platform/db/connect.ts';
import { sqlState } from '../platform/db/faults.ts';
import type { Sql } from '../platform/db/fragments.ts';
import { dimensionsCode, fewestValues } from './dimensions.ts';
import { waitingSince } from './marks.ts';
import { countedMetrics, type StatsRequest, unknownTimeZone } from './request.ts';

/** Quarters since 1970 in UTC; days in the workspace's time zone, as in sums. */
export interface Range {
  /** Quarters. */
  from: number;
  /** Exclusive, like all ends below. */
  until: number;
  /** Days that overlap the range. */
  firstDay: number;
  untilDay: number;
  /** Whole days in the range, and their quarters. */
  firstFullDay: number;
  untilFullDay: number;
  fullFrom: number;
  fullUntil: number;
  /** Starts of hours, days, weeks or months: quarters, and days of the requested time zone. Empty without an interval. */
  starts: number[];
  startDays: number[];
  /** Visits in the range, without open ones. */
  sessions: number;
}

export interface Frame {
  current: Range;
  previous: Range | undefined;
  timeZone: string;
  /** The time zone is that of the daily sums. */
  hasKeptDays: boolean;
  /** Pairs are summed for days before this one. */
  crossTabsUntil: number;
  asOf: Date | null;
}

interface FrameRow extends Range, Omit<Frame, 'current' | 'previous'> {
  place: number;
}

/** @throws ApiError invalid_request if the range is invalid or too long */
export async function selectFrame(
  tx: Tx,
  workspaceId: string,
  request: StatsRequest,
): Promise<Frame> {
  const rows = await selectRanges(tx, workspaceId, request).catch((error: unknown) => {
    // Invalid parameter value: Node.js knows the time zone, PostgreSQL does not.
    if (sqlState(error) === '22023') throw unknownTimeZone();
    // For ranges of millennia, the previous period is before PostgreSQL's earliest date.
    throw sqlState(error) === '22008' ? tooLong() : error;
  });
  const [current, previous] = rows;
  if (!current) throw new Error('a range has no row');
  check(current);
  const { timeZone, hasKeptDays, crossTabsUntil, asOf } = current;
  return {
    current,
    previous: request.compares ? previous : undefined,
    timeZone,
    hasKeptDays,
    crossTabsUntil,
    asOf,
  };
}

function check({ from, until, starts }: Range): void {
  if (until <= from) {
    throw invalidRequest([{ path: 'query.to', message: 'must be later than `from`' }]);
  }
  // One day more, in hours, for clock changes.
  if (until - from > statsLimits.days * 96 + 4) {
    throw tooLong();
  }
  if (starts.length > statsLimits.points) {
    const message = `must give at most ${statsLimits.points} rows for this range. Use a longer interval or a shorter range`;
    throw invalidRequest([{ path: 'query.interval', message }]);
  }
}

function tooLong() {
  const message = `must be at most ${statsLimits.days} days after \`from\``;
  return invalidRequest([{ path: 'query.to', message }]);
}

/** A date means its midnight in the time zone. */
function timeOrNull(tx: Tx, text: string | undefined) {
  if (text === undefined) return tx`null::timestamptz`;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return tx`${text}::text::timestamp at time zone zone`;
  return tx`${parseInstant(text)?.iso ?? ''}::text::timestamptz`;
}

const quarterOf = (tx: Tx, instant: Sql) =>
  tx`floor(extract(epoch from ${instant}) / 900)::integer`;
const dayOf = (tx: Tx, local: Sql) => tx`((${local})::date - date '1970-01-01')`;

function selectRanges(tx: Tx, workspaceId: string, request: StatsRequest) {
  const { from, to, timeZone, interval } = request;
  const instantOf = (quarter: Sql) => tx`to_timestamp(${quarter} * 900.0)`;
  const keptLocal = (quarter: Sql) => tx`(${instantOf(quarter)} at time zone kept_zone)`;
  return tx<FrameRow[]>`
    with zones as (
      select kept_zone, coalesce(${timeZone ?? null}::text, kept_zone) as zone, phase, pairs_until
      from (select 1) one left join lateral (
        select coalesce(s.time_zone, w.settings ->> 'time_zone', 'UTC') as kept_zone, s.phase, s.pairs_until
        from workspaces w left join stats_state s on s.workspace_id = w.workspace_id
        where w.workspace_id = ${workspaceId}) s on true
    ),
    ends as (
      select *, coalesce(${timeOrNull(tx, to)},
        (date_trunc('day', now() at time zone zone) + interval '1 day') at time zone zone) as ending
      from zones
    ),
    quarters as (
      select *, ${quarterOf(tx, tx`coalesce(${timeOrNull(tx, from)}, (ending at time zone zone - interval '30 days') at time zone zone)`)} as q0,
             ceil(extract(epoch from ending) / 900)::integer as q1
      from ends
    ),
    local as (
      select *, ${instantOf(tx`q0`)} at time zone zone as l0, ${instantOf(tx`q1`)} at time zone zone as l1
      from quarters
    ),
    shifted as (
      select *, case
        when l0 = date_trunc('month', l0) and l1 = date_trunc('month', l1) then
          l0 - ((extract(year from l1) - extract(year from l0)) * 12
                + extract(month from l1) - extract(month from l0))::integer * interval '1 month'
        when l0 = l0::date and l1 = l1::date then l0 - (l1::date - l0::date) * interval '1 day'
        else l0 - (q1 - q0) * interval '15 minutes' end as before
      from local
    ),
    ranges as (
      select 0 as place, q0 as "from", q1 as "until", l0, l1, kept_zone, zone, phase, pairs_until from shifted
      union all
      select 1, ${quarterOf(tx, tx`before at time zone zone`)}, q0, before, l0, kept_zone, zone, phase, pairs_until from shifted
      where ${request.compares}
    )
    select r.place, r."from", r."until", r.zone as "timeZone", r.zone = r.kept_zone as "hasKeptDays",
      coalesce(r.pairs_until, 0) as "crossTabsUntil",
      ${dayOf(tx, keptLocal(tx`r."from"`))} as "firstDay",
      ${dayOf(tx, tx`${keptLocal(tx`r."until"`)} - interval '1 second'`)} + 1 as "untilDay",
      f."firstFullDay", u."untilFullDay", "fullFrom", "fullUntil",
      coalesce(p.starts, '{}') as starts, coalesce(p."startDays", '{}') as "startDays",
      ${visits(tx, workspaceId, request)} as sessions,
      case when phase is not null and phase <> 'kept' then to_timestamp(0)
        else ${waitingSince(tx, workspaceId)} end as "asOf"
    from ranges r
    cross join lateral (select ${dayOf(tx, tx`${keptLocal(tx`r."from"`)} + interval '1 day' - interval '1 microsecond'`)} as "firstFullDay") f
    cross join lateral (select ${instantOf(tx`r."until"`)} > now() + interval '2 minutes' as "reachesNow") n
    cross join lateral (select case
      -- Nothing happens after now, so that today is a whole day.
      when n."reachesNow" then ${dayOf(tx, tx`${keptLocal(tx`r."until"`)} - interval '1 second'`)} + 1
      else ${dayOf(tx, keptLocal(tx`r."until"`))} end as "untilFullDay") u
    cross join lateral (select
      ${quarterOf(tx, tx`(date '1970-01-01' + f."firstFullDay")::timestamp at time zone kept_zone`)} as "fullFrom",
      ${quarterOf(tx, tx`(date '1970-01-01' + u."untilFullDay")::timestamp at time zone kept_zone`)} as "fullUntil") d
    left join lateral (${points(tx, interval)}) p on true
    order by r.place`;
}

/** The number of visits matters only for counting visitors. */
function visits(tx: Tx, workspaceId: string, request: StatsRequest): Sql {
  const { isTest } = request;
  if (!countedMetrics(request).includes('visitors')) return tx`0::float8`;
  const ofWorkspace = tx`workspace_id = ${workspaceId} and is_test = ${isTest}`;
  return tx`coalesce(case
    when r."from" = "fullFrom" and "fullUntil" >= r."until" then (
      select sum(sessions) from stats_days where ${ofWorkspace} and dimensions = ${dimensionsCode(fewestValues)}
        and day >= "firstFullDay" and day < "untilFullDay")
    else (
      select sum(sessions) from stats_quarters where ${ofWorkspace} and quarter >= r."from" and quarter < r."until")
    end, 0)::float8`;
}

/** Hours in UTC, since a local hour may repeat; the others by the calendar. */
function points(tx: Tx, interval: StatsRequest['interval']) {
  if (interval === undefined) {
    return tx`select null::integer[] as starts, null::integer[] as "startDays"`;
  }
  const series =
    interval === 'hour'
      ? tx`select g as at from generate_series(
             date_trunc('hour', to_timestamp(r."from" * 900.0), zone),
             to_timestamp(r."until" * 900.0) - interval '1 second', interval '1 hour') g`
      : tx`select g at time zone zone as at from generate_series(
             date_trunc(${interval}::text, l0), l1 - interval '1 second', ${`1 ${interval}`}::text::interval) g`;
  return tx`
    select array_agg(${quarterOf(tx, tx`at`)} order by at) as starts,
           array_agg(${dayOf(tx, tx`at at time zone zone`)} order by at) as "startDays"
    from (${series} limit ${statsLimits.points + 1}) s`;
}
