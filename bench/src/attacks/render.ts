import type { Latency } from '../load/jobs.ts';
import { table } from '../table.ts';
import type { AttackFigures, AttackReport } from './attacks.ts';

/** The promised limits (issue 9). */
const limits = { healthMs: 250, timesQuiet: 3, p50Ms: 100, residentBytes: 700 * 2 ** 20 };

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const mebibytes = (bytes: number) => whole.format(bytes / 2 ** 20);

/** Broken promises, in words. */
export function brokenPromises({ quiet, attacks }: AttackReport): string[] {
  return attacks.flatMap((figures) => {
    const { row, seen, residentBytes } = figures;
    const broken: string[] = [];
    const expect = (isKept: boolean, what: string) => {
      if (!isKept) broken.push(`${row.name}: ${what}`);
    };
    expect(seen.health.max <= limits.healthMs, 'somebody waited too long for /healthz');
    expect(residentBytes <= limits.residentBytes, 'the process took too much memory');
    for (const what of ['ingest', 'rest'] as const) {
      const most = Math.min(limits.p50Ms, quiet[what].p50 * limits.timesQuiet);
      expect(seen[what].p50 <= most, `${what} of another workspace was slower than it may be`);
    }
    const ratio = storedRatio(figures);
    expect(ratio === undefined || ratio <= (row.storedLimit ?? ratio), 'too much was stored');
    expect(seen.failures.length === 0, `another workspace got ${seen.failures[0]}`);
    return broken;
  });
}

export function renderAttacks(report: AttackReport): string {
  const { quiet, attacks, leads } = report;
  const most = (of: Latency) => tenth.format(Math.min(limits.p50Ms, of.p50 * limits.timesQuiet));
  const rows = [
    [
      '',
      'healthz max',
      'ingest p50',
      'p99',
      'REST p50',
      'p99',
      'RSS MiB',
      'stored:wire',
      'answers',
    ],
    ['nobody attacks', ...latencies(quiet), '', '', ''],
    [
      'limit',
      whole.format(limits.healthMs),
      most(quiet.ingest),
      '',
      most(quiet.rest),
      '',
      mebibytes(limits.residentBytes),
      '',
      '',
    ],
    ...attacks.map((figures) => {
      const { row, seen, residentBytes, answers } = figures;
      const ratio = storedRatio(figures);
      const stored = ratio === undefined ? '' : `${tenth.format(ratio)} (${row.storedLimit})`;
      const statuses = Object.entries(answers).map(([status, count]) => `${count} x ${status}`);
      return [row.name, ...latencies(seen), mebibytes(residentBytes), stored, statuses.join(', ')];
    }),
  ];
  const broken = brokenPromises(report);
  return [
    `${report.machine}; ${report.seconds} s each; processors in use by others before: ${whole.format(report.busyBefore * 100)} %`,
    'Milliseconds that others wait while one stranger attacks',
    '',
    table(rows),
    ...(leads ? ['', `Leads of the burst: ${leads.stored} stored, ${leads.listed} listed`] : []),
    '',
    ...(broken.length > 0 ? ['NOT KEPT:', ...broken] : ['Every promise is kept.']),
  ].join('\n');
}

function latencies({ health, ingest, rest }: AttackFigures['seen']): string[] {
  return [health.max, ingest.p50, ingest.p99, rest.p50, rest.p99].map((ms) => tenth.format(ms));
}

function storedRatio({ row, storedBytes, wireBytes }: AttackFigures): number | undefined {
  return row.storedLimit === undefined ? undefined : storedBytes / wireBytes;
}
