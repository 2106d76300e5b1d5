/* The oldest PostgreSQL that DATABASE_URL may name, from Debian's packages. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { freePort } from '../platform/common/free-port.ts';
import { initCluster } from './init-cluster.ts';
import { temporaryDirectory, until } from './service-process.ts';

const BIN = '/usr/lib/postgresql/15/bin';

export const hasOldServer = existsSync(`${BIN}/postgres`);

export interface OldServer {
  /** Of a user who is no superuser. */
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server for the duration of a test. */
export async function startOldServer(): Promise<OldServer> {
  const cluster = join(await temporaryDirectory(), 'old');
  const user = await initCluster(BIN, cluster);
  const port = await freePort();
  const launch = () =>
    spawn(
      `${BIN}/postgres`,
      [
        '-D',
        cluster,
        '-p',
        String(port),
        '-F',
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'unix_socket_directories=',
      ],
      { ...user, cwd: '/', stdio: 'ignore' },
    );
  let server = launch();
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT');
    await ended;
  };
  onTestFinished(stop);
  const url = `postgres://admin@127.0.0.1:${port}/postgres`;
  await until(() => runSql(url, 'select 1'));
  await runSql(url, "create role owner login createrole password 'x'");
  await runSql(url, 'create database footfall owner owner');
  return {
    url: `postgres://owner:x@127.0.0.1:${port}/footfall`,
    stop,
    async start() {
      server = launch();
      await until(() => runSql(url, 'select 1'));
    },
  };
}

async function runSql(url: string, statement: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(statement);
    return true;
  } catch {
    return false;
  } finally {
    await sql.end();
  }
}
