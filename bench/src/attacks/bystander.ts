/** Other users during an attack: a workspace that sends and reads, and a health check. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection } from '../load/connection.ts';
import type { Latency } from '../load/jobs.ts';
import { Samples } from '../load/samples.ts';

export type Seen = {
  health: Latency;
  ingest: Latency;
  rest: Latency;
  failures: string[];
  sent: number;
};

export type Quiet = { port: number; writeKey: string; secretKey: string };

const everyMs = 25;

/** Three connections, each repeating every 25 ms, or once answered if that is later. */
export async function watchOthers({ port, writeKey, secretKey }: Quiet, until: Promise<unknown>) {
  let isOn = true;
  const failures: string[] = [];
  let sent = 0;
  const ask = async (request: () => string): Promise<Latency> => {
    const samples = new Samples();
    let done: () => void = () => {};
    const { send, close } = await openConnection(
      port,
      (answer) => {
        if (answer.status !== 200) failures.push(answer.summary());
        done();
      },
      (cause) => {
        failures.push(cause.message);
        done();
      },
    );
    while (isOn) {
      const started = performance.now();
      await new Promise<void>((resolve) => {
        done = resolve;
        send(Buffer.from(request()));
      });
      const tookMs = performance.now() - started;
      samples.add(tookMs);
      await sleep(Math.max(0, everyMs - tookMs));
    }
    close();
    return samples.percentiles();
  };
  const head = (first: string, ...more: string[]) =>
    `${[`${first} HTTP/1.1`, 'host: 127.0.0.1', 'x-forwarded-for: 198.51.100.9', ...more].join('\r\n')}\r\n\r\n`;
  const requests = [
    () => head('GET /healthz'),
    () => {
      sent += 1;
      const [visitor_id, session_id] = [randomUUID(), randomUUID()];
      const body = JSON.stringify({ type: 'event', name: 'page_view', visitor_id, session_id });
      const type = ['content-type: application/json', `content-length: ${body.length}`];
      return head('POST /ingest', `x-svc-key: ${writeKey}`, ...type) + body;
    },
    () => head('GET /api/v1/leads?limit=10', `authorization: Bearer ${secretKey}`),
  ].map(ask);
  await until;
  isOn = false;
  const [health, ingest, rest] = await Promise.all(requests);
  if (!health || !ingest || !rest) throw new Error('nobody watched');
  return { health, ingest, rest, failures, sent };
}
