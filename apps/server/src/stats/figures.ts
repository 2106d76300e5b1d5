/**
 * Additive figures: from sums if they exist for the question, and from facts otherwise or for what is not yet summed: open
 * facts, and the hours at both ends of a range that are not whole days.
 */
import type { Tx } from '../platform/db/connect.ts';
import { joined, listed, type Sql } from '../platform/db/fragments.ts';
import {
  dimensionsCode,
  fewestValues,
  inCrossTabOrder,
  type Measure,
  measures,
  type SummedDimension,
  type VisitDimension,
} from './dimensions.ts';
import type { Range } from './frame.ts';
import { type Cut, cutIntoDays, type Days } from './whole-days.ts';

export type CountedDimension = SummedDimension | 'list';

/** Values as numbers of `stats_values`; for lists, as indexes in `lists`. */
export interface NumberFilter {
  dimension: CountedDimension;
  values: number[];
}

export interface Question {
  workspaceId: string;
  isTest: boolean;
  range: Range;
  /** Group rows by the range's intervals. */
  byTime: boolean;
  hasKeptDays: boolean;
  /** Pairs are summed for days before this one. */
  crossTabsUntil: number;
  /** Dimensions to group by, two at most. */
  dimensions: CountedDimension[];
  filters: NumberFilter[];
  /** The workspace's lists, if needed. */
  lists: string[];
  /** Further condition on facts `f`, which no sums include. */
  condition: Sql | undefined;
  /** Measures to compute; the others are 0. */
  measured: ReadonlySet<Measure>;
}

/** Rows of `point`, `first_value`, `second_value` and the measures; a group may have several. */
export function measuredRows(tx: Tx, question: Question): Sql {
  const used = usedDimensions(question);
  if (used.length === 0 && !question.condition) {
    const sums = isOfKeptDays(question)
      ? dayRows(tx, question, [fewestValues], cutIntoDays(question.range).whole)
      : quarterRows(tx, question);
    return union(tx, sums, factRows(tx, question, 'open_facts'));
  }
  const kept = keptDimensions(question, used);
  if (!kept) return factRows(tx, question, 'session_facts');
  const isCrossTab = kept.length > 1;
  const cut = cutIntoDays(question.range, isCrossTab ? question.crossTabsUntil : undefined);
  return union(
    tx,
    dayRows(tx, question, kept, cut.whole),
    ...(isCrossTab ? [crossTabRows(tx, question, kept, cut.whole)] : []),
    ...besideSums(question, cut).map(({ table, question }) => factRows(tx, question, table)),
  );
}

/** Rows of `point`, `first_value`, `second_value`, `currency` and `value`: the value of conversions, grouped by their visits. */
export function revenueRows(tx: Tx, question: Question): Sql {
  const used = usedDimensions(question);
  const isOfAll = used.length === 0 && !question.condition;
  if (isOfAll && !isOfKeptDays(question)) return revenueOfConversions(tx, question);
  const [first, second] = isOfAll ? [fewestValues] : (keptDimensions(question, used) ?? []);
  if (!first || first === 'page' || second) return revenueOfFacts(tx, question, 'session_facts');
  const cut = cutIntoDays(question.range);
  return union(
    tx,
    revenueOfDays(tx, question, first, cut.whole),
    ...besideSums(question, cut).map(({ table, question }) => revenueOfFacts(tx, question, table)),
  );
}

/** Facts to add to sums: open ones for whole days, all at the ends. */
function besideSums(
  question: Question,
  { whole, ends }: Cut,
): { table: FactTable; question: Question }[] {
  const within = (days: Days) => ({ ...question, range: { ...question.range, ...days } });
  return [
    { table: 'open_facts', question: within(whole) },
    ...ends.map((end) => ({ table: 'session_facts' as const, question: within(end) })),
  ];
}

/** The range consists of whole days with sums. */
export function isOfKeptDays({ byTime, hasKeptDays, range }: Question): boolean {
  const isOfDays = range.fullFrom === range.from && range.fullUntil >= range.until;
  return isOfDays && (!byTime || (hasKeptDays && pointsAreDays(range)));
}

function union(tx: Tx, ...parts: Sql[]): Sql {
  return parts.reduce((all, part) => tx`${all} union all ${part}`);
}

function usedDimensions({ dimensions, filters }: Question): CountedDimension[] {
  return [...new Set([...dimensions, ...filters.map(({ dimension }) => dimension)])];
}

/**
 * Which sums answer the question, in pair order: one dimension, by day of the workspace's time zone, or a pair without
 * intervals.
 */
function keptDimensions(
  question: Question,
  used: CountedDimension[],
): SummedDimension[] | undefined {
  const { byTime, hasKeptDays, dimensions, filters, range, condition } = question;
  const summed = inCrossTabOrder(used.filter((name) => name !== 'list'));
  if (condition || summed.length !== used.length || summed.length > 2) return undefined;
  // A visit that saw two of these pages would count twice.
  const ofPages = filters.find(({ dimension }) => dimension === 'page');
  if (ofPages && ofPages.values.length > 1 && !dimensions.includes('page')) return undefined;
  const isSplit = !byTime || (summed.length === 1 && hasKeptDays && pointsAreDays(range));
  return isSplit ? summed : undefined;
}

/** Intervals are at least a day: several hours start on the same day. */
function pointsAreDays({ startDays }: Range): boolean {
  return new Set(startDays).size === startDays.length;
}

const sums = (tx: Tx, { measured }: Question, of: (measure: Measure) => Sql) =>
  listed(
    tx,
    measures.map((name) =>
      measured.has(name)
        ? tx`sum(${of(name)})::float8 as ${tx(name)}`
        : tx`0::float8 as ${tx(name)}`,
    ),
  );

/** Number of the interval, from 1; 0 without one. */
function pointOf(tx: Tx, { byTime, range }: Question, column: Sql, starts = range.starts): Sql {
  return byTime ? tx`width_bucket(${column}, ${starts}::integer[])` : tx`0`;
}

function quarterRows(tx: Tx, question: Question): Sql {
  const { workspaceId, isTest, range } = question;
  return tx`
    select ${pointOf(tx, question, tx`quarter`)} as point, 0 as first_value, 0 as second_value,
           ${sums(tx, question, (name) => tx`${tx(name)}`)}
    from stats_quarters
    where workspace_id = ${workspaceId} and is_test = ${isTest}
      and quarter >= ${range.from} and quarter < ${range.until}
    group by 1`;
}

function dayRows(tx: Tx, question: Question, kept: SummedDimension[], days: Days): Sql {
  const { range } = question;
  const { values, isWanted } = valuesOfSums(tx, question, kept);
  return tx`
    select ${pointOf(tx, question, tx`day`, range.startDays)} as point, ${values},
           ${sums(tx, question, (name) => tx`${tx(name)}`)}
    from stats_days s
    where ${ofSums(tx, question, kept, days)} ${isWanted('first_value')} ${isWanted('second_value')}
    group by 1, 2, 3`;
}

function revenueOfDays(tx: Tx, question: Question, kept: SummedDimension, days: Days): Sql {
  const { range } = question;
  const { values, isWanted } = valuesOfSums(tx, question, [kept]);
  return tx`
    select ${pointOf(tx, question, tx`day`, range.startDays)} as point, ${values}, currency, revenue as value
    from (select *, 0 as second_value from stats_revenue) s
    where ${ofSums(tx, question, [kept], days)} ${isWanted('first_value')}`;
}

/** Up to this many values, a list is searched for each; beyond, it is unnested. */
const mostLookedFor = 8;

/** The same from lists of pairs. */
function crossTabRows(tx: Tx, question: Question, kept: SummedDimension[], days: Days): Sql {
  const names = measures.filter((name) => question.measured.has(name));
  const { values, isWanted, wanted } = valuesOfSums(tx, question, kept);
  const columns = listed(tx, [tx`second_value`, ...names.map((name) => tx`${tx(name)}`)]);
  const seconds = wanted('second_value');
  const elements =
    seconds && seconds.length <= mostLookedFor
      ? tx`(select ${listed(tx, [tx`second_value`, ...names.map((name) => tx`s.${tx(name)}[place]`)])}
            from (select v as second_value, array_position(s.second_values, v) as place
                  from unnest(${seconds}::integer[]) v offset 0) p where place is not null)`
      : tx`unnest(${listed(tx, [tx`s.second_values`, ...names.map((name) => tx`s.${tx(name)}`)])})`;
  return tx`
    select 0 as point, ${values}, ${sums(tx, question, (name) => tx`u.${tx(name)}`)}
    from stats_pairs s cross join lateral ${elements} u (${columns})
    where ${ofSums(tx, question, kept, days)} ${isWanted('first_value')} ${isWanted('second_value')}
    group by 1, 2, 3`;
}

function ofSums(
  tx: Tx,
  { workspaceId, isTest }: Question,
  [first = fewestValues, second]: SummedDimension[],
  days: Days,
): Sql {
  return tx`s.workspace_id = ${workspaceId} and s.is_test = ${isTest}
    and s.dimensions = ${dimensionsCode(first, second)} 
    and s.day >= ${days.firstDay} and s.day < ${days.untilDay}`;
}

type ValueColumn = 'first_value' | 'second_value';

/** Column of the sums that has a dimension's values. */
function valuesOfSums(tx: Tx, { dimensions, filters }: Question, [first]: SummedDimension[]) {
  const columnOf = (name: CountedDimension): ValueColumn =>
    name === first ? 'first_value' : 'second_value';
  const [one, two] = dimensions;
  /** At most one filter per dimension. */
  const wanted = (column: ValueColumn) =>
    filters.find(({ dimension }) => columnOf(dimension) === column)?.values;
  const isWanted = (column: ValueColumn) => {
    const only = wanted(column);
    return only ? tx`and ${tx(column)} = any(${only}::integer[])` : tx``;
  };
  const columnFor = (name: CountedDimension | undefined) =>
    name ? tx`${tx(columnOf(name))}` : tx`0`;
  return {
    values: tx`${columnFor(one)} as first_value, ${columnFor(two)} as second_value`,
    isWanted,
    wanted,
  };
}

type FactTable = 'session_facts' | 'open_facts';

function factRows(tx: Tx, question: Question, table: FactTable): Sql {
  const isOfPages = usedDimensions(question).includes('page');
  const ofPage: Partial<Record<Measure, Sql>> = isOfPages
    ? { sessions: tx`f.sessions`, page_views: tx`p.views` }
    : {};
  const measureOf = (name: Measure) => (isOfPages ? (ofPage[name] ?? tx`0`) : tx`f.${tx(name)}`);
  return tx`
    select ${pointOfFact(tx, question)} as point, ${valuesOf(tx, question)},
           ${sums(tx, question, measureOf)}
    from ${factsOf(tx, question, table)}
    group by 1, 2, 3`;
}

/** By hour, without sums: from all listed conversions, even those not counted yet. */
function revenueOfConversions(tx: Tx, question: Question): Sql {
  const { workspaceId, isTest, range } = question;
  const quarter = tx`floor(date_part('epoch', c.created_at) / 900)::integer`;
  return tx`
    select ${pointOf(tx, question, quarter)} as point, 0 as first_value, 0 as second_value, c.currency, c.value
    from conversions c
    where c.workspace_id = ${workspaceId} and c.is_test = ${isTest} and not c.is_bot and c.value is not null
      and c.created_at >= to_timestamp(${range.from} * 900.0) and c.created_at < to_timestamp(${range.until} * 900.0)`;
}

function revenueOfFacts(tx: Tx, question: Question, table: FactTable): Sql {
  return tx`
    select f.point, f.first_value, f.second_value, r.currency, r.amount::numeric as value
    from (
      select ${pointOfFact(tx, question)} as point, ${valuesOf(tx, question)}, f.revenue
      from ${factsOf(tx, question, table)} and f.revenue is not null
    ) f cross join lateral jsonb_each_text(f.revenue) r (currency, amount)`;
}

/** `first_value` and `second_value` of facts. */
export function valuesOf(tx: Tx, { dimensions: [one, two] }: Question): Sql {
  const valueIn = (name: CountedDimension | undefined) => {
    if (name === undefined) return tx`0`;
    if (name === 'page') return tx`p.page`;
    return name === 'list' ? tx`m.list` : tx`f.${tx(name)}`;
  };
  return tx`${valueIn(one)} as first_value, ${valueIn(two)} as second_value`;
}

export function pointOfFact(tx: Tx, question: Question): Sql {
  return pointOf(tx, question, tx`f.quarter`);
}

/** Facts in the range that pass the filters, as `f`; with pages as `p` and lists as `m` if needed. */
export function factsOf(tx: Tx, question: Question, table: FactTable = 'session_facts'): Sql {
  const { workspaceId, isTest, range, dimensions, filters, condition } = question;
  const ofVisits = filters.filter(
    (filter): filter is NumberFilter & { dimension: VisitDimension } =>
      filter.dimension !== 'page' && filter.dimension !== 'list',
  );
  const conditions = ofVisits.map(
    ({ dimension, values }) => tx`and f.${tx(dimension)} = any(${values}::integer[])`,
  );
  const listFilter = filters.find(({ dimension }) => dimension === 'list');
  const members = membersOf(tx, question);
  const hasLists = dimensions.includes('list');
  const onList =
    listFilter && !hasLists
      ? tx`and exists (select from (${members}) m where m.visitor_id = f.visitor_id and m.list = any(${listFilter.values}::integer[]))`
      : tx``;
  return tx`
    ${tx(table)} f ${pagesOf(tx, question)}
    ${hasLists ? tx`join (${members}) m on m.visitor_id = f.visitor_id` : tx``}
    where f.workspace_id = ${workspaceId} and f.is_test = ${isTest}
      and f.day >= ${range.firstDay} and f.day < ${range.untilDay}
      and f.quarter >= ${range.from} and f.quarter < ${range.until}
      ${usedDimensions(question).includes('page') ? tx`and p.views is not null` : tx``}
      ${hasLists && listFilter ? tx`and m.list = any(${listFilter.values}::integer[])` : tx``}
      ${onList} ${joined(tx, conditions)} ${condition ? tx`and ${condition}` : tx``}`;
}

function pagesOf(tx: Tx, { dimensions, filters }: Question): Sql {
  const filter = filters.find(({ dimension }) => dimension === 'page');
  const pages = tx`unnest(f.pages, f.page_counts) as u (page, views)
    ${filter ? tx`where u.page = any(${filter.values}::integer[])` : tx``}`;
  if (dimensions.includes('page'))
    return tx`cross join lateral (select page, coalesce(views, 1) as views from ${pages}) p`;
  return filter
    ? tx`cross join lateral (select sum(coalesce(views, 1)) as views from ${pages}) p`
    : tx``;
}

/** Visitors on a list, and visitors linked to a person on it. */
function membersOf(tx: Tx, { workspaceId, isTest, lists }: Question): Sql {
  const ofLists = tx`unnest(${lists}::uuid[]) with ordinality as l (id, list)
    join visitor_list_members v on v.workspace_id = ${workspaceId} and v.list_id = l.id`;
  return tx`
    select l.list::integer as list, v.member_id as visitor_id from ${ofLists} and v.type = 'visitor'
    union
    select l.list::integer, k.visitor_id from ${ofLists} and v.type = 'identity'
    join identity_links k on k.workspace_id = ${workspaceId} and k.identity_id = v.member_id
      and k.is_test = ${isTest}`;
}
