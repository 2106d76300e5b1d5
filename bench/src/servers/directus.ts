/*
 * Directus, a peer of reading over REST, from a folder where `npm install directus@11 pg` was run: it is no dependency of
 * this project (BUSL-1.1). On an engine of its own with the service's settings and the same leads; without its limits of load.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { alsoBySignal } from '../ended-by-signal.ts';
import { freePort, startEngine } from '../engine.ts';

export type Directus = {
  port: number;
  key: string;
  version: string;
  /** The ids that filling gave. */
  filled: string[];
  stop(): Promise<void>;
};

const startPatienceMs = 120_000;

/** `fill` makes the table of leads; Directus reads any table with a primary key. */
export async function startDirectus(
  program: string,
  folder: string,
  fill: (databaseUrl: string) => Promise<string[]>,
): Promise<Directus> {
  const cli = join(program, 'node_modules/directus/cli.js');
  await access(cli).catch(() => {
    throw new Error(`${program} has no Directus: run \`npm install directus@11 pg\` in it`);
  });
  await mkdir(folder, { recursive: true });
  const engine = await startEngine(join(folder, 'data'));
  try {
    const filled = await fill(engine.url);
    const port = await freePort();
    const key = randomUUID();
    const env = environment(folder, engine.url, port, key);
    const run = promisify(execFile);
    await run(process.execPath, [cli, 'bootstrap'], { cwd: folder, env, timeout: startPatienceMs });
    const { version } = JSON.parse(
      await readFile(join(program, 'node_modules/directus/package.json'), 'utf8'),
    ) as { version: string };
    const stopServer = await startServer(cli, folder, env, port);
    const stop = async () => {
      await stopServer();
      await engine.stop();
    };
    return { port, key, version, filled, stop };
  } catch (cause) {
    await engine.stop();
    throw cause;
  }
}

function environment(folder: string, databaseUrl: string, port: number, key: string) {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET: randomUUID(),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: randomUUID(),
    ADMIN_TOKEN: key,
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    // It would refuse what is asked of it here.
    PRESSURE_LIMITER_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
  };
}

/** Returns what ends it. */
async function startServer(
  cli: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  port: number,
): Promise<() => Promise<void>> {
  const logFile = join(folder, 'directus.log');
  const log = await open(logFile, 'w');
  const child = spawn(process.execPath, [cli, 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const exited = once(child, 'exit');
  const stop = alsoBySignal(async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await exited;
  });
  if (await isReady(port, child)) return stop;
  await stop();
  throw new Error(`Directus did not become ready:\n${await readFile(logFile, 'utf8')}`);
}

async function isReady(port: number, child: ChildProcess): Promise<boolean> {
  const start = performance.now();
  while (performance.now() - start < startPatienceMs && child.exitCode === null) {
    const status = await fetch(`http://127.0.0.1:${port}/server/ping`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return true;
    await sleep(100);
  }
  return false;
}
