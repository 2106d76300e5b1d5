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

/** Starts a server for the duration of a test. Returns the URLs of two empty databases, of a user who is no superuser. */
export async function startOldServer(): Promise<[string, string]> {
  const cluster = join(await temporaryDirectory(), 'old');
  const user = await initCluster(BIN, cluster);
  const port = await freePort();
  const settings = ['-F', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const server = spawn(`${BIN}/postgres`, ['-D', cluster, '-p', String(port), ...settings], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  onTestFinished(async () => {
    server.kill('SIGQUIT');
    await ended;
  });
  const url = `postgres://admin@127.0.0.1:${port}/postgres`;
  await until(() => runSql(url, 'select 1'));
  await runSql(url, "create role owner login createrole password 'x'");
  for (const name of ['one', 'other']) await runSql(url, `create database ${name} owner owner`);
  const urlOf = (name: string) => `postgres://owner:x@127.0.0.1:${port}/${name}`;
  return [urlOf('one'), urlOf('other')];
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
