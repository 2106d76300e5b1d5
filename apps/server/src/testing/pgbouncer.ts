/** A PgBouncer of the test's own in transaction mode, in front of a server with password logins. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../platform/common/free-port.ts';
import { findProgram, untilOpen } from './programs.ts';

export const pgbouncerProgram = process.env.TEST_PGBOUNCER || findProgram('pgbouncer');

export const pgbouncerRemedy = 'install pgbouncer or set TEST_PGBOUNCER';

/** It refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

export interface TestPgbouncer {
  /** The same database and user by way of PgBouncer. */
  urlOf(serverUrl: string): string;
  stop(): Promise<void>;
}

/** `serverUrl`: a superuser's, whose password lets PgBouncer look up those of the others. */
export async function startPgbouncer(serverUrl: string, poolSize: number): Promise<TestPgbouncer> {
  if (!pgbouncerProgram) throw new Error(`no pgbouncer here: ${pgbouncerRemedy}`);
  const folder = await mkdtemp(join(tmpdir(), 'footfall-pgbouncer-'));
  await chmod(folder, 0o755);
  const server = new URL(serverUrl);
  const user = decodeURIComponent(server.username);
  const port = await freePort();
  await writeFile(
    join(folder, 'users.txt'),
    `"${user}" "${decodeURIComponent(server.password)}"\n`,
  );
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
auth_user = ${user}
auth_query = select usename, passwd from pg_shadow where usename = $1
server_login_retry = 0.1
server_connect_timeout = 2
`,
  );
  const child = spawnIn(folder);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilOpen(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    urlOf(url) {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(port);
      return changed.href;
    },
  };
}

function spawnIn(folder: string): ChildProcess {
  return spawn(pgbouncerProgram ?? '', ['-q', join(folder, 'pgbouncer.ini')], {
    ...(process.getuid?.() === 0 && nobody),
    cwd: '/',
    stdio: 'ignore',
  });
}
