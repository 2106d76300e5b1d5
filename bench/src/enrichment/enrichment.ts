/*
 * What a message costs in the service's own functions. Each round is a process of its own; no server and no database
 * takes part.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { busyShare, describeMachine, describeVersion } from '../machine.ts';
import { root } from '../paths.ts';
import { realBrowsers } from './browsers.ts';
import { drawAddresses, randomIpv4, randomIpv6 } from './draw-addresses.ts';
import type { EnrichmentReport, Round } from './report.ts';
import { openTables } from './service-functions.ts';
import type { Inputs } from './workloads.ts';

export type EnrichmentOptions = { rounds: number; onProgress(line: string): void };

const addressCount = 20_000;
const limitMicros = 10;

type Message = { round?: Round; failed?: string };

export async function enrichment(options: EnrichmentOptions): Promise<EnrichmentReport> {
  const startedAt = new Date().toISOString();
  const busyBefore = await busyShare();
  options.onProgress(`drawing ${addressCount * 2} addresses that the tables know`);
  const inputs = await drawInputs();
  const rounds: Round[] = [];
  for (let i = 1; i <= options.rounds; i++) {
    rounds.push(await measureRound(inputs));
    options.onProgress(`round ${i} of ${options.rounds} measured`);
  }
  return {
    machine: describeMachine(),
    version: describeVersion(root),
    startedAt,
    busyBefore,
    busyAfter: await busyShare(),
    limitMicros,
    rounds,
    problems: [...new Set(rounds.flatMap(({ problems }) => problems))],
  };
}

async function drawInputs(): Promise<Inputs> {
  const tables = await openTables();
  try {
    return {
      ipv4: drawAddresses(tables.lookUp, addressCount, randomIpv4),
      ipv6: drawAddresses(tables.lookUp, addressCount, randomIpv6),
      agents: await realBrowsers(),
    };
  } finally {
    await tables.close();
  }
}

async function measureRound(inputs: Inputs): Promise<Round> {
  const child = fork(fileURLToPath(new URL('./measure-process.js', import.meta.url)), {
    execArgv: ['--expose-gc'],
  });
  const exited = once(child, 'exit');
  const ended = exited.then((): Message => ({ failed: 'it ended' }));
  const answer = once(child, 'message').then(([message]): Message => message);
  child.send(inputs);
  const { round, failed } = await Promise.race([answer, ended]);
  await exited;
  if (!round) throw new Error(`measuring process: ${failed}`);
  return round;
}
