/** What a stranger's requests do to others, as the others see it: how long the service takes to answer them. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackedService } from './attacked-service.ts';
import { processorMsOf, residentBytes } from './other-process.ts';

/** Each wait in milliseconds that the service worked meanwhile. */
export interface Bystanders {
  /** The longest for /healthz. */
  healthMs: number;
  /** Of another workspace's ingest requests. */
  ingestMs: number[];
  /** The most memory that the service had. */
  residentBytes: number;
}

const pauseMs = 20;

/** Fewer waits would tell of what is done once. */
const fewestWaits = 10;

/**
 * While `attack` goes on, again and again until others have waited often enough, /healthz is asked and another workspace sends
 * events; these are answered 200.
 */
export async function whileAttacked(
  h: AttackedService,
  otherKey: string,
  attack: () => Promise<unknown>,
): Promise<Bystanders> {
  const seen: Bystanders = { healthMs: 0, ingestMs: [], residentBytes: 0 };
  let isOn = true;
  const again = async (work: () => Promise<void>) => {
    while (isOn) {
      await work();
      seen.residentBytes = Math.max(seen.residentBytes, residentBytes(h.pid));
      await sleep(pauseMs);
    }
  };
  const others = [
    // It waits for no database, so for the service's own work alone.
    again(async () => {
      seen.healthMs = Math.max(seen.healthMs, await waitOf(h, () => h.fetch('/healthz')));
    }),
    again(async () => {
      seen.ingestMs.push(await waitOf(h, () => h.send(pageView(), otherKey)));
    }),
  ];
  try {
    do await attack();
    while (seen.ingestMs.length < fewestWaits);
  } finally {
    isOn = false;
    await Promise.all(others);
  }
  return seen;
}

/** What others on the machine do meanwhile a clock would count too; what other threads of the service do beside it, the processor time. */
async function waitOf(h: AttackedService, work: () => Promise<unknown>): Promise<number> {
  const [began, workedBefore] = [performance.now(), processorMsOf(h.pid)];
  await work();
  return Math.min(performance.now() - began, processorMsOf(h.pid) - workedBefore);
}

export function pageView(): object {
  return {
    type: 'event',
    name: 'page_view',
    visitor_id: randomUUID(),
    session_id: randomUUID(),
  };
}

export function batchOf(count: number, message: (place: number) => object): string {
  return JSON.stringify({ batch: Array.from({ length: count }, (_, place) => message(place)) });
}

export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** A number of connections, each of which sends one body after another until the time is over; 0: not answered by then. */
export async function flood(
  { url }: AttackedService,
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
      const sent = request(`${url}${path}`, { method: 'POST', agent, headers: all, signal });
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
