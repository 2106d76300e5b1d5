import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { alsoBySignal } from '../ended-by-signal.ts';
import { freePort, runningEngineUrl } from '../engine.ts';
import { noCounts } from '../load/jobs.ts';
import { root } from '../paths.ts';
import type { Target } from './target.ts';

const program = join(root, 'scripts/footfall.mjs');
const startPatienceMs = 60_000;

export type Service = Target & {
  /** Milliseconds from starting the process to the first 200 on /readyz. */
  readyMs: number;
};

/** The user's command with only the rate limits changed, which would end the test. */
function environment(
  dataDir: string,
  port: number,
  more: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, REDIS_URL: _redis, PUBLIC_URL: _public, ...rest } = process.env;
  return {
    ...rest,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    INGEST_RATE_LIMIT_PER_MINUTE: '1000000000',
    RATE_LIMIT_PER_MINUTE: '1000000000',
    WORKSPACE_RATE_LIMIT_PER_MINUTE: '1000000000',
    ...more,
  };
}

async function untilReady(port: number, child: ChildProcess, logFile: string): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < startPatienceMs && child.exitCode === null) {
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return performance.now() - start;
    await sleep(10);
  }
  throw new Error(`the service did not become ready:\n${await readFile(logFile, 'utf8')}`);
}

/** Result of a CLI command with --json. */
export async function command(
  dataDir: string,
  args: string[],
  more?: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], {
    env: environment(dataDir, 0, more),
  });
  return JSON.parse(stdout) as Record<string, string>;
}

async function writeKey(dataDir: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const workspace = await command(dataDir, ['workspace', 'create', '--name', 'Benchmark'], env);
  const options = ['--kind', 'production', '--name', 'bench', '--workspace', workspace.id ?? ''];
  const { key } = await command(dataDir, ['keys', 'create', ...options], env);
  if (!key) throw new Error('footfall keys create gave no key');
  return key;
}

/** `footfall start` on a separate data directory, with its output in a file beside it. */
export async function startService(
  dataDir: string,
  { knownKey, env }: { knownKey?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Service> {
  const port = await freePort();
  const logFile = `${dataDir}.log`;
  const log = await open(logFile, 'w');
  // As `npm start` does: space for data that lives as long as a request.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', program, 'start'], {
    env: environment(dataDir, port, env),
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const exited = once(child, 'exit');
  const stop = alsoBySignal(async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await exited;
  });
  try {
    const readyMs = await untilReady(port, child, logFile);
    return {
      name: 'service',
      port,
      key: knownKey ?? (await writeKey(dataDir, env)),
      pid: child.pid ?? 0,
      databaseUrl: env?.DATABASE_URL ?? (await runningEngineUrl(dataDir)),
      acknowledged: noCounts(),
      acceptedInPart: 0,
      readyMs,
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
