import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { percentiles } from './percentiles.ts';
import { runJob } from './run-job.ts';

const shape = { perRequest: 1, mixed: false };
const job = { key: 'svc_pk_x', shape, connections: 4, seconds: 0.5 };
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(answer: RequestListener): Promise<number> {
  const listening = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return (listening.address() as AddressInfo).port;
}

test('counts what the server says it accepted', async () => {
  let answered = 0;
  const port = await listen((_, response) => {
    answered++;
    response.end('{"data":{"accepted":1}}');
  });
  const result = await runJob({ ...job, port });
  expect(result.failures).toBe(0);
  expect(result.acknowledged).toEqual({ event: answered, identify: 0, conversion: 0 });
});

test('a 200 that rejects the message is a failure', async () => {
  const port = await listen((_, response) => response.end('{"data":{"accepted":0,"error":"no"}}'));
  const result = await runJob({ ...job, port });
  expect(result.failures).toBeGreaterThan(0);
  expect(result.acknowledged.event).toBe(0);
  expect(result.firstFailure).toBe('HTTP/1.1 200 OK "error":"no"}}');
});

test('reads an answer that comes in pieces', async () => {
  const port = await listen((_, response) => {
    const body = `{"data":{"accepted":1,"rest":"${'x'.repeat(200_000)}"}}`;
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.slice(0, 10));
    setTimeout(() => response.end(body.slice(10)), 5);
  });
  const result = await runJob({ ...job, port });
  expect(result.failures).toBe(0);
  expect(result.acknowledged.event).toBeGreaterThan(0);
});

test('a stall is charged to every request that was due in it', async () => {
  const stallMs = 300;
  let stalled = false;
  const port = await listen((_, response) => {
    if (!stalled) {
      stalled = true;
      const until = performance.now() + stallMs;
      while (performance.now() < until);
    }
    response.end('{"data":{"accepted":1}}');
  });
  const result = await runJob({ ...job, port, rate: 1_000, seconds: 1 });
  expect(result.acknowledged.event).toBe(1_000);
  // About 300 of 1,000 requests were due in the stall; four connections alone would have shown four.
  expect(result.latency.p95).toBeGreaterThan(stallMs / 3);
});

test('percentiles are nearest rank', () => {
  const samples = Float64Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(percentiles(samples)).toEqual({ p50: 50, p95: 95, p99: 99, max: 100 });
  expect(percentiles(new Float64Array())).toEqual({ p50: 0, p95: 0, p99: 0, max: 0 });
});
