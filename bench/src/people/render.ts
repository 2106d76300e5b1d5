import { table } from '../table.ts';
import type { PeopleReport } from './people.ts';

/** What is promised of the identify of others (issue 13). */
const limitMs = 300;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

export function isKept({ waits }: PeopleReport): boolean {
  return waits.every(({ isLimited, identify }) => !isLimited || identify.p99 <= limitMs);
}

export function renderPeople(report: PeopleReport): string {
  const { machine, busyBefore, people, waits, settledMs, rates } = report;
  return [
    `${machine}; processors in use by others before: ${whole.format(busyBefore * 100)} %`,
    `Milliseconds of others' identify, while messages come late of a device that ${whole.format(people)} people share`,
    '',
    table([
      ['', 'p50', 'p95', 'p99', 'limit', 'max', 'late messages'],
      ...waits.map(({ what, isLimited, identify: { p50, p95, p99, max }, lateSent }) => [
        what,
        ...[p50, p95, p99].map((ms) => tenth.format(ms)),
        isLimited ? whole.format(limitMs) : '',
        tenth.format(max),
        whole.format(lateSent),
      ]),
    ]),
    '',
    `A late conversion of the device is followed after ${whole.format(settledMs)} ms.`,
    '',
    table([
      ['batches of 20, each of another person', 'messages/s', 'service us'],
      ...rates.map(({ what, perSecond, serviceUs }) => [
        what,
        whole.format(perSecond),
        whole.format(serviceUs),
      ]),
    ]),
    '',
    isKept(report) ? 'The promise is kept.' : 'NOT KEPT: others waited too long.',
  ].join('\n');
}
