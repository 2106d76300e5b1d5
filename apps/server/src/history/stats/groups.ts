/** One question to the database: groups with everything that is counted of them, the first by what they are sorted by. */
import type { StatsMetric } from '@footfall/contract/stats';
import type { Tx } from '../../db/connect.ts';
import { listed, type Sql } from '../../db/fragments.ts';
import { plannedAnew } from '../../filters/asked.ts';
import { type Measures, measures, valueKinds } from './dimensions.ts';
import { type CountedDimension, measuredRows, type Question } from './figures.ts';
import { visitorRows } from './visitors.ts';

export interface Group extends Measures {
  /** The place of the point of time, from 1 on; 0 without an interval. */
  point: number;
  first_value: number;
  second_value: number;
  /** The same as texts; ids of lists, campaigns and companies. */
  first_text: string;
  second_text: string;
  visitors: number;
  /** How many groups there are in all. */
  groups: number;
}

export interface GroupOptions {
  metrics: StatsMetric[];
  /** Without it, all of them, unsorted. */
  first?: { by: StatsMetric; descending: boolean; limit: number };
  /** Only these groups. */
  among?: Pick<Group, 'first_value' | 'second_value'>[];
}

type Counted = keyof Measures | 'visitors';

/** What each metric is made of; of revenue there are sums by currency elsewhere. */
const madeOf: Record<StatsMetric, Counted[]> = {
  visitors: ['visitors'],
  sessions: ['sessions'],
  page_views: ['page_views'],
  bounce_rate: ['sessions'],
  engaged_seconds: ['engaged_ms'],
  average_engaged_seconds: ['sessions'],
  leads: ['leads'],
  conversions: ['conversions'],
  revenue: ['conversions'],
};

export function countsVisitors({ metrics, first }: GroupOptions): boolean {
  return metrics.includes('visitors') || first?.by === 'visitors';
}

export async function selectGroups(
  tx: Tx,
  question: Question,
  options: GroupOptions,
): Promise<Group[]> {
  const { first, among } = options;
  const visitors = countsVisitors(options)
    ? visitorRows(tx, question)
    : tx`select 0 as point, 0 as first_value, 0 as second_value, 0::float8 as visitors where false`;
  const counted = measures.map((name) => tx`coalesce(s.${tx(name)}, 0) as ${tx(name)}`);
  const added = measures.map((name) => tx`sum(${tx(name)})::float8 as ${tx(name)}`);
  const asked = [...new Set(options.metrics.flatMap((metric) => madeOf[metric]))];
  const isSomething = asked
    .map((name) => tx`g.${tx(name)} <> 0`)
    .reduce((any, one) => tx`${any} or ${one}`);
  const { dimensions } = question;
  const groups = tx<Group[]>`
    with measured as (${measuredRows(tx, question)}),
    summed as (
      select point, first_value, second_value, ${listed(tx, added)} from measured group by 1, 2, 3
    ),
    visitors as (${visitors}),
    grouped as (
      select point, first_value, second_value, ${listed(tx, counted)}, coalesce(v.visitors, 0) as visitors
      from summed s full join visitors v using (point, first_value, second_value)
    )
    select g.*, ${textOf(tx, dimensions[0], 'one')} as first_text,
           ${textOf(tx, dimensions[1], 'two')} as second_text,
           (count(*) over ())::integer as groups
    from grouped g
    ${valueJoin(tx, question, dimensions[0], 'one', tx`g.first_value`)}
    ${valueJoin(tx, question, dimensions[1], 'two', tx`g.second_value`)}
    where (${dimensions.length === 0 ? tx`true` : isSomething})
      ${among ? isAmong(tx, among) : tx``}
    ${first ? sorted(tx, first, dimensions) : tx``}`;
  return question.condition ? plannedAnew(groups) : groups;
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

/** Where they are equal by their texts, whose order does not depend on which came first. */
function sorted(
  tx: Tx,
  { by, descending, limit }: NonNullable<GroupOptions['first']>,
  dimensions: CountedDimension[],
): Sql {
  const rate = (name: Counted) => tx`g.${tx(name)} / nullif(g.sessions, 0)`;
  const rates: Partial<Record<StatsMetric, Sql>> = {
    bounce_rate: rate('bounces'),
    average_engaged_seconds: rate('engaged_ms'),
  };
  const figure = rates[by] ?? tx`g.${tx(madeOf[by][0] ?? 'sessions')}`;
  const direction = descending ? tx`desc` : tx`asc`;
  return tx`
    order by ${figure} ${direction} nulls last,
      ${textOf(tx, dimensions[0], 'one')} collate "C", ${textOf(tx, dimensions[1], 'two')} collate "C"
    limit ${limit}`;
}
