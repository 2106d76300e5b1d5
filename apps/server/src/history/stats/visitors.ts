/**
 * Different visitors of a range. Of all visits and of whole days from the pairs of active days, exactly, however
 * long the range is; else from the facts, and where those are too many from the facts of a sample of the visitors.
 */
import type { Tx } from '../../db/connect.ts';
import type { Sql } from '../../db/fragments.ts';
import { shareCount } from './facts.ts';
import { factsOf, pointOfFact, pointsAreDays, type Question, valuesOf } from './figures.ts';

/** Visits that are read for one question; beyond it a share of the visitors stands for all. */
const visitsRead = 150_000;

/** Of 64 shares of the visitors, how many are read. */
export function sharesRead(question: Question): number {
  if (hasActiveDays(question)) return shareCount;
  const { sessions } = question.range;
  if (sessions <= visitsRead) return shareCount;
  return Math.max(1, Math.floor((shareCount * visitsRead) / sessions));
}

/** How far the exact number lies from the estimate in 95 of 100 cases: each visitor is in the sample by chance. */
export function errorOf(visitors: number, shares: number): number {
  return Math.ceil(1.96 * Math.sqrt(visitors * (shareCount / shares - 1)));
}

function hasActiveDays(question: Question): boolean {
  const { dimensions, filters, condition, hasKeptDays, range, byTime } = question;
  const isOfAll = dimensions.length === 0 && filters.length === 0 && !condition;
  const isOfDays = range.fullFrom === range.from && range.fullUntil >= range.until;
  return isOfAll && isOfDays && hasKeptDays && (!byTime || pointsAreDays(range));
}

/** Rows of `point`, `first_value`, `second_value` and `visitors`, one for each group. */
export function visitorRows(tx: Tx, question: Question): Sql {
  if (hasActiveDays(question)) return activeDayRows(tx, question);
  const shares = sharesRead(question);
  const sample = Array.from({ length: shares }, (_, share) => share);
  const ofSample = shares < shareCount ? tx`and f.share = any(${sample}::smallint[])` : tx``;
  return tx`
    select point, first_value, second_value,
           round(count(*) * ${shareCount / shares}::float8)::float8 as visitors
    from (
      select distinct ${pointOfFact(tx, question)} as point, ${valuesOf(tx, question)}, f.visitor_id
      from ${factsOf(tx, question)} and f.sessions = 1 ${ofSample}
    ) v
    group by 1, 2, 3`;
}

/** Of open visits as well as of settled ones. */
function activeDayRows(tx: Tx, question: Question): Sql {
  const { workspaceId, isTest, range, byTime } = question;
  const { firstFullDay, untilFullDay } = range;
  // The first point may begin before the range.
  const begins = byTime
    ? range.startDays.map((day) => Math.max(day, firstFullDay))
    : [firstFullDay];
  const ends = [...begins.slice(1), untilFullDay];
  return tx`
    select ${byTime ? tx`t.place::integer` : tx`0`} as point, 0 as first_value, 0 as second_value,
           sum(a.visitors)::float8 as visitors
    from unnest(${begins}::integer[], ${ends}::integer[]) with ordinality as t (begins, ends, place)
    join stats_active_days a on a.workspace_id = ${workspaceId} and a.is_test = ${isTest}
      and a.day >= t.begins and a.day < t.ends and a.previous_day < t.begins
    group by 1`;
}
