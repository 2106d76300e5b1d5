/* The oldest PostgreSQL that DATABASE_URL may name, from Debian's packages. */
import { spawn } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { freePort } from '../common/free-port.ts';
import { engineUser, runAs } from '../engine/os-user.ts';
import { temporaryDirectory, until } from './service-process.ts';

const BIN = '/usr/lib/postgresql/15/bin';

/** Starts a server for the duration of a test; resolves with the URL of a user who is no superuser. */
export async function startOldServer(): Promise<string> {
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
  const server = spawn(
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
  const ended = new Promise((resolve) => server.once('exit', resolve));
  onTestFinished(async () => {
    server.kill('SIGQUIT');
    await ended;
  });
  const url = `postgres://admin@127.0.0.1:${port}/postgres`;
  await until(() => runSql(url, 'select 1'));
  await runSql(url, "create role owner login createrole password 'x'");
  await runSql(url, 'create database footfall owner owner');
  return `postgres://owner:x@127.0.0.1:${port}/footfall`;
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
