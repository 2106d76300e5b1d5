/** What a stranger's requests do to others, as the others see it: how long the service takes to answer them. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from './harness.ts';
import { processorMs } from './processor-time.ts';

export interface Bystanders {
  /** The longest wait for /healthz, in milliseconds that this process worked meanwhile. */
  healthMs: number;
  /** Of another workspace's ingest requests. */
  ingestMs: number[];
}

const pauseMs = 20;

/** While `attack` goes on, /healthz is asked and another workspace sends events; these are answered 200. */
export async function whileAttacked(
  h: Harness,
  otherKey: string,
  attack: () => Promise<unknown>,
): Promise<Bystanders> {
  const seen: Bystanders = { healthMs: 0, ingestMs: [] };
  let isOn = true;
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  // It waits for no database, so for the service's own work alone. What others on the machine do meanwhile, a clock
  // would count too; what other threads of the process do beside it, the processor time.
  const watch = async () => {
    while (isOn) {
      const workedBefore = processorMs();
      const tookMs = await timed(() => h.fetch('/healthz'));
      const waitedMs = Math.min(tookMs, processorMs() - workedBefore);
      seen.healthMs = Math.max(seen.healthMs, waitedMs);
      await sleep(pauseMs);
    }
  };
  const send = async () => {
    while (isOn) {
      seen.ingestMs.push(await timed(() => h.send(pageView(), otherKey)));
      await sleep(pauseMs);
    }
  };
  const others = [watch(), send()];
  try {
    await attack();
  } finally {
    isOn = false;
    await Promise.all(others);
  }
  return seen;
}

export function pageView(): object {
  return {
    type: 'event',
    name: 'page_view',
    visitor_id: randomUUID(),
    session_id: randomUUID(),
  };
}

export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * A number of connections, each of which sends one body after another until the time is over; 0: not answered by then. As
 * cheaply as can be, since it is this process that is looked at.
 */
export async function flood(
  h: Harness,
  { path, body, headers, connections, forMs }: Flood,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const end = performance.now() + forMs;
  const bytes = Buffer.from(body);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const all = { ...headers, 'content-type': 'application/json', 'content-length': bytes.length };
  const once = () =>
    new Promise<number>((resolve) => {
      const signal = AbortSignal.timeout(Math.max(1, Math.ceil(end - performance.now())));
      const sent = request(`${h.url}${path}`, { method: 'POST', agent, headers: all, signal });
      sent.on('error', () => resolve(0));
      sent.on('response', (answer) => {
        answer.resume();
        answer.on('error', () => resolve(0));
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      });
      sent.end(bytes);
    });
  const connection = async () => {
    while (performance.now() < end) {
      const status = await once();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200) await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return statuses;
}

export interface Flood {
  path: string;
  body: string | Uint8Array;
  headers: Record<string, string>;
  connections: number;
  forMs: number;
}
