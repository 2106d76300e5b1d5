/*
 * One round in a process of its own, so that "after the start" and "seen first" are true, and memory is that of
 * this alone. Run with --expose-gc.
 */
import { median } from '../ingest/report.ts';
import { monitorTurns } from './monitor-turns.ts';
import type { Memory, Round } from './report.ts';
import { openTables, serviceModule } from './service-functions.ts';
import { type Inputs, type Workload, workloads } from './workloads.ts';

const collect = (globalThis as { gc?: () => void }).gc ?? (() => {});

function memory(): Memory {
  collect();
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss, held: heapUsed + external };
}

type Pass = { micros: number; cpuMicros: number; right: number };

function pass({ count, call }: Workload): Pass {
  let right = 0;
  const before = process.cpuUsage();
  const start = performance.now();
  for (let i = 0; i < count; i++) if (call(i)) right++;
  const micros = ((performance.now() - start) * 1_000) / count;
  const { user, system } = process.cpuUsage(before);
  return { micros, cpuMicros: (user + system) / count, right };
}

function measure(workload: Workload, round: Round): void {
  const { id, name, expected, isLimited = false } = workload;
  const passes = Array.from({ length: workload.passes }, () => pass(workload));
  const micros = median(passes.map((each) => each.micros));
  const cpuMicros = median(passes.map((each) => each.cpuMicros));
  round.costs.push({ id, name, isLimited, micros, cpuMicros });
  const wrong = passes.find(({ right }) => right !== expected);
  if (wrong) round.problems.push(`${name}: ${wrong.right} answers instead of ${expected}`);
}

async function run(inputs: Inputs): Promise<Round> {
  // Loaded before, so that only what opening adds is counted.
  await serviceModule('enrichment/addresses/address-tables');
  const beforeOpen = memory();
  const turns = monitorTurns();
  const start = performance.now();
  const tables = await openTables();
  const openMs = performance.now() - start;
  const loopDelayMs = turns.end();
  const round: Round = {
    costs: [],
    openMs,
    loopDelayMs,
    memory: { beforeOpen, afterOpen: memory(), afterLookups: beforeOpen },
    problems: [],
  };
  for await (const workload of workloads(tables, inputs)) {
    measure(workload, round);
    if (workload.id === 'address-ipv6') round.memory.afterLookups = memory();
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
