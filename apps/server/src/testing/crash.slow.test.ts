/* The service as a process of its own, killed in the middle of its work: nothing that it acknowledged is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDatabase } from '../cli/open-database.ts';
import { loadConfig } from '../platform/config.ts';
import type { Tx } from '../platform/db/connect.ts';
import { findPostmaster } from '../platform/engine/postmaster.ts';
import { runJson } from './command-line.ts';
import { LoadLoop } from './load-loop.ts';
import { killServer } from './server-processes.ts';
import {
  clusterOf,
  makeDirectory,
  removeDirectory,
  type Service,
  startSharedFootfall,
  status,
  until,
} from './service-process.ts';
import { SLOW } from './slow.ts';

let dataDir = '';
let key = '';
let workspaceId = '';
let service: Service;
let kill: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  dataDir = await makeDirectory();
  await start();
  const env = { DATA_DIR: dataDir };
  const made = await runJson<{ id: string }>(['workspace', 'create', '--name', 'Crash'], env);
  workspaceId = made.id;
  const flags = ['--workspace', workspaceId, '--kind', 'production', '--name', 'crash'];
  ({ key } = await runJson<{ key: string }>(['keys', 'create', ...flags], env));
}, SLOW);
afterAll(async () => {
  await kill();
  await removeDirectory(dataDir);
});

/** One goes on from test to test. */
async function start(): Promise<void> {
  ({ service, kill } = await startSharedFootfall({ dataDir }));
}

/** Works on the database beside the running service. */
function inDatabase<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const config = loadConfig({ DATA_DIR: dataDir });
  return withDatabase(config, (db) => db.system(work));
}

/** Every acknowledged event is there once, and what is counted from events agrees with them. */
async function expectExactlyOnce(load: LoadLoop): Promise<void> {
  const visitors = await inDatabase(
    (tx) => tx<{ visitor_id: string; events: number; counted: number }[]>`
      select visitor_id, count(*)::integer as events,
             (select sum(event_count)::integer from sessions s
              where s.workspace_id = e.workspace_id and s.visitor_id = e.visitor_id) as counted
      from events e where workspace_id = ${workspaceId}
        and visitor_id::text like ${`${load.run.slice(0, 24)}%`}
      group by workspace_id, visitor_id`,
  );
  const expected = new Map<string, number>();
  for (const number of load.acknowledged) {
    const visitor = `${load.run.slice(0, 24)}${(number % 50).toString(16).padStart(12, '0')}`;
    expected.set(visitor, (expected.get(visitor) ?? 0) + 1);
  }
  const stored = new Map(visitors.map(({ visitor_id, events }) => [visitor_id, events]));
  expect(stored).toEqual(expected);
  expect(visitors.filter(({ events, counted }) => events !== counted)).toEqual([]);
}

async function numbersOf(load: LoadLoop): Promise<number[]> {
  const rows = await inDatabase(
    (tx) => tx<{ number: number }[]>`
      select split_part(url, '/', 2)::integer as number from events
      where workspace_id = ${workspaceId} and url like ${`${load.run}/%`}`,
  );
  return rows.map(({ number }) => number);
}

test('kill -9 of the service at two moments under load loses nothing that was acknowledged, and doubles nothing', {
  timeout: SLOW,
}, async () => {
  const load = new LoadLoop(key);
  for (let round = 0; round < 2; round++) {
    load.start(service.url);
    await load.got(110);
    await sleep(Math.random() * 700);
    await service.end('SIGKILL');
    await load.stop();
    const promised = [...load.acknowledged];
    await start();
    // Before anything is sent again: what was acknowledged is there, once.
    const numbers = await numbersOf(load);
    const stored = new Set(numbers);
    expect(stored.size).toBe(numbers.length);
    expect(promised.filter((number) => !stored.has(number))).toEqual([]);
  }
  expect(load.answers.get(0)).toBeGreaterThan(0);
  expect(load.acknowledged.size).toBeGreaterThan(200);
  await load.settle(service.url);
  expect(load.acknowledged.size).toBe(load.sent);
  await expectExactlyOnce(load);
});

test('SIGTERM under load: everything that was accepted is answered, and it ends with 0', {
  timeout: SLOW,
}, async () => {
  const load = new LoadLoop(key);
  load.start(service.url, 1_000);
  await load.got(500);
  expect(await service.end('SIGTERM')).toBe(0);
  await load.stop();
  expect(service.stderr()).not.toMatch(/took too long|failed/);
  await start();
  const stored = new Set(await numbersOf(load));
  expect([...load.acknowledged].filter((number) => !stored.has(number))).toEqual([]);
  // Nothing was stored without its answer: whoever was not answered was not accepted.
  const unanswered = [...stored].filter((number) => !load.acknowledged.has(number));
  expect(unanswered).toEqual([]);
  await load.settle(service.url);
  await expectExactlyOnce(load);
});

test('kill -9 of PostgreSQL under load: the service keeps running, refuses with 503 and recovers by itself', {
  timeout: SLOW,
}, async () => {
  const load = new LoadLoop(key);
  const cluster = await clusterOf(dataDir);
  load.start(service.url);
  await load.got(100);
  await sleep(Math.random() * 300);
  const killed = await killServer(cluster);
  await until(async () => {
    const now = await findPostmaster(cluster);
    return now !== undefined && now.pid !== killed && now.ready;
  });
  const before = load.acknowledged.size;
  await until(async () => (await status(`${service.url}/readyz`)) === 200);
  await until(async () => load.acknowledged.size > before);
  await load.stop();
  expect([...load.answers.keys()].filter((code) => code !== 200 && code !== 503)).toEqual([]);
  await load.settle(service.url);
  expect(load.acknowledged.size).toBe(load.sent);
  await expectExactlyOnce(load);
  expect(await service.end('SIGTERM')).toBe(0);
});
