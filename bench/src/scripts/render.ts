import { table } from '../table.ts';
import type { Arrived } from './scenarios.ts';
import type { Measured } from './scripts.ts';

/** Of Footfall's script. */
const limits = { gzip: 4_096, threadMs: 5, burstMs: 50 };
const ours = 'Footfall';

export function renderScripts(head: string[], measured: Measured[]) {
  const costs = measured.map(({ name, version, gzip, br, rounds }) => [
    name,
    version,
    String(gzip),
    String(br),
    spread(rounds.map(({ thread }) => thread.firstMs)),
    spread(rounds.map(({ thread }) => thread.firstCpuMs)),
    spread(rounds.map(({ thread }) => thread.firstMs - thread.firstFetchMs)),
    spread(rounds.map(({ thread }) => thread.nextMs)),
    spread(rounds.map(({ thread }) => thread.nextCpuMs)),
    shown(median(rounds.map(({ visit }) => visit.requests)), 0),
    shown(median(rounds.map(({ visit }) => visit.bytes)), 0),
    shown(median(rounds.map(({ burst }) => burst.blockedMs)), 0),
  ]);
  const arrivals = measured.map(({ name, rounds }) => {
    const all = (of: (round: (typeof rounds)[number]) => Arrived) => outOf(rounds.map(of));
    return [
      name,
      all(({ visit }) => visit),
      all(({ closed }) => closed),
      all(({ closed }) => ({ of: closed.of, arrived: closed.later })),
      all(({ offline }) => offline),
      all(({ unavailable }) => unavailable),
      all(({ back }) => back),
      all(({ burst }) => burst),
    ];
  });
  const problems = problemsOf(measured);
  const text = [
    ...head,
    measured.some(({ rounds }) => rounds.some(({ back }) => back.isRestored))
      ? 'Back: out of the cache of whole pages.'
      : 'Back: this Chromium keeps no pages; it loads them again.',
    '',
    table([
      [
        ...['', 'version', 'gzip', 'br', 'thread ms', '… processor', '… without fetch'],
        ...['… next page', '… processor'],
        ...['requests', 'bytes sent', '1,000 calls ms'],
      ],
      ...costs,
    ]),
    '',
    table([
      ['arrived', 'visit', 'closed', '… back', 'offline', '503', 'back', '1,000 calls'],
      ...arrivals,
    ]),
    ...problems.map((problem) => `\nNOT KEPT: ${problem}`),
  ].join('\n');
  return { text, problems };
}

function problemsOf(measured: Measured[]): string[] {
  const own = measured.find(({ name }) => name === ours);
  if (!own) return [];
  const { gzip, rounds } = own;
  const threadMs = median(rounds.map(({ thread }) => thread.firstMs));
  const burstMs = median(rounds.map(({ burst }) => burst.blockedMs));
  const lost = rounds
    .flatMap(({ visit, closed, offline, unavailable, back, burst }) => {
      return [visit, { ...closed, arrived: closed.later }, offline, unavailable, back, burst];
    })
    .reduce((sum, { of, arrived }) => sum + of - arrived, 0);
  return [
    ...(gzip > limits.gzip ? [`${gzip} bytes, ${limits.gzip} at most`] : []),
    ...(threadMs > limits.threadMs
      ? [`${shown(threadMs, 1)} ms of the page's thread, ${limits.threadMs} at most`]
      : []),
    ...(burstMs > limits.burstMs
      ? [`1,000 calls hold the page for ${shown(burstMs, 0)} ms, ${limits.burstMs} at most`]
      : []),
    ...(lost > 0 ? [`${lost} messages have not arrived`] : []),
  ];
}

function outOf(rounds: Arrived[]): string {
  const sum = (name: keyof Arrived) => rounds.reduce((total, round) => total + round[name], 0);
  return `${sum('arrived')}/${sum('of')}`;
}

function spread(values: number[]): string {
  return `${shown(median(values), 1)} (${shown(Math.min(...values), 1)}-${shown(Math.max(...values), 1)})`;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function shown(value: number, digits: number): string {
  return value.toFixed(digits);
}
