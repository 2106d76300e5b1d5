/** A Redis of the test's own, to be killed, stopped and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../platform/common/free-port.ts';
import { findProgram, untilOpen } from './programs.ts';

export const redisProgram = findProgram('redis-server');

/** A Redis that is given, which several tests may use at once. */
export const sharedRedisUrl = process.env.TEST_REDIS_URL;

export const redisRemedy = 'install redis-server or set TEST_REDIS_URL';

export interface TestRedis {
  url: string;
  /** With nothing left of what it knew. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** It keeps its connections and answers nothing, as a machine that has hung. */
  hang(): void;
  goOn(): void;
}

export async function startRedis(): Promise<TestRedis> {
  if (redisProgram === undefined) throw new Error(`no redis-server here: ${redisRemedy}`);
  const port = await freePort();
  const settings = { bind: '127.0.0.1', port: String(port), save: '', appendonly: 'no' };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(redisProgram, flags, { cwd: '/tmp', stdio: 'ignore' });
    await untilOpen(port);
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
  };
}
