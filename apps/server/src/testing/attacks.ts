/** What a stranger's requests do to others, as the others see it: how long the service takes to answer them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from './harness.ts';

export interface Bystanders {
  /** The longest wait for /healthz, in milliseconds. */
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
  const watch = async () => {
    while (isOn) {
      seen.healthMs = Math.max(seen.healthMs, await timed(() => h.fetch('/healthz')));
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

/** A number of connections, each of which sends one body after another until the time is over; 0: not answered by then. */
export async function flood(
  h: Harness,
  { path, body, headers, connections, forMs }: Flood,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const end = performance.now() + forMs;
  const connection = async () => {
    while (performance.now() < end) {
      const left = AbortSignal.timeout(Math.ceil(end - performance.now()));
      const init = { method: 'POST', headers, body: Buffer.from(body), signal: left };
      const status = await h
        .fetch(path, init)
        .then((answer) => answer.text().then(() => answer.status))
        .catch(() => 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200) await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return statuses;
}

export interface Flood {
  path: string;
  body: string | Uint8Array;
  headers: Record<string, string>;
  connections: number;
  forMs: number;
}
