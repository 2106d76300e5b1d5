/*
 * The database itself stands still, or has no room: the service as a process of its own, whose deadlines are
 * shortened, with the embedded engine on a small disk of its own where this machine lets the test mount one.
 */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../cli/open-database.ts';
import { loadConfig } from '../config.ts';
import type { Tx } from '../db/connect.ts';
import { DATABASE, OWNER } from '../engine/roles.ts';
import { runJson } from './command-line.ts';
import { LoadLoop } from './load-loop.ts';
import { requireHere } from './programs.ts';
import { postmasterFile, serverProcesses } from './server-processes.ts';
import {
  isRoot,
  makeDirectory,
  removeDirectory,
  type Service,
  startSharedFootfall,
} from './service-process.ts';
import { SLOW } from './slow.ts';

const run = promisify(execFile);
const mountDisk = 'mount -t tmpfs -o size=300m,mode=755 tmpfs "$0" && exec "$@"';

let directory = '';
let hasOwnDisk = false;
/** The directory as it is seen from here. */
let seen = '';
/** How commands come to the engine, which they cannot see. */
let from = { DATABASE_URL: '' };
let key = '';
let secret = '';
let service: Service;
let kill: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  directory = await makeDirectory();
  const wrapper = ['unshare', '-m', 'sh', '-c', mountDisk, directory];
  const [program = '', ...rest] = [...wrapper, 'true'];
  hasOwnDisk =
    isRoot &&
    (await run(program, rest).then(
      () => true,
      () => false,
    ));
  const env = { REQUEST_DEADLINE_MS: '1500', CONNECTION_DEADLINE_MS: '3000' };
  const dataDir = join(directory, 'data');
  ({ service, kill } = await startSharedFootfall({
    dataDir,
    env,
    ...(hasOwnDisk && { wrapper }),
  }));
  seen = hasOwnDisk ? `/proc/${service.pid}/root${directory}` : directory;
  const { password } = JSON.parse(await readFile(join(seen, 'data/engine.json'), 'utf8'));
  const [, , , port] = await postmasterFile(join(seen, 'data'));
  from = { DATABASE_URL: `postgres://${OWNER}:${password}@127.0.0.1:${port}/${DATABASE}` };
  const { id } = await runJson<{ id: string }>(['workspace', 'create', '--name', 'Faults'], from);
  const newKey = (kind: string, ...more: string[]) =>
    runJson<{ key: string }>(
      ['keys', 'create', '--workspace', id, '--kind', kind, '--name', 'faults', ...more],
      from,
    );
  ({ key } = await newKey('production'));
  ({ key: secret } = await newKey('secret', '--scopes', 'leads:read'));
}, SLOW);
afterAll(async () => {
  await service?.end('SIGTERM');
  await kill();
  await removeDirectory(directory);
});

function inDatabase<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return withDatabase(
    loadConfig(from),
    () => undefined,
    (db) => db.system(work),
  );
}

async function expectOnce(load: LoadLoop): Promise<void> {
  await load.settle(service.url);
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
  const answer = await fetch(service.url + path, { signal: AbortSignal.timeout(60_000), ...init });
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

test('while PostgreSQL stands still everybody is answered in time, and all goes on when it does', {
  timeout: SLOW,
}, async () => {
  const load = new LoadLoop(key);
  load.start(service.url, 300);
  await load.got(100);
  const stopped = await serverProcesses(join(seen, 'data'));
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  try {
    const first = await Promise.all([leads(), leads(), leads()]);
    expect(first.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(first.every(({ ms, retryAfter }) => ms < 10_000 && retryAfter !== null)).toBe(true);
    await expect.poll(() => figure('database_up')).toBe(0);
    expect((await readiness()).status).toBe(503);
    // Refused at once, while it is known that nobody answers.
    const known = await Promise.all(Array.from({ length: 50 }, leads));
    expect(known.every(({ status, ms }) => status === 503 && ms < 10_000)).toBe(true);
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

test('a full disk is told by readiness, before it is full by log and metrics; with room all goes on', {
  timeout: SLOW,
}, async (context) => {
  requireHere(context, hasOwnDisk, 'somebody who may mount a small disk');
  const filler = join(seen, 'filler');
  const load = new LoadLoop(key);
  try {
    // Until nothing fits any more.
    await writeFile(filler, Buffer.alloc(400 * 1024 * 1024)).catch(() => undefined);
    await expect.poll(() => figure('disk_used_ratio')).toBeGreaterThan(0.9);
    await expect.poll(() => service.stdout()).toContain('nearly full');
    load.start(service.url, 300);
    await expect.poll(async () => (await readiness()).text).toMatch(/"reason":"disk"/);
    // Awaited each: a message that fits into pages which are there may still be stored between two that do not.
    await expect.poll(() => figure('ingest_failing')).toBe(1);
    await expect.poll(() => load.answers.get(503) ?? 0).toBeGreaterThan(0);
    await expect.poll(async () => (await readiness()).status).toBe(503);
  } finally {
    await rm(filler);
  }
  await load.got(50);
  await load.stop();
  expect([...load.answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await expect.poll(async () => (await readiness()).status).toBe(200);
  expect(await figure('ingest_failing')).toBe(0);
  await expectOnce(load);
});
