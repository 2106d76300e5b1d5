/*
 * The database itself stands still, or has no room: the service as a process of its own, whose deadlines are
 * shortened, with the embedded engine on a small disk of its own where this machine lets the test mount one.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../cli/open-database.ts';
import { loadConfig } from '../platform/config.ts';
import type { Tx } from '../platform/db/connect.ts';
import { LoadLoop } from './load-loop.ts';
import { requireHere } from './programs.ts';
import { freezeServer } from './server-processes.ts';
import { SLOW } from './slow.ts';
import { empty, fill, makeKeys, type ServiceOnDisk, startOnDisk } from './small-disk.ts';

let disk: ServiceOnDisk;
let key = '';
let secret = '';
beforeAll(async () => {
  disk = await startOnDisk(500, { REQUEST_DEADLINE_MS: '1500', CONNECTION_DEADLINE_MS: '3000' });
  ({ key, secret } = await makeKeys(disk.from, 'Faults'));
}, SLOW);
afterAll(() => disk?.end());

function inDatabase<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return withDatabase(loadConfig(disk.from), (db) => db.system(work));
}

async function expectOnce(load: LoadLoop): Promise<void> {
  await load.settle(disk.service.url);
  expect(load.acknowledged.size).toBe(load.sent);
  const rows = await inDatabase(
    (tx) => tx<{ number: number }[]>`
      select split_part(url, '/', 2)::integer as number from events
      where url like ${`${load.run}/%`}`,
  );
  const numbers = rows.map(({ number }) => number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: load.sent }, (_, number) => number));
}

interface Answer {
  status: number;
  retryAfter: string | null;
  ms: number;
  text: string;
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const begun = performance.now();
  const answer = await fetch(disk.service.url + path, {
    signal: AbortSignal.timeout(60_000),
    ...init,
  });
  const text = await answer.text();
  const ms = performance.now() - begun;
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ms, text };
}

const leads = () => ask('/api/v1/leads', { headers: { authorization: `Bearer ${secret}` } });
const readiness = () => ask('/readyz');

async function figure(name: string): Promise<number> {
  const { text } = await ask('/metrics');
  return Number(new RegExp(`^footfall_${name} (.*)$`, 'm').exec(text)?.[1]);
}

test('while PostgreSQL hangs everybody is answered in time, and everything recovers with it', {
  timeout: SLOW,
}, async () => {
  const load = new LoadLoop(key);
  load.start(disk.service.url, 300);
  await load.got(100);
  const stopped = await freezeServer(join(disk.seen, 'data'));
  try {
    const first = await Promise.all([leads(), leads(), leads()]);
    expect(first.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(first.every(({ ms, retryAfter }) => ms < 10_000 && retryAfter !== null)).toBe(true);
    await expect.poll(() => figure('database_up')).toBe(0);
    expect((await readiness()).status).toBe(503);
    // Refused at once, while it is known that nobody answers.
    const refused = await Promise.all(Array.from({ length: 50 }, leads));
    expect(refused.every(({ status, ms }) => status === 503 && ms < 10_000)).toBe(true);
    expect(await figure('ingest_queue_depth')).toBeLessThan(20_000);
    expect(await figure('database_waiting')).toBe(0);
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  await expect.poll(async () => (await readiness()).status).toBe(200);
  await load.got(50);
  await load.stop();
  expect([...load.answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(load.answers.get(503)).toBeGreaterThan(0);
  await expectOnce(load);
});

test('readiness reports a full disk, log and metrics warn before; with room everything continues', {
  timeout: SLOW,
}, async (context) => {
  requireHere(context, disk.hasOwnDisk, 'somebody who may mount a small disk');
  const load = new LoadLoop(key);
  try {
    // Until nothing fits any more.
    await fill(disk.seen, 'filler');
    await expect.poll(() => figure('disk_used_ratio')).toBeGreaterThan(0.9);
    await expect.poll(() => disk.service.stdout()).toContain('nearly full');
    load.start(disk.service.url, 300);
    await expect.poll(async () => (await readiness()).text).toMatch(/"reason":"disk"/);
    // Awaited each: a message that fits into pages which are there may still be stored between two that do not.
    await expect.poll(() => figure('ingest_failing')).toBe(1);
    await expect.poll(() => load.answers.get(503) ?? 0).toBeGreaterThan(0);
    await expect.poll(async () => (await readiness()).status).toBe(503);
  } finally {
    await empty(disk.seen, 'filler');
  }
  await load.got(50);
  await load.stop();
  expect([...load.answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await expect.poll(async () => (await readiness()).status).toBe(200);
  expect(await figure('ingest_failing')).toBe(0);
  await expectOnce(load);
});
