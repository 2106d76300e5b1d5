/** Figures of a range, of groups and over time, combined from several statements. */
import type { Stats, StatsBreakdown, StatsDimension, StatsRow } from '@footfall/contract/stats';
import { timestamp } from '../platform/common/timestamp.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/db/fragments.ts';
import { shareCount } from '../records/visit/shares.ts';
import { figuresOf, groupKey, nothingCounted } from './answer.ts';
import type { NumberFilter, Question } from './figures.ts';
import type { Frame, Range } from './frame.ts';
import {
  countsVisitors,
  type Group,
  type GroupOptions,
  measuresOf,
  selectGroups,
} from './groups.ts';
import { selectLabels } from './names.ts';
import type { Breakdown, StatsRequest } from './request.ts';
import { type Revenue, selectRevenue } from './revenue.ts';
import { allOf, sharesRead } from './visitors.ts';

/** Figures of groups, with those not in the groups' query. */
interface Answered {
  groups: Group[];
  revenue: Revenue[];
  shares: number;
  /** Totals of all groups. */
  all?: Answered | undefined;
}

interface StatsScope {
  tx: Tx;
  workspaceId: string;
  request: StatsRequest;
  frame: Frame;
  filters: NumberFilter[];
  lists: string[];
  condition: Sql | undefined;
}

const nothing: Answered = { groups: [], revenue: [], shares: shareCount };

export class StatsReader {
  readonly #scope: StatsScope;
  #leastShares = shareCount;

  constructor(scope: StatsScope) {
    this.#scope = scope;
  }

  async read(): Promise<Stats> {
    const { dimensions, interval } = this.#scope.request;
    const { current, previous, timeZone, asOf } = this.#scope.frame;
    const byTime = interval !== undefined;
    const { first, points, before, all, allBefore } =
      dimensions.length > 0 ? await this.#readGroups(byTime) : await this.#readAll(byTime);
    const rows = await this.#rows(first.groups, points, before);
    const breakdowns = await this.#readBreakdowns();
    return {
      from: atQuarter(current.from),
      to: atQuarter(current.until),
      ...(previous && {
        previous_range: { from: atQuarter(previous.from), to: atQuarter(previous.until) },
      }),
      time_zone: timeZone,
      as_of: asOf && timestamp(asOf),
      approximate: this.#leastShares < shareCount,
      total: this.#figures(all),
      ...(allBefore && { previous_total: this.#figures(allBefore) }),
      groups: dimensions.length > 0 ? (first.groups[0]?.groups ?? 0) : 0,
      rows,
      ...(this.#scope.request.breakdowns.length > 0 && { breakdowns }),
    };
  }

  /** Sends the statements together, each with the operation's time limit. */
  #readBreakdowns(): Promise<StatsBreakdown[]> {
    return Promise.all(this.#scope.request.breakdowns.map((one) => this.#readBreakdown(one)));
  }

  /** Like a request for this dimension alone, without totals. */
  async #readBreakdown({ dimension, metric }: Breakdown): Promise<StatsBreakdown> {
    const request: StatsRequest = {
      ...this.#scope.request,
      metrics: [metric],
      dimensions: [dimension],
      sort: { metric, descending: true },
      interval: undefined,
    };
    const reader = new StatsReader({ ...this.#scope, request });
    const first = await reader.#readFirst(false);
    const { points, before } = await reader.#readBeside(first, false);
    const rows = await reader.#rows(first.groups, points, before);
    this.#leastShares = Math.min(this.#leastShares, reader.#leastShares);
    return { dimension, groups: first.groups[0]?.groups ?? 0, rows };
  }

  async #readAll(byTime: boolean) {
    const { current, previous } = this.#scope.frame;
    const [points, before] = await Promise.all([
      this.#ask(current, [], byTime, { withAll: true }),
      previous && this.#ask(previous, [], byTime, { withAll: true }),
    ]);
    return {
      first: { ...points, groups: [] },
      points,
      before: byTime ? before : undefined,
      all: points.all ?? nothing,
      allBefore: before && (before.all ?? nothing),
    };
  }

  /** The groups to show, then their other figures. */
  async #readGroups(byTime: boolean) {
    const { current, previous } = this.#scope.frame;
    // A visit is in the groups of each of its pages and lists.
    const addsUp = !this.#scope.request.dimensions.some(
      (name) => name === 'page' || name === 'list',
    );
    const [first, all, allBefore] = await Promise.all([
      this.#readFirst(addsUp, !byTime),
      addsUp ? undefined : this.#ask(current, [], false),
      previous && this.#ask(previous, [], false),
    ]);
    const { points, before } = await this.#readBeside(first, byTime);
    return { first, points, before, all: all ?? first.all ?? nothing, allBefore };
  }

  #readFirst(withAll: boolean, withRevenue = true): Promise<Answered> {
    const { dimensions, sort, top } = this.#scope.request;
    const first = { by: sort.metric, descending: sort.descending, limit: top };
    return this.#ask(this.#scope.frame.current, dimensions, false, { first, withAll }, withRevenue);
  }

  /** The same groups over time, and in the previous period. */
  async #readBeside(first: Answered, byTime: boolean) {
    const { dimensions } = this.#scope.request;
    const { current, previous } = this.#scope.frame;
    const among = first.groups;
    const [points, before] = await Promise.all([
      byTime ? this.#ask(current, dimensions, true, { among }) : first,
      previous && this.#ask(previous, dimensions, byTime, { among }),
    ]);
    return { points, before };
  }

  async #ask(
    range: Range,
    dimensions: StatsDimension[],
    byTime: boolean,
    options: Omit<GroupOptions, 'metrics'> = {},
    withRevenue = true,
  ): Promise<Answered> {
    const { tx, workspaceId, request, frame, filters, lists, condition } = this.#scope;
    const { metrics, sort, isTest } = request;
    if (options.among?.length === 0) return nothing;
    const question: Question = {
      workspaceId,
      isTest,
      range,
      byTime,
      hasKeptDays: frame.hasKeptDays,
      crossTabsUntil: frame.crossTabsUntil,
      dimensions,
      filters: narrowed(filters, dimensions, options.among),
      lists,
      condition,
      measured: measuresOf([...metrics, sort.metric]),
    };
    const queryOptions = { ...options, metrics };
    const hasRevenue = metrics.includes('revenue');
    const [{ groups, all }, revenue, allRevenue] = await Promise.all([
      selectGroups(tx, question, queryOptions),
      withRevenue && hasRevenue ? selectRevenue(tx, question) : [],
      options.withAll && hasRevenue ? selectRevenue(tx, allOf(question)) : [],
    ]);
    return {
      groups,
      revenue,
      shares: this.#sharesOf(question, queryOptions),
      all: all && {
        groups: [all],
        revenue: allRevenue,
        shares: this.#sharesOf(allOf(question), queryOptions),
      },
    };
  }

  #sharesOf(question: Question, options: GroupOptions): number {
    const shares = countsVisitors(options) ? sharesRead(question) : shareCount;
    this.#leastShares = Math.min(this.#leastShares, shares);
    return shares;
  }

  /** Without groups. */
  #figures({ groups: [counted], revenue, shares }: Answered) {
    return figuresOf(this.#scope.request.metrics, counted ?? nothingCounted, revenue, shares);
  }

  async #rows(first: Group[], points: Answered, before: Answered | undefined): Promise<StatsRow[]> {
    const { dimensions, interval } = this.#scope.request;
    const { current, previous } = this.#scope.frame;
    const groups = dimensions.length > 0 ? first : [nothingCounted];
    const labels = await Promise.all(
      dimensions.map((dimension, place) =>
        selectLabels(
          this.#scope.tx,
          this.#scope.workspaceId,
          dimension,
          first.map((group) => textsOf(group)[place] ?? ''),
        ),
      ),
    );
    const figures = this.#finder(points);
    const figuresBefore = before && this.#finder(before);
    const rowOf = (
      group: (typeof groups)[number],
      point: number,
      time: string | null,
    ): StatsRow => {
      const key = groupKey(group, point);
      const hasBefore = figuresBefore && (point === 0 || point <= (previous?.starts.length ?? 0));
      return {
        time,
        dimensions: dimensions.map((name, place) => {
          const value = textsOf(group)[place] ?? '';
          return { name, value, label: labels[place]?.get(value) ?? value };
        }),
        figures: figures(key),
        ...(hasBefore && { previous: figuresBefore(key) }),
      };
    };
    if (interval === undefined)
      return dimensions.length > 0 ? groups.map((group) => rowOf(group, 0, null)) : [];
    return current.starts.flatMap((start, place) =>
      groups.map((group) => rowOf(group, place + 1, atQuarter(start))),
    );
  }

  /** The same as `#figures`, for many rows. */
  #finder({ groups, revenue, shares }: Answered) {
    const counted = new Map(groups.map((group) => [groupKey(group, group.point), group]));
    const sums = new Map<string, Revenue[]>();
    for (const row of revenue) {
      const key = groupKey(row, row.point);
      const sum = sums.get(key);
      if (sum) sum.push(row);
      else sums.set(key, [row]);
    }
    const { metrics } = this.#scope.request;
    return (key: string) =>
      figuresOf(metrics, counted.get(key) ?? nothingCounted, sums.get(key) ?? [], shares);
  }
}

function textsOf(group: object): string[] {
  return 'first_text' in group && 'second_text' in group
    ? [String(group.first_text), String(group.second_text)]
    : [];
}

/** Filters for only these groups, so that nothing else is read. */
function narrowed(
  filters: NumberFilter[],
  dimensions: StatsDimension[],
  among: GroupOptions['among'],
): NumberFilter[] {
  if (!among) return filters;
  const own = dimensions.map((dimension, place): NumberFilter => {
    const values = among.map((group) => (place === 0 ? group.first_value : group.second_value));
    return { dimension, values: [...new Set(values)] };
  });
  return [...filters.filter(({ dimension }) => !dimensions.includes(dimension)), ...own];
}

function atQuarter(quarter: number): string {
  return timestamp(new Date(quarter * 900_000));
}
