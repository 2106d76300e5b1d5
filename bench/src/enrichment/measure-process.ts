/*
 * One round in a process of its own, so that "after the start" and "seen first" are true, and memory is that of
 * this alone. Run with --expose-gc.
 */
import { median } from '../ingest/report.ts';
import { monitorTurns } from './monitor-turns.ts';
import type { Round } from './report.ts';
import { openTables, serviceModule } from './service-functions.ts';
import { type Inputs, type Workload, workloads } from './workloads.ts';

const collect = (globalThis as { gc?: () => void }).gc ?? (() => {});

function resident(): number {
  collect();
  collect();
  return process.memoryUsage.rss();
}

/** Microseconds a call, and how many answers were as expected. */
function pass({ count, call }: Workload): { micros: number; right: number } {
  let right = 0;
  const start = performance.now();
  for (let i = 0; i < count; i++) if (call(i)) right++;
  return { micros: ((performance.now() - start) * 1_000) / count, right };
}

function measure(workload: Workload, round: Round): void {
  const { name, expected } = workload;
  const passes = Array.from({ length: workload.passes }, () => pass(workload));
  round.costs.push({ name, micros: median(passes.map(({ micros }) => micros)) });
  const wrong = passes.find(({ right }) => right !== expected);
  if (wrong) round.problems.push(`${name}: ${wrong.right} answers instead of ${expected}`);
}

async function run(inputs: Inputs): Promise<Round> {
  // Loaded before, so that only what opening adds is counted.
  await serviceModule('enrichment/addresses/address-tables');
  const beforeOpen = resident();
  const turns = monitorTurns();
  const start = performance.now();
  const tables = await openTables();
  const openMs = performance.now() - start;
  const loopDelayMs = turns.end();
  const round: Round = {
    costs: [],
    openMs,
    loopDelayMs,
    memory: { beforeOpen, afterOpen: resident(), afterLookups: 0 },
    problems: [],
  };
  for await (const workload of workloads(tables, inputs)) {
    measure(workload, round);
    if (workload.id === 'address-ipv6') round.memory.afterLookups = resident();
  }
  await tables.close();
  return round;
}

process.once('message', (inputs: Inputs) => {
  run(inputs)
    .then(
      (round) => process.send?.({ round }),
      (cause: unknown) => process.send?.({ failed: String(cause) }),
    )
    .finally(() => process.disconnect());
});
