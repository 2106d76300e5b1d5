import { table } from '../table.ts';
import type { RetentionReport, Stretch } from './retention.ts';

/** For a month, as the aim was. And the time of a read within PostgreSQL. */
const limits = { seconds: 1, journalMb: 5, readMs: 0.5 };

const mega = 1e6;

export function renderRetention(report: RetentionReport): { text: string; problems: string[] } {
  const { head, busy, before, beside, removed, unsettled, removingSeconds, problems } = report;
  // What the same messages wrote while nothing was removed.
  const ofMessages = (before.journalBytes / Math.max(1, before.messages)) * beside.messages;
  const ownBytes = beside.journalBytes - ofMessages;
  const each = (bytes: number) => Math.round(bytes / Math.max(1, removed));
  const broken: string[] = [];
  const most = (what: string, figure: number, limit: number, unit: string) => {
    if (figure > limit)
      broken.push(`${what}: ${figure.toFixed(limit < 1 ? 2 : 1)} ${unit}, at most ${limit}`);
  };
  most('until the month is gone', removingSeconds, limits.seconds, 's');
  most('journal of the month', ownBytes / mega, limits.journalMb, 'MB');
  most('events of a visit, beside it', beside.session.executionMs, limits.readMs, 'ms');
  most('an event by its id, beside it', beside.event.executionMs, limits.readMs, 'ms');
  const text = [
    head,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    '',
    `${removed.toLocaleString('en')} events of the oldest month were gone after ${removingSeconds.toFixed(1)} s; limit ${limits.seconds}. ${unsettled} of visits that were not over for a day stay until tomorrow.`,
    `Journal: ${(ownBytes / mega).toFixed(1)} MB, ${each(ownBytes)} bytes an event; with what ${beside.messages} messages wrote meanwhile ${(beside.journalBytes / mega).toFixed(1)} MB, ${each(beside.journalBytes)} bytes; limit ${limits.journalMb} MB`,
    '',
    table([['milliseconds', 'before', 'beside it', 'limit'], ...rowsOf(before, beside)]),
    'PostgreSQL: execution time by EXPLAIN ANALYZE of the statement that the service sends, as its application role, planned for its values',
    ...(broken.length > 0 ? ['', ...broken.map((each) => `NOT KEPT ${each}`)] : []),
    ...(problems.length > 0 ? ['', 'NOT VALID', ...problems] : []),
  ].join('\n');
  return { text, problems: [...problems, ...broken] };
}

function rowsOf(before: Stretch, beside: Stretch): string[][] {
  const row = (what: string, of: (stretch: Stretch) => number, digits: number, limit = '') => [
    what,
    of(before).toFixed(digits),
    of(beside).toFixed(digits),
    limit,
  ];
  const limit = String(limits.readMs);
  return [
    row('a message, p50', ({ p50 }) => p50, 1),
    row('a message, p99', ({ p99 }) => p99, 1),
    row('a message, p99 of the worst seconds', ({ worstP99 }) => worstP99, 1),
    row('events of a visit over REST, p50', ({ readMs }) => readMs, 1),
    row('events of a visit, PostgreSQL, p50', ({ session }) => session.executionMs, 3, limit),
    row('… planning', ({ session }) => session.planningMs, 3),
    row('an event by its id, PostgreSQL, p50', ({ event }) => event.executionMs, 3, limit),
    row('… planning', ({ event }) => event.planningMs, 3),
  ];
}
