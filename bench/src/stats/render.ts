import type { ReadResult } from '../load/read-process.ts';
import { table } from '../table.ts';
import type { Counting } from './prepare.ts';
import type { Question } from './questions.ts';

export type Row = { question: Question; one: ReadResult; naiveMs: number | undefined };

export type StatsReport = {
  head: string;
  busy: number;
  /** Undefined: counted in another run. */
  counting: Counting | undefined;
  events: number;
  rows: Row[];
  problems: string[];
};

/** From here on, the limits for 10 million events apply. */
const manyEvents = 2_000_000;

const limitOf = ({ limits: [few, many] }: Question, events: number) =>
  events < manyEvents ? few : many;

/** Exceeded time limits. */
export function brokenLimits({ rows, events }: StatsReport): string[] {
  return rows.flatMap(({ question, one: { latency } }) => {
    const limit = limitOf(question, events);
    return latency.p95 <= limit
      ? []
      : [`${question.title}: ${latency.p95.toFixed(0)} ms, at most ${limit}`];
  });
}

function countingLine({ sessions, events, seconds, cpuSeconds }: Counting): string {
  const each = (spent: number) => `${((1e6 * spent) / events).toFixed(0)} us`;
  return `Counting ${sessions} visits of ${events} events anew, in the background: ${seconds.toFixed(0)} s; processor time ${each(cpuSeconds.service)} of the service and ${each(cpuSeconds.database)} of the database an event`;
}

export function renderStats(report: StatsReport): string {
  const { head, busy, counting, events, rows, problems } = report;
  const broken = brokenLimits(report);
  const ms = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(0));
  return [
    head,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    ...(counting ? [countingLine(counting)] : []),
    '',
    table([
      ['milliseconds, one client', 'p50', 'p95', 'limit', 'scan'],
      ...rows.map(({ question, one: { latency }, naiveMs }) => [
        question.title,
        ...[ms(latency.p50), ms(latency.p95), String(limitOf(question, events)), ms(naiveMs)],
      ]),
    ]),
    ...(broken.length > 0 ? ['', ...broken.map((each) => `NOT KEPT ${each}`)] : []),
    ...(problems.length > 0 ? ['', 'NOT VALID', ...problems] : []),
  ].join('\n');
}
