import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findPostmaster } from '../platform/engine/postmaster.ts';
import { runJson } from '../testing/command-line.ts';
import {
  clusterOf,
  footfall,
  makeDirectory,
  removeDirectory,
  type Service,
  startFootfall,
  startSharedFootfall,
  status,
  until,
} from '../testing/service-process.ts';
import { SLOW } from '../testing/slow.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await makeDirectory();
});
afterAll(() => removeDirectory(dataDir));

let firstBlock = '';

test('the first start makes everything, its end leaves nothing behind', {
  timeout: SLOW,
}, async () => {
  const first = await startFootfall({ dataDir });
  expect(await status(`${first.url}/readyz`)).toBe(200);
  expect(first.stderr()).toContain('Making the database');
  const snippet = /<script async src="(.*)\/sdk\.js" data-key="svc_pk_\w+"><\/script>/;
  expect(first.stdout()).toMatch(snippet);
  expect(first.stdout()).toMatch(/svc_dev_\w+/);
  expect(first.stdout()).toContain(`${first.url}/docs`);
  expect((await stat(join(dataDir, 'engine.json'))).mode & 0o777).toBe(0o600);

  const cluster = await clusterOf(dataDir);
  const server = await findPostmaster(cluster);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(await findPostmaster(cluster)).toBeUndefined();
  expect(() => process.kill(server?.pid ?? 0, 0)).toThrow('ESRCH');
  await expect(stat(join(dataDir, 'footfall.lock'))).rejects.toThrow('ENOENT');
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
  firstBlock = first.stdout();
});

describe('while one runs', () => {
  let service: Service;
  beforeAll(async () => {
    const shared = await startSharedFootfall({ dataDir });
    service = shared.service;
    return shared.kill;
  });

  test('its second start made nothing anew', () => {
    expect(service.stderr()).not.toContain('Making the database');
    const keysOf = (text: string) => text.match(/svc_(pk|dev)_\w+/g);
    expect(keysOf(service.stdout())).toEqual(keysOf(firstBlock));
  });

  test('a second service on the same directory is refused, the first goes on', {
    timeout: SLOW,
  }, async () => {
    const second = await footfall(['start'], { dataDir, env: { PORT: '0' } });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`Another Footfall (process ${service.pid}) is using DATA_DIR`);
    expect(await status(`${service.url}/readyz`)).toBe(200);
  });

  test('Ctrl-C reaches it and not PostgreSQL beneath it, and a client that never finishes is not waited for', {
    timeout: SLOW,
  }, async () => {
    const server = await findPostmaster(await clusterOf(dataDir));
    const groupOf = async (pid = 0) => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')[4];
    if (process.platform === 'linux') {
      expect(await groupOf(server?.pid)).not.toBe(await groupOf(service.pid));
    }
    await hangingRequest(service.url);
    process.kill(-service.pid, 'SIGINT');
    expect(await service.exit).toBe(0);
    expect(service.stdout()).toContain('stopping: the application took too long');
  });
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

describe('killed', () => {
  let service: Service;
  const kills: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(kills.map((kill) => kill())));
  const start = async () => {
    const shared = await startSharedFootfall({ dataDir });
    kills.push(shared.kill);
    service = shared.service;
  };
  const env = () => ({ DATA_DIR: dataDir });
  const make = () => runJson<{ id: string }>(['workspace', 'create', '--name', 'Acme'], env());
  const stored = async () =>
    (await runJson<{ id: string }[]>(['workspace', 'list'], env())).map(({ id }) => id);

  test('after kill -9 a start recovers, and never two servers run on one directory', {
    timeout: SLOW,
  }, async () => {
    await start();
    const { id } = await make();
    const cluster = await clusterOf(dataDir);
    const leftOver = await findPostmaster(cluster);
    expect(await service.end('SIGKILL')).toBe(-1);
    expect(await findPostmaster(cluster)).toEqual(leftOver);

    await start();
    expect(service.stderr()).toContain('left behind');
    const now = await findPostmaster(cluster);
    expect(now?.ready).toBe(true);
    expect(now?.pid).not.toBe(leftOver?.pid);
    expect(await stored()).toContain(id);
  });

  test('a second signal ends everything at once', { timeout: SLOW }, async () => {
    await hangingRequest(service.url);
    process.kill(service.pid, 'SIGTERM');
    await until(async () => service.stdout().includes('once more to stop at once'));
    // The first one ends with 0, when it has waited for this client.
    expect(await service.end('SIGTERM')).toBe(1);
    const cluster = await clusterOf(dataDir);
    await until(async () => (await findPostmaster(cluster)) === undefined);
  });

  test.skipIf(process.platform !== 'linux')(
    'right after kill -9 a start succeeds, also where nobody has collected what was killed',
    { timeout: SLOW },
    async () => {
      const pidFile = join(dataDir, 'killed.pid');
      // Its parent becomes a program that never waits for it.
      const wrapper = ['sh', '-c', `"$@" & echo $! > ${pidFile}; exec sleep 600`, 'sh'];
      const parent = await startSharedFootfall({ dataDir, wrapper });
      kills.push(parent.kill);
      const pid = Number(await readFile(pidFile, 'utf8'));
      process.kill(pid, 'SIGKILL');
      await start();
      expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      expect(await status(`${service.url}/readyz`)).toBe(200);
    },
  );

  test('after a power cut (everything killed) a start replays the log', {
    timeout: SLOW,
  }, async () => {
    const { id } = await make();
    const cluster = await clusterOf(dataDir);
    const server = await findPostmaster(cluster);
    process.kill(service.pid, 'SIGKILL');
    process.kill(server?.pid ?? 0, 'SIGKILL');
    await service.exit;
    await until(async () => (await findPostmaster(cluster)) === undefined);

    expect(await stored()).toContain(id);
  });
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
