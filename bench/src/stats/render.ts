import type { ReadResult } from '../rest/load.ts';
import type { Counting } from './prepare.ts';
import type { Answer, Question } from './questions.ts';
import type { Searched } from './stats.ts';
import type { Added } from './transaction.ts';

export type Row = {
  question: Question;
  one: ReadResult;
  /** Undefined: one of their requests was refused. */
  eight: ReadResult | undefined;
  naiveMs: number | undefined;
  answer: Answer;
};

export type StatsReport = {
  head: string;
  busy: number;
  /** Undefined: they were counted in another run. */
  counting: Counting | undefined;
  /** To the transaction of ingest; none where that was not asked. */
  added: Added[];
  events: number;
  bytes: Record<string, number>;
  search: Searched;
  rows: Row[];
  /** Seconds until a visitor was on the kept list; none where that was not asked. */
  behind: number[];
  problems: string[];
};

/**
 * Bytes that figures may take an event, microseconds of processor time that counting may, and that reads may add to the
 * transaction of ingest, and seconds to be behind.
 */
const limits = { bytes: 250, countingMicros: 60, addedMicros: 40, behindSeconds: 60 };

const sumOf = (bytes: Record<string, number>) =>
  Object.values(bytes).reduce((sum, size) => sum + size, 0);
const bytesAnEvent = ({ bytes, events }: StatsReport) => sumOf(bytes) / events;

const countingMicros = ({ events, cpuSeconds }: Counting) =>
  (1e6 * (cpuSeconds.service + cpuSeconds.database)) / events;

/** What is slower, larger or rarer than it may be. */
export function brokenLimits(report: StatsReport): string[] {
  const { counting, added, rows, behind } = report;
  const broken: string[] = [];
  const most = (what: string, figure: number, limit: number, unit: string) => {
    if (figure > limit) broken.push(`${what}: ${figure.toFixed(0)} ${unit}, at most ${limit}`);
  };
  if (counting) most('counting', countingMicros(counting), limits.countingMicros, 'us an event');
  for (const { title, more } of added)
    most(`in the transaction, ${title}`, more, limits.addedMicros, 'us an event');
  most('stored', bytesAnEvent(report), limits.bytes, 'bytes an event');
  for (const { question, one, eight } of rows) {
    const { title, limits, perSecond } = question;
    most(title, one.latency.p95, limits[0], 'ms');
    if (!eight) continue;
    most(`${title}, eight clients`, eight.latency.p95, limits[1] ?? Infinity, 'ms');
    if (perSecond !== undefined && eight.perSecond < perSecond)
      broken.push(`${title}: ${eight.perSecond.toFixed(0)} a second, at least ${perSecond}`);
  }
  for (const each of behind) most('behind', each, limits.behindSeconds, 's');
  return broken;
}

function countingLine(counting: Counting): string {
  const { sessions, events, seconds, cpuSeconds } = counting;
  const each = (spent: number) => `${((1e6 * spent) / events).toFixed(0)} us`;
  return `Counting ${sessions} visits of ${events} events anew, in the background: ${seconds.toFixed(0)} s, ${each(seconds)} an event with its rests; processor time ${each(cpuSeconds.service)} of the service and ${each(cpuSeconds.database)} of the database an event, ${countingMicros(counting).toFixed(0)} us together; limit ${limits.countingMicros}`;
}

function addedLine({ title, all, more, low, high }: Added): string {
  const us = (spent: number) => `${spent.toFixed(1)} us`;
  return `In the transaction, ${title}: changes, notes for search and counters add ${us(more)} of the database's processor time an event (quarters ${us(low)} and ${us(high)}) to ${us(all - more)}; limit ${limits.addedMicros}`;
}

const each = (bytes: Record<string, number>, of: number) =>
  Object.entries(bytes)
    .map(([name, size]) => `${name} ${(size / of).toFixed(0)}`)
    .join(', ');

function searchLine({ search: { bytes, records, tokens }, events }: StatsReport): string {
  const all = sumOf(bytes);
  return `Stored for search: ${(all / events).toFixed(0)} bytes an event (${each(bytes, events)}), ${(all / Math.max(1, records)).toFixed(0)} a record; ${records} people, companies and leads with ${tokens} tokens`;
}

export function renderStats(report: StatsReport): string {
  const { head, busy, counting, added, events, bytes, rows, behind, problems } = report;
  const broken = brokenLimits(report);
  const width = Math.max(...rows.map(({ question }) => question.title.length));
  const ms = (value: number | undefined) =>
    (value === undefined ? '-' : value.toFixed(0)).padStart(7);
  const lines = rows.map(({ question, one, eight, naiveMs, answer }) => {
    const [limit, limitOfEight] = question.limits;
    const error = answer.approximate
      ? `  approximate, ± ${((100 * (answer.total.visitors_error ?? 0)) / Math.max(1, answer.total.visitors ?? 1)).toFixed(1)} %`
      : '';
    return `${question.title.padEnd(width)} ${ms(one.latency.p50)} ${ms(one.latency.p95)} ${ms(limit)} ${ms(eight?.latency.p95)} ${ms(limitOfEight)} ${ms(eight?.perSecond)} ${ms(question.perSecond)} ${ms(naiveMs)}${error}`;
  });
  return [
    head,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    '',
    ...(counting ? [countingLine(counting)] : []),
    ...added.map(addedLine),
    `Stored for it: ${bytesAnEvent(report).toFixed(0)} bytes an event; limit ${limits.bytes} (${each(bytes, events)})`,
    searchLine(report),
    '',
    `${'Milliseconds'.padEnd(width)} ${'p50'.padStart(7)} ${'p95'.padStart(7)} ${'limit'.padStart(7)} ${'8: p95'.padStart(7)} ${'limit'.padStart(7)} ${'8: /s'.padStart(7)} ${'least'.padStart(7)} ${'scan'.padStart(7)}`,
    ...lines,
    ...(behind.length > 0
      ? [
          '',
          `behind: a visitor is on the kept list after ${behind.map((each) => each.toFixed(1)).join(', ')} s; limit ${limits.behindSeconds}`,
        ]
      : []),
    ...(broken.length > 0 ? ['', ...broken.map((each) => `NOT KEPT ${each}`)] : []),
    ...(problems.length > 0 ? ['', 'NOT VALID', ...problems] : []),
  ].join('\n');
}
