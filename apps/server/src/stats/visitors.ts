/**
 * Distinct visitors of a range. For all visits and whole days, exactly from the pairs of active days, for any
 * length; else from facts, or from a sample of visitors if there are too many.
 */
import type { Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/db/fragments.ts';
import { firstShares, shareCount } from '../records/visit/shares.ts';
import { factsOf, isOfKeptDays, pointOfFact, type Question, valuesOf } from './figures.ts';

/** Most visits read per question; beyond, a share of the visitors is extrapolated. */
const visitsRead = 150_000;
/** For up to a week, which is requested more often and has to be faster. */
const visitsOfWeek = 36_000;

/** How many of the 64 visitor shares to read. */
export function sharesRead(question: Question): number {
  if (hasActiveDays(question)) return shareCount;
  const { sessions, firstDay, untilDay } = question.range;
  const most = untilDay - firstDay <= 8 ? visitsOfWeek : visitsRead;
  if (sessions <= most) return shareCount;
  return Math.max(1, Math.floor((shareCount * most) / sessions));
}

function hasActiveDays(question: Question): boolean {
  const { dimensions, filters, condition, hasKeptDays } = question;
  const isOfAll = dimensions.length === 0 && filters.length === 0 && !condition;
  return isOfAll && hasKeptDays && isOfKeptDays(question);
}

/**
 * For a `with`: visitors (`point`, `first_value`, `second_value`, `visitors`), a row per group; and, if requested,
 * all_visitors (`visitors`), one row for all groups.
 */
export function visitorTables(tx: Tx, question: Question, withAll: boolean): Sql {
  if (hasActiveDays(question)) {
    return tx`
      visitors as materialized (${activeDayRows(tx, question)})
      ${withAll ? tx`, all_visitors as (select sum(since_first) as visitors from visitors)` : tx``}`;
  }
  const estimated = (count: Sql) =>
    tx`round(${count} * ${shareCount / sharesRead(question)}::float8)::float8 as visitors`;
  const all = allOf(question);
  const allRows = hasActiveDays(all)
    ? tx`select visitors from (${activeDayRows(tx, all)}) a`
    : tx`select ${estimated(tx`count(distinct visitor_id)`)} from seen`;
  return tx`
    seen as ${withAll ? tx`materialized` : tx``} (${seenRows(tx, question)}),
    visitors as (
      select point, first_value, second_value, ${estimated(tx`count(*)`)} from seen group by 1, 2, 3
    )
    ${withAll ? tx`, all_visitors as (${allRows})` : tx``}`;
}

/** The same without groups. */
export function allOf(question: Question): Question {
  return { ...question, dimensions: [], byTime: false };
}

function seenRows(tx: Tx, question: Question): Sql {
  const shares = sharesRead(question);
  const ofSample =
    shares < shareCount ? tx`and f.share = any(${firstShares(shares)}::smallint[])` : tx``;
  return tx`
    select distinct ${pointOfFact(tx, question)} as point, ${valuesOf(tx, question)}, f.visitor_id
    from ${factsOf(tx, question)} and f.sessions = 1 ${ofSample}`;
}

/** For open and settled visits. `since_first`: those who were not in the range before. */
function activeDayRows(tx: Tx, question: Question): Sql {
  const { workspaceId, isTest, range, byTime } = question;
  const { firstFullDay, untilFullDay } = range;
  // The first interval may begin before the range.
  const begins = byTime
    ? range.startDays.map((day) => Math.max(day, firstFullDay))
    : [firstFullDay];
  return tx`
    select ${byTime ? tx`place` : tx`0`} as point, 0 as first_value, 0 as second_value,
           coalesce(sum(visitors) filter (where previous_day < (${begins}::integer[])[place]), 0)::float8 as visitors,
           coalesce(sum(visitors) filter (where previous_day < ${firstFullDay}), 0)::float8 as since_first
    from (
      select width_bucket(day, ${begins}::integer[]) as place, previous_day, visitors
      from stats_active_days
      where workspace_id = ${workspaceId} and is_test = ${isTest}
        and day >= ${firstFullDay} and day < ${untilFullDay}
    ) a
    group by place`;
}
