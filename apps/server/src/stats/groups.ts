/** One database query: groups with all their figures, the top ones by a metric. */
import type { StatsMetric } from '@footfall/contract/stats';
import type { Tx } from '../platform/db/connect.ts';
import { listed, type Sql } from '../platform/db/fragments.ts';
import { plannedAnew } from '../records/filters/list-filter.ts';
import { type Measure, type Measures, measures, valueKinds } from './dimensions.ts';
import { type CountedDimension, measuredRows, type Question } from './figures.ts';
import { visitorTables } from './visitors.ts';

export interface Group extends Measures {
  /** Number of the interval, from 1; 0 without one. */
  point: number;
  first_value: number;
  second_value: number;
  /** The same as texts; ids for lists, campaigns and companies. */
  first_text: string;
  second_text: string;
  visitors: number;
  /** Number of groups in total. */
  groups: number;
}

export interface GroupOptions {
  metrics: StatsMetric[];
  /** Without it: all groups, unsorted. */
  first?: { by: StatsMetric; descending: boolean; limit: number };
  /** Only these groups. */
  among?: Pick<Group, 'first_value' | 'second_value'>[];
  /** Also the totals of all groups; valid only if each visit is in exactly one. */
  withAll?: boolean;
}

type Counted = keyof Measures | 'visitors';

/** Measures behind each metric, starting with the one to sort by; revenue is summed by currency elsewhere. */
const madeOf: Record<StatsMetric, Counted[]> = {
  visitors: ['visitors'],
  sessions: ['sessions'],
  page_views: ['page_views'],
  bounce_rate: ['sessions', 'bounces'],
  engaged_seconds: ['engaged_ms'],
  average_engaged_seconds: ['sessions', 'engaged_ms'],
  leads: ['leads'],
  conversions: ['conversions'],
  revenue: ['conversions'],
};

/** Measures needed for these metrics. */
export function measuresOf(metrics: StatsMetric[]): ReadonlySet<Measure> {
  const made = metrics.flatMap((metric) => madeOf[metric]);
  return new Set(made.filter((name) => name !== 'visitors'));
}

export function countsVisitors({ metrics, first }: GroupOptions): boolean {
  return metrics.includes('visitors') || first?.by === 'visitors';
}

/** Result of one statement. */
export interface Groups {
  groups: Group[];
  /** Totals of all groups, shown or not, if requested. */
  all: Group | undefined;
}

export async function selectGroups(
  tx: Tx,
  question: Question,
  options: GroupOptions,
): Promise<Groups> {
  const { withAll } = options;
  const [grouped, allVisitors] = countsVisitors(options)
    ? [
        withVisitors(tx, question, options),
        tx`coalesce((select sum(visitors) from all_visitors), 0)::float8`,
      ]
    : [tx`grouped as (select *, 0::float8 as visitors from summed)`, tx`0`];
  const statement = tx<(Group & { isAll: boolean })[]>`
    with measured as (${question.measured.size > 0 ? measuredRows(tx, question) : nothingMeasured(tx)}),
    summed as materialized (
      select point, first_value, second_value, ${summed(tx)} from measured group by 1, 2, 3
    ),
    ${grouped},
    shown as (${shownRows(tx, question, options)})
    (${textedRows(tx, question, options)})
    ${
      withAll
        ? tx`union all
             select true, 0, 0, 0, ${summed(tx)},
                    ${allVisitors}, 0, '', ''
             from summed`
        : tx``
    }`;
  const rows = await (question.condition ? plannedAnew(statement) : statement);
  const groups = rows.filter(({ isAll }) => !isAll);
  return { groups, all: rows.find(({ isAll }) => isAll) };
}

const nothingMeasured = (tx: Tx) => tx`
  select 0 as point, 0 as first_value, 0 as second_value,
         ${listed(
           tx,
           measures.map((name) => tx`0::float8 as ${tx(name)}`),
         )}
  where false`;

const summed = (tx: Tx) =>
  listed(
    tx,
    measures.map((name) => tx`coalesce(sum(${tx(name)}), 0)::float8 as ${tx(name)}`),
  );

/** For a `with`: grouped, and all_visitors if needed. */
function withVisitors(tx: Tx, question: Question, { withAll }: GroupOptions): Sql {
  return tx`
    ${visitorTables(tx, question, withAll === true)},
    grouped as (
      select point, first_value, second_value,
             ${listed(
               tx,
               measures.map((name) => tx`coalesce(s.${tx(name)}, 0) as ${tx(name)}`),
             )},
             coalesce(v.visitors, 0) as visitors
      from summed s full join visitors v using (point, first_value, second_value)
    )`;
}

/** Without texts, which are looked up for the few rows shown. */
function shownRows(tx: Tx, { dimensions }: Question, { metrics, first, among }: GroupOptions): Sql {
  const columns = [...new Set(metrics.flatMap((metric) => madeOf[metric]))];
  const isSomething = columns
    .map((name) => tx`g.${tx(name)} <> 0`)
    .reduce((any, one) => tx`${any} or ${one}`);
  return tx`
    select g.*, (count(*) over ())::integer as groups from grouped g
    where (${dimensions.length === 0 ? tx`true` : isSomething})
      ${among ? isAmong(tx, among) : tx``}
    ${first ? tx`order by ${order(tx, first)} fetch first ${first.limit} rows with ties` : tx``}`;
}

/** Breaks ties by text, so that the order does not depend on which value was stored first. */
function textedRows(tx: Tx, question: Question, { first }: GroupOptions): Sql {
  const [one, two] = question.dimensions;
  const [firstText, secondText] = [textOf(tx, one, 'one'), textOf(tx, two, 'two')];
  return tx`
    select false as "isAll", g.point, g.first_value, g.second_value,
           ${listed(
             tx,
             measures.map((name) => tx`g.${tx(name)}`),
           )},
           g.visitors, g.groups, ${firstText} as first_text, ${secondText} as second_text
    from shown g
    ${valueJoin(tx, question, one, 'one', tx`g.first_value`)}
    ${valueJoin(tx, question, two, 'two', tx`g.second_value`)}
    ${
      first
        ? tx`order by ${order(tx, first)}, ${firstText} collate "C", ${secondText} collate "C" limit ${first.limit}`
        : tx``
    }`;
}

function textOf(tx: Tx, dimension: CountedDimension | undefined, alias: 'one' | 'two'): Sql {
  return dimension === undefined ? tx`''` : tx`coalesce(${tx(alias)}.value, '')`;
}

function valueJoin(
  tx: Tx,
  { workspaceId, lists }: Question,
  dimension: CountedDimension | undefined,
  alias: 'one' | 'two',
  column: Sql,
): Sql {
  if (dimension === undefined) return tx``;
  const values =
    dimension === 'list'
      ? tx`unnest(${lists}::text[]) with ordinality as ${tx(alias)} (value, id)`
      : tx`(select id, value from stats_values
            where workspace_id = ${workspaceId} and kind = ${valueKinds[dimension]}) ${tx(alias)}`;
  return tx`left join ${values} on ${tx(alias)}.id = ${column}`;
}

function isAmong(tx: Tx, groups: Pick<Group, 'first_value' | 'second_value'>[]): Sql {
  return tx`and (g.first_value, g.second_value) in (
    select * from unnest(${groups.map((group) => group.first_value)}::integer[],
                         ${groups.map((group) => group.second_value)}::integer[]))`;
}

function order(tx: Tx, { by, descending }: NonNullable<GroupOptions['first']>): Sql {
  const rate = (name: Counted) => tx`g.${tx(name)} / nullif(g.sessions, 0)`;
  const rates: Partial<Record<StatsMetric, Sql>> = {
    bounce_rate: rate('bounces'),
    average_engaged_seconds: rate('engaged_ms'),
  };
  const figure = rates[by] ?? tx`g.${tx(madeOf[by][0] ?? 'sessions')}`;
  return tx`${figure} ${descending ? tx`desc` : tx`asc`} nulls last`;
}
