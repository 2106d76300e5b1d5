import type { ReadResult } from '../rest/load.ts';
import type { Answer, Question } from './questions.ts';
import type { Counting } from './stats.ts';

export type Row = {
  question: Question;
  one: ReadResult;
  eight: ReadResult;
  naiveMs: number | undefined;
  answer: Answer;
};

export type StatsReport = {
  head: string;
  busy: number;
  /** Undefined: they were counted in another run. */
  counting: Counting | undefined;
  events: number;
  bytes: Record<string, number>;
  rows: Row[];
  /** Seconds until a visitor was on the kept list; none where that was not asked. */
  behind: number[];
  problems: string[];
};

function countingLine({ sessions, events, seconds, cpuSeconds }: Counting): string {
  const each = (spent: number) => `${((1e6 * spent) / events).toFixed(0)} us`;
  return `Counting ${sessions} visits of ${events} events anew, in the background: ${seconds.toFixed(0)} s, ${each(seconds)} an event with its rests; processor time ${each(cpuSeconds.service)} of the service and ${each(cpuSeconds.database)} of the database an event`;
}

export function renderStats({
  head,
  busy,
  counting,
  events,
  bytes,
  rows,
  behind,
  problems,
}: StatsReport): string {
  const all = Object.values(bytes).reduce((sum, size) => sum + size, 0);
  const width = Math.max(...rows.map(({ question }) => question.title.length));
  const ms = (value: number | undefined) =>
    (value === undefined ? '-' : value.toFixed(0)).padStart(7);
  const lines = rows.map(({ question, one, eight, naiveMs, answer }) => {
    const [limit, limitOfEight] = question.limits;
    const error = answer.approximate
      ? `  approximate, ± ${((100 * (answer.total.visitors_error ?? 0)) / Math.max(1, answer.total.visitors ?? 1)).toFixed(1)} %`
      : '';
    return `${question.title.padEnd(width)} ${ms(one.latency.p50)} ${ms(one.latency.p95)} ${ms(limit)} ${ms(eight.latency.p95)} ${ms(limitOfEight)} ${ms(eight.perSecond)} ${ms(naiveMs)}${error}`;
  });
  return [
    head,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    '',
    ...(counting ? [countingLine(counting)] : []),
    `Stored for it: ${(all / events).toFixed(0)} bytes an event (${Object.entries(bytes)
      .map(([name, size]) => `${name} ${(size / events).toFixed(0)}`)
      .join(', ')})`,
    '',
    `${'Milliseconds'.padEnd(width)} ${'p50'.padStart(7)} ${'p95'.padStart(7)} ${'limit'.padStart(7)} ${'8: p95'.padStart(7)} ${'limit'.padStart(7)} ${'8: /s'.padStart(7)} ${'scan'.padStart(7)}`,
    ...lines,
    ...(behind.length > 0
      ? [
          '',
          `behind: a visitor is on the kept list after ${behind.map((each) => each.toFixed(1)).join(', ')} s; limit 60`,
        ]
      : []),
    ...(problems.length > 0 ? ['', 'NOT VALID', ...problems] : []),
  ].join('\n');
}
