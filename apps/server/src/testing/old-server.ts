/* The oldest PostgreSQL that DATABASE_URL may name, from Debian's packages. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { freePort } from '../common/free-port.ts';
import { engineUser, runAs } from '../engine/os-user.ts';
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
  const user = await engineUser();
  const place = await temporaryDirectory();
  const cluster = join(place, 'old');
  await mkdir(cluster, { mode: 0o700 });
  if (user !== undefined) {
    await chown(cluster, user.uid, user.gid);
    await chown(place, user.uid, user.gid);
  }
  const made = await runAs(user, `${BIN}/initdb`, [
    '-D',
    cluster,
    '-U',
    'admin',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '-N',
  ]);
  if (made.code !== 0) throw new Error(made.output);
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
