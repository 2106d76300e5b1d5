import { table } from '../table.ts';
import {
  brokenLimits,
  type IngestReport,
  leastHotShare,
  median,
  medianRate,
  mostBytesAnEvent,
  type Round,
  type Throughput,
} from './report.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const percent = (share: number) => `${whole.format(share * 100)} %`;
const mebibytes = (bytes: number) => `${whole.format(bytes / 2 ** 20)} MiB`;

function spread(rounds: readonly Round[]): string {
  if (rounds.length === 0) return '-';
  const rates = rounds.map((round) => round.eventsPerSecond);
  return `${whole.format(medianRate(rounds))} (${whole.format(Math.min(...rates))}-${whole.format(Math.max(...rates))})`;
}

const typical = (rounds: readonly Round[], of: (round: Round) => number) =>
  rounds.length === 0 ? '-' : tenth.format(median(rounds.map(of)));

function throughputRow({ name, connections, least, rounds }: Throughput): string[] {
  const { bare, service } = rounds;
  const generator = Math.max(...[...bare, ...service].map((round) => round.generatorCpu));
  return [
    `${name}, ${connections} connections`,
    spread(bare),
    spread(service),
    service.length === 0 ? '-' : (medianRate(service) / medianRate(bare)).toFixed(2),
    String(least),
    typical(service, (round) => round.latency.p99),
    typical(bare, (round) => round.serverCpuMicros),
    typical(service, (round) => round.serverCpuMicros),
    typical(service, (round) => round.databaseCpuMicros),
    percent(generator),
  ];
}

function halfLoadLines({ halfLoad }: IngestReport): string[] {
  if (!halfLoad) return [];
  const rows = (['bare', 'service'] as const)
    .filter((side) => halfLoad.rounds[side].length > 0)
    .map((side) => {
      const rounds = halfLoad.rounds[side];
      const middle = (of: (round: (typeof rounds)[number]) => number) =>
        tenth.format(median(rounds.map(of)));
      return [
        side,
        middle((round) => round.latency.p50),
        middle((round) => round.latency.p95),
        middle((round) => round.latency.p99),
        middle((round) => round.latency.max),
        middle((round) => round.lateness.p99),
      ];
    });
  return [
    `Latency of one event, ${halfLoad.connections} connections, ${whole.format(halfLoad.rate)} requests/s at fixed times, in ms`,
    table([['', 'p50', 'p95', 'p99', 'max', 'generator late, p99'], ...rows]),
    '',
  ];
}

function restLines({ memory, start, storage, reconciled, hotShare }: IngestReport): string[] {
  const rows: string[][] = [['', 'bare', 'service']];
  const both = (name: string, of: (side: 'bare' | 'service') => string | undefined) =>
    rows.push([name, of('bare') ?? '-', of('service') ?? '-']);
  const number = (value: number | undefined) =>
    value === undefined ? undefined : whole.format(value);
  both('bytes per event: events with indexes', (side) => number(storage[side]?.bytesPerEvent));
  both(`bytes per event: all tables, at most ${mostBytesAnEvent}`, (side) =>
    number(storage[side]?.allBytesPerEvent),
  );
  both('messages acknowledged', (side) => number(reconciled[side]?.acknowledged));
  both('messages stored', (side) => number(reconciled[side]?.stored));
  const only = (name: string, value: string) => rows.push([name, '', value]);
  if (hotShare !== undefined)
    only(
      'updates of visits in their page (HOT)',
      `${tenth.format(hotShare * 100)} %, limit ${percent(leastHotShare)}`,
    );
  if (memory) {
    only('memory of the process, peak', mebibytes(memory.peakBytes));
    only('memory of the process, at the end', mebibytes(memory.afterBytes));
  }
  if (start) {
    only('first start until ready', `${whole.format(start.firstMs)} ms`);
    only('later start until ready', `${whole.format(median(start.laterMs))} ms`);
  }
  return [table(rows)];
}

export function renderIngest(report: IngestReport): string {
  const head = [
    'Messages a second: median (slowest-fastest round)',
    'bare',
    'service',
    'ratio',
    'least',
  ];
  const more = ['p99 ms', 'bare us', 'service us', 'PostgreSQL us', 'generator'];
  return [
    `${report.machine}; version ${report.version}; rounds of ${report.seconds} s; bare insert: ${report.bareInsert}`,
    `Processors in use by others: ${percent(report.busyBefore)} before the run, ${percent(report.busyAfter ?? 0)} after it`,
    '',
    table([[...head, ...more], ...report.throughput.map(throughputRow)]),
    '',
    ...halfLoadLines(report),
    ...restLines(report),
    ...brokenLimits(report).map((each) => `NOT KEPT ${each}`),
    ...(report.problems.length > 0 ? ['', 'NOT VALID:', ...report.problems] : []),
  ].join('\n');
}
