import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findPostmaster } from '../platform/engine/postmaster.ts';
import { runJson } from '../testing/command-line.ts';
import { killServer } from '../testing/server-processes.ts';
import {
  clusterOf,
  footfall,
  makeDirectory,
  removeDirectory,
  type Service,
  startSharedFootfall,
  status,
  until,
} from '../testing/service-process.ts';
import { SLOW } from '../testing/slow.ts';

let dataDir = '';
let service: Service;
const kills: (() => Promise<void>)[] = [];
beforeAll(async () => {
  dataDir = await makeDirectory();
});
afterAll(async () => {
  await Promise.all(kills.map((kill) => kill()));
  await removeDirectory(dataDir);
});

/** One goes on from test to test. */
async function start(wrapper: string[] = []): Promise<void> {
  const shared = await startSharedFootfall({ dataDir, wrapper });
  kills.push(shared.kill);
  service = shared.service;
}

const env = () => ({ DATA_DIR: dataDir });
const make = () => runJson<{ id: string }>(['workspace', 'create', '--name', 'Acme'], env());
const stored = async () =>
  (await runJson<{ id: string }[]>(['workspace', 'list'], env())).map(({ id }) => id);
const keysOf = (text: string) => text.match(/svc_(pk|dev)_\w+/g);
let firstKeys: string[] | null = null;

test('the first start makes everything', { timeout: SLOW }, async () => {
  await start();
  expect(await status(`${service.url}/readyz`)).toBe(200);
  expect(service.stderr()).toContain('Creating the database');
  const snippet = /<script async src="(.*)\/sdk\.js" data-key="svc_pk_\w+"><\/script>/;
  expect(service.stdout()).toMatch(snippet);
  expect(service.stdout()).toMatch(/svc_dev_\w+/);
  expect(service.stdout()).toContain(`${service.url}/docs`);
  expect((await stat(join(dataDir, 'engine.json'))).mode & 0o777).toBe(0o600);
  firstKeys = keysOf(service.stdout());
});

test('a second service on the same directory is refused, and the first continues', {
  timeout: SLOW,
}, async () => {
  const second = await footfall(['start'], { dataDir, env: { PORT: '0' } });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`Another Footfall (process ${service.pid}) is using DATA_DIR`);
  expect(await status(`${service.url}/readyz`)).toBe(200);
});

test('Ctrl-C reaches it and not PostgreSQL beneath it, waits for no client that never finishes, and leaves nothing behind', {
  timeout: SLOW,
}, async () => {
  const cluster = await clusterOf(dataDir);
  const server = await findPostmaster(cluster);
  const groupOf = async (pid = 0) => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')[4];
  if (process.platform === 'linux') {
    expect(await groupOf(server?.pid)).not.toBe(await groupOf(service.pid));
  }
  await hangingRequest(service.url);
  process.kill(-service.pid, 'SIGINT');
  expect(await service.exit).toBe(0);
  expect(service.stdout()).toContain('stopping: the application took too long');
  expect(await findPostmaster(cluster)).toBeUndefined();
  expect(() => process.kill(server?.pid ?? 0, 0)).toThrow('ESRCH');
  await expect(stat(join(dataDir, 'footfall.lock'))).rejects.toThrow('ENOENT');
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
});

test('a taken port is named, and nothing is left running', { timeout: SLOW }, async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const refused = await footfall(['start'], { dataDir, env: { PORT: String(port) } });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`Port ${port} on 127.0.0.1 is in use by another program`);
  expect(await findPostmaster(await clusterOf(dataDir))).toBeUndefined();
});

test('the second start creates nothing; right after kill -9 the next one recovers, also with zombie processes', {
  timeout: SLOW,
}, async () => {
  const pidFile = join(dataDir, 'killed.pid');
  // Its parent becomes a program that never waits for it.
  await start(['sh', '-c', `"$@" & echo $! > ${pidFile}; exec sleep 600`, 'sh']);
  expect(service.stderr()).not.toContain('Creating the database');
  expect(keysOf(service.stdout())).toEqual(firstKeys);
  const { id } = await make();
  const cluster = await clusterOf(dataDir);
  const leftOver = await findPostmaster(cluster);
  const pid = Number(await readFile(pidFile, 'utf8'));
  process.kill(pid, 'SIGKILL');
  expect(await findPostmaster(cluster)).toEqual(leftOver);

  await start();
  if (process.platform === 'linux') {
    expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
  }
  expect(service.stderr()).toContain('from an earlier run');
  // Never two servers run on one directory.
  const now = await findPostmaster(cluster);
  expect(now?.ready).toBe(true);
  expect(now?.pid).not.toBe(leftOver?.pid);
  expect(await stored()).toContain(id);
});

test('after a power cut (everything killed) a start replays the log', {
  timeout: SLOW,
}, async () => {
  const { id } = await make();
  const cluster = await clusterOf(dataDir);
  process.kill(service.pid, 'SIGKILL');
  await killServer(cluster);
  await service.exit;
  await until(async () => (await findPostmaster(cluster)) === undefined);

  await start();
  expect(await stored()).toContain(id);
});

test('a second signal ends everything at once', { timeout: SLOW }, async () => {
  await hangingRequest(service.url);
  process.kill(service.pid, 'SIGTERM');
  await until(async () => service.stdout().includes('send the signal again to stop immediately'));
  // The first one ends with 0, when it has waited for this client.
  expect(await service.end('SIGTERM')).toBe(1);
  const cluster = await clusterOf(dataDir);
  await until(async () => (await findPostmaster(cluster)) === undefined);
});

/** A request whose body never comes. */
async function hangingRequest(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connectSocket({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  const head =
    'POST /ingest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
  await new Promise<void>((resolve) => {
    socket.write(head, () => resolve());
  });
  await until(async () => (await status(`${url}/healthz`)) === 200);
}
