import { median } from '../ingest/report.ts';
import { table } from '../table.ts';
import type { EnrichmentReport, Round } from './report.ts';

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;
const micros = (value: number) => value.toFixed(value < 1 ? 3 : 2);

export function renderEnrichment(report: EnrichmentReport): string {
  return [
    `${report.machine}; version ${report.version}; ${report.rounds.length} rounds, each a process of its own`,
    `Processors in use by others: ${percent(report.busyBefore)} before the run, ${percent(report.busyAfter)} after it`,
    '',
    table([
      [
        'Processor time a call, in us',
        'median',
        'least-most',
        'clock',
        `of ${report.limitMicros} us`,
      ],
      ...costRows(report),
    ]),
    '',
    '* when sessions, visitors and activity are read; the rest is for each message, or for what is new in it',
    '',
    table([['Tables of addresses', 'median', 'least-most'], ...tableRows(report.rounds)]),
    ...(report.problems.length > 0 ? ['', 'NOT VALID:', ...report.problems] : []),
  ].join('\n');
}

function costRows({ rounds, limitMicros }: EnrichmentReport): string[][] {
  const [first] = rounds;
  return (first?.costs ?? []).map(({ name, isLimited }, row) => {
    const values = (of: 'micros' | 'cpuMicros') => rounds.map(({ costs }) => costs[row]?.[of] ?? 0);
    const processor = values('cpuMicros');
    const share = isLimited ? percent(median(processor) / limitMicros) : '';
    return [name, ...spread(processor, micros), micros(median(values('micros'))), share];
  });
}

function tableRows(rounds: Round[]): string[][] {
  const row = (name: string, of: (round: Round) => number, unit: (value: number) => string) => [
    name,
    ...spread(rounds.map(of), unit),
  ];
  const resident = (name: string, at: keyof Round['memory']) =>
    row(`memory of the process ${name}`, ({ memory }) => memory[at].resident, mebibytes);
  return [
    row('time to open', ({ openMs }) => openMs, milliseconds),
    row('longest turn of the event loop', ({ loopDelayMs }) => loopDelayMs, milliseconds),
    resident('before', 'beforeOpen'),
    resident('after opening', 'afterOpen'),
    resident('after 220,000 lookups', 'afterLookups'),
    row(
      'of it held by the tables',
      ({ memory }) => memory.afterLookups.held - memory.beforeOpen.held,
      mebibytes,
    ),
  ];
}

function spread(values: number[], unit: (value: number) => string): [string, string] {
  return [unit(median(values)), `${unit(Math.min(...values))}-${unit(Math.max(...values))}`];
}
