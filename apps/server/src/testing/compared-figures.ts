/** What `GET /stats` answers, compared with a count of what is stored: by dimensions, under filters, by pages and over time. */
import { type Stats, statsMetricNames } from '@footfall/contract/stats';
import { expect } from 'vitest';
import type { Harness, TestWorkspace } from './harness.ts';
import { type Filter, type Recountable, recount, recountGroups } from './recount.ts';

/** A workspace with what is stored of it. */
export interface Counted {
  h: Harness;
  workspace: TestWorkspace;
  stored: Recountable;
}

type Range = [from: number, until: number];

export const dayMs = 86_400_000;
export const midnight = Math.floor(Date.now() / dayMs) * dayMs;
/** Every figure that there is. */
export const metrics = statsMetricNames.join();
export const iso = (ms: number) => new Date(ms).toISOString();

const metricsOf = (names: string[]) =>
  names.includes('page') ? 'visitors,sessions,page_views' : metrics;
const rangeParameters = ([since, until]: Range) => ({ from: iso(since), to: iso(until) });

export async function readStats(
  { h, workspace }: Pick<Counted, 'h' | 'workspace'>,
  query: Record<string, string>,
): Promise<Stats> {
  const answer = await h.fetch(`/api/v1/stats?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${workspace.secretKey}` },
  });
  const text = await answer.text();
  expect(answer.status, `${JSON.stringify(query)} ${text} ${h.logLines.at(-1)}`).toBe(200);
  return (JSON.parse(text) as { data: Stats }).data;
}

/** All groups by one dimension or two, and all of them together; without a dimension the latter alone. */
export async function expectGroups(
  counted: Counted,
  range: Range,
  dimensions: string[],
  filter: Filter = {},
): Promise<void> {
  const names = metricsOf([...dimensions, ...Object.keys(filter)]);
  const { rows, groups, total } = await readStats(counted, {
    ...{ ...rangeParameters(range), ...filter, metrics: names, top: '100' },
    ...(dimensions.length > 0 && { dimensions: dimensions.join() }),
  });
  const label = `${dimensions} ${JSON.stringify(filter)}`;
  if (dimensions.length > 0) {
    const actual = rows.map((row) => [valuesIn(row), row.figures]);
    const expected = recountGroups(counted.stored, range, dimensions, filter);
    expect(Object.fromEntries(actual), label).toEqual(expected);
    expect(groups, label).toBe(rows.length);
  }
  const all = recountGroups(counted.stored, range, [], filter)[''];
  expect(total, label).toEqual(requestedFigures(all, names));
}

const valuesIn = ({ dimensions }: Stats['rows'][number]) =>
  dimensions.map(({ value }) => value).join('|');

/** Of figures what was asked for. */
const requestedFigures = (figures: object | undefined, names: string) =>
  Object.fromEntries(
    Object.entries(figures ?? {}).filter(([name]) => names.split(',').includes(name)),
  );

const intervals = [
  ['day', 'UTC', {}],
  ['day', 'UTC', { channel: 'direct' }],
  ['hour', 'Asia/Kathmandu', {}],
  ['day', 'America/St_Johns', {}],
  ['week', 'UTC', {}],
  ['week', 'Europe/Berlin', { device: 'desktop' }],
  ['month', 'UTC', {}],
] as const;

/** Each point of time, and all of the time before. */
export async function expectOverTime({ stored, ...counted }: Counted): Promise<void> {
  for (const [interval, time_zone, filter] of intervals) {
    const days = interval === 'hour' ? 5 : 40;
    const from = iso(midnight - days * dayMs).slice(0, 10);
    const query = { from, interval, time_zone, metrics, compare: 'previous_period', ...filter };
    const answer = await readStats(counted, query);
    const passes = (values: Record<string, string>) =>
      Object.entries(filter).every(([name, value]) => values[name] === value);
    for (const [place, point] of pointsOf(answer).entries()) {
      const label = `${interval} ${time_zone} ${place}`;
      expect(answer.rows[place]?.figures, label).toEqual(recount(stored, point, passes));
    }
    const { previous_range: before } = answer;
    expect(Date.parse(before?.to ?? '')).toBe(Date.parse(answer.from));
    const range: Range = [Date.parse(before?.from ?? ''), Date.parse(before?.to ?? '')];
    expect(answer.previous_total).toEqual(recount(stored, range, passes));
  }
}

/** From when until when each point of time is. */
function pointsOf({ rows, from, to }: Stats): Range[] {
  const begins = [...new Set(rows.map(({ time }) => Date.parse(time ?? '')))];
  return begins.map((begin, place) => [
    Math.max(begin, Date.parse(from)),
    begins[place + 1] ?? Date.parse(to),
  ]);
}

/** Every group at each point of time; nothing where it has none. */
export async function expectGroupsOverTime(
  counted: Counted,
  dimensions: string[],
  filter: Filter = {},
): Promise<void> {
  for (const [interval, time_zone, days] of [
    ['day', 'UTC', 16],
    ['hour', 'Asia/Kathmandu', 3],
    ['week', 'America/St_Johns', 60],
  ] as const) {
    const names = metricsOf([...dimensions, ...Object.keys(filter)]);
    const answer = await readStats(counted, {
      ...{ from: iso(midnight - days * dayMs).slice(0, 10), interval, time_zone },
      ...{ dimensions: dimensions.join(), metrics: names, top: '40', ...filter },
    });
    const points = pointsOf(answer);
    const groups = recountGroups(counted.stored, wholeOf(points), dimensions, filter);
    expect(new Set(answer.rows.map(valuesIn))).toEqual(new Set(Object.keys(groups)));
    expect(answer.rows.length).toBe(points.length * answer.groups);
    const nothing = requestedFigures(recountGroups(nobody, [0, 0], [])[''], names);
    for (const [place, point] of points.entries()) {
      const own = answer.rows.slice(place * answer.groups, (place + 1) * answer.groups);
      const expected = recountGroups(counted.stored, point, dimensions, filter);
      for (const row of own) {
        const label = `${valuesIn(row)} ${dimensions} ${interval} ${place}`;
        expect(row.figures, label).toEqual(expected[valuesIn(row)] ?? nothing);
      }
    }
  }
}

const nobody = { visits: [], outcomes: [], lists: [] };
const wholeOf = (points: Range[]): Range => [points[0]?.[0] ?? 0, points.at(-1)?.[1] ?? 0];
