import { invalidRequest } from '@footfall/contract/errors';
import type { HandlersOf } from '@footfall/contract/operation';
import {
  type Stats,
  type StatsDimension,
  type StatsRow,
  statsLimits,
  type statsOperations,
} from '@footfall/contract/stats';
import { timestamp } from '../../common/timestamp.ts';
import type { Tx } from '../../db/connect.ts';
import type { Sql } from '../../db/fragments.ts';
import type { OperationContext } from '../../resource-kit/operation-context.ts';
import { SharedReads } from '../../resource-kit/shared-reads.ts';
import { shareCount } from '../../sessions/shares.ts';
import { figuresOf, groupKey, nothingCounted } from './answer.ts';
import type { NumberFilter, Question } from './figures.ts';
import { type Frame, type Range, selectFrame } from './frame.ts';
import {
  countsVisitors,
  type Group,
  type GroupOptions,
  measuresOf,
  selectGroups,
} from './groups.ts';
import { selectLabels, selectListIds, selectNumbers } from './names.ts';
import { readRequest, requireAccess, type StatsRequest } from './request.ts';
import { type Revenue, selectRevenue } from './revenue.ts';
import { selectVisitFilter } from './visit-filter.ts';
import { allOf, sharesRead } from './visitors.ts';

/** A dashboard is open at several people. */
const sharedStats = new SharedReads<Stats>();

export const statsHandlers: HandlersOf<typeof statsOperations, OperationContext> = {
  async getStats({ tx, workspaceId, standing }, { query }) {
    const request = readRequest(query);
    requireAccess(request, await standing());
    const read = () => readStats(tx, workspaceId, request);
    // Whoever may ask this is told the same.
    return { data: await sharedStats.read(JSON.stringify([workspaceId, request]), read) };
  },
};

async function readStats(tx: Tx, workspaceId: string, request: StatsRequest): Promise<Stats> {
  const used = [...request.dimensions, ...request.filters.map(({ dimension }) => dimension)];
  const lists = used.includes('list') ? await selectListIds(tx, workspaceId) : [];
  // Sent ahead of what they hold for, in the same round trip. What the range is follows from any plan, and planning costs five
  // times as much as asking; for the figures a plan for any range takes three times as long.
  const [, frame, numbers] = await Promise.all([
    planned(tx, 'force_generic_plan'),
    selectFrame(tx, workspaceId, request),
    selectNumbers(tx, workspaceId, request.filters, lists),
  ]);
  checkRows(request, frame);
  const read = async () => {
    const { filters, condition } = await selectVisitFilter(tx, workspaceId, request, numbers);
    return new StatsReader({ tx, workspaceId, request, frame, filters, lists, condition }).read();
  };
  const [, stats] = await Promise.all([planned(tx, 'force_custom_plan'), read()]);
  return stats;
}

function planned(tx: Tx, mode: 'force_generic_plan' | 'force_custom_plan') {
  return tx`select set_config('plan_cache_mode', ${mode}, true)`.execute();
}

function checkRows({ dimensions, top }: StatsRequest, { current }: Frame): void {
  const points = current.starts.length;
  if (dimensions.length === 0 || points * top <= statsLimits.rows) return;
  const message = `makes ${points} points of time for each group, so that it can be ${Math.floor(statsLimits.rows / points)} at most`;
  throw invalidRequest([{ path: 'query.top', message }]);
}

/** Figures of groups, with what is not counted in them. */
interface Answered {
  groups: Group[];
  revenue: Revenue[];
  shares: number;
  /** All of them together. */
  all?: Answered | undefined;
}

interface Asked {
  tx: Tx;
  workspaceId: string;
  request: StatsRequest;
  frame: Frame;
  filters: NumberFilter[];
  lists: string[];
  condition: Sql | undefined;
}

const nothing: Answered = { groups: [], revenue: [], shares: shareCount };

class StatsReader {
  readonly #tx: Tx;
  readonly #workspaceId: string;
  readonly #request: StatsRequest;
  readonly #frame: Frame;
  readonly #filters: NumberFilter[];
  readonly #lists: string[];
  readonly #condition: Sql | undefined;
  #leastShares = shareCount;

  constructor(asked: Asked) {
    this.#tx = asked.tx;
    this.#workspaceId = asked.workspaceId;
    this.#request = asked.request;
    this.#frame = asked.frame;
    this.#filters = asked.filters;
    this.#lists = asked.lists;
    this.#condition = asked.condition;
  }

  async read(): Promise<Stats> {
    const { dimensions, interval } = this.#request;
    const { current, previous, timeZone, asOf } = this.#frame;
    const byTime = interval !== undefined;
    const { first, points, before, all, allBefore } =
      dimensions.length > 0 ? await this.#readGroups(byTime) : await this.#readAll(byTime);
    const rows = await this.#rows(first.groups, points, before);
    return {
      since: atQuarter(current.from),
      until: atQuarter(current.until),
      ...(previous && {
        previous_range: { since: atQuarter(previous.from), until: atQuarter(previous.until) },
      }),
      time_zone: timeZone,
      as_of: asOf && timestamp(asOf),
      approximate: this.#leastShares < shareCount,
      total: this.#figures(all),
      ...(allBefore && { previous_total: this.#figures(allBefore) }),
      groups: dimensions.length > 0 ? (first.groups[0]?.groups ?? 0) : 0,
      rows,
    };
  }

  async #readAll(byTime: boolean) {
    const { current, previous } = this.#frame;
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

  /** The groups that are shown, and then what else is told of them. */
  async #readGroups(byTime: boolean) {
    const { dimensions, sort, top } = this.#request;
    const { current, previous } = this.#frame;
    const ofFirst = { by: sort.metric, descending: sort.descending, limit: top };
    // A visit shows under each of its pages and lists.
    const addsUp = !dimensions.some((name) => name === 'page' || name === 'list');
    const [first, all, allBefore] = await Promise.all([
      this.#ask(current, dimensions, false, { first: ofFirst, withAll: addsUp }, !byTime),
      addsUp ? undefined : this.#ask(current, [], false),
      previous && this.#ask(previous, [], false),
    ]);
    const among = first.groups;
    const [points, before] = await Promise.all([
      byTime ? this.#ask(current, dimensions, true, { among }) : first,
      previous && this.#ask(previous, dimensions, byTime, { among }),
    ]);
    return { first, points, before, all: all ?? first.all ?? nothing, allBefore };
  }

  async #ask(
    range: Range,
    dimensions: StatsDimension[],
    byTime: boolean,
    options: Omit<GroupOptions, 'metrics'> = {},
    withRevenue = true,
  ): Promise<Answered> {
    const { metrics, sort, isTest } = this.#request;
    if (options.among?.length === 0) return nothing;
    const question: Question = {
      workspaceId: this.#workspaceId,
      isTest,
      range,
      byTime,
      hasKeptDays: this.#frame.hasKeptDays,
      dimensions,
      filters: narrowed(this.#filters, dimensions, options.among),
      lists: this.#lists,
      condition: this.#condition,
      measured: measuresOf([...metrics, sort.metric]),
    };
    const asked = { ...options, metrics };
    const hasRevenue = metrics.includes('revenue');
    const [{ groups, all }, revenue, allRevenue] = await Promise.all([
      selectGroups(this.#tx, question, asked),
      withRevenue && hasRevenue ? selectRevenue(this.#tx, question) : [],
      options.withAll && hasRevenue ? selectRevenue(this.#tx, allOf(question)) : [],
    ]);
    return {
      groups,
      revenue,
      shares: this.#sharesOf(question, asked),
      all: all && {
        groups: [all],
        revenue: allRevenue,
        shares: this.#sharesOf(allOf(question), asked),
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
    return figuresOf(this.#request.metrics, counted ?? nothingCounted, revenue, shares);
  }

  async #rows(first: Group[], points: Answered, before: Answered | undefined): Promise<StatsRow[]> {
    const { dimensions, interval } = this.#request;
    const { current, previous } = this.#frame;
    const groups = dimensions.length > 0 ? first : [nothingCounted];
    const labels = await Promise.all(
      dimensions.map((dimension, place) =>
        selectLabels(
          this.#tx,
          this.#workspaceId,
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
      const known = sums.get(key);
      if (known) known.push(row);
      else sums.set(key, [row]);
    }
    const { metrics } = this.#request;
    return (key: string) =>
      figuresOf(metrics, counted.get(key) ?? nothingCounted, sums.get(key) ?? [], shares);
  }
}

function textsOf(group: object): string[] {
  return 'first_text' in group && 'second_text' in group
    ? [String(group.first_text), String(group.second_text)]
    : [];
}

/** The groups alone, so that nothing else is read. */
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
