import type { Latency } from '../load/jobs.ts';
import type { Answer, Question } from './questions.ts';
import type { Counting } from './stats.ts';

export type Row = {
  question: Question;
  one: Latency;
  eight: Latency;
  naiveMs: number | undefined;
  answer: Answer;
};

export type StatsReport = {
  head: string;
  busy: number;
  counting: Counting;
  bytes: Record<string, number>;
  rows: Row[];
  problems: string[];
};

export function renderStats({ head, busy, counting, bytes, rows, problems }: StatsReport): string {
  const { sessions, events, seconds } = counting;
  const all = Object.values(bytes).reduce((sum, size) => sum + size, 0);
  const width = Math.max(...rows.map(({ question }) => question.title.length));
  const ms = (value: number | undefined) =>
    (value === undefined ? '-' : value.toFixed(0)).padStart(7);
  const lines = rows.map(({ question, one, eight, naiveMs, answer }) => {
    const [limit, limitOfEight] = question.limits;
    const error = answer.approximate
      ? `  approximate, ± ${((100 * (answer.total.visitors_error ?? 0)) / Math.max(1, answer.total.visitors ?? 1)).toFixed(1)} %`
      : '';
    return `${question.title.padEnd(width)} ${ms(one.p50)} ${ms(one.p95)} ${ms(limit)} ${ms(eight.p95)} ${ms(limitOfEight)} ${ms(naiveMs)}${error}`;
  });
  return [
    head,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    '',
    `Counting ${sessions} visits of ${events} events anew, in the background: ${seconds.toFixed(0)} s, ${((1e6 * seconds) / events).toFixed(0)} us an event with its rests`,
    `Stored for it: ${(all / events).toFixed(0)} bytes an event (${Object.entries(bytes)
      .map(([name, size]) => `${name} ${(size / events).toFixed(0)}`)
      .join(', ')})`,
    '',
    `${'Milliseconds'.padEnd(width)} ${'p50'.padStart(7)} ${'p95'.padStart(7)} ${'limit'.padStart(7)} ${'8: p95'.padStart(7)} ${'limit'.padStart(7)} ${'scan'.padStart(7)}`,
    ...lines,
    ...(problems.length > 0 ? ['', 'NOT VALID', ...problems] : []),
  ].join('\n');
}
