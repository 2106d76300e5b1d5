/*
 * PostgreSQL refuses to run as root. If the service runs as root, the engine runs as an unprivileged system
 * user: `footfall` (created if missing), else `postgres`, else `nobody`.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '../common/start-error.ts';

export interface EngineUser {
  uid: number;
  gid: number;
}

const run = promisify(execFile);
const longestTurnMs = 10_000;

/** The user for the engine, or undefined if it can run as the current user. */
export async function engineUser(): Promise<EngineUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const user =
    (await lookUp('footfall')) ??
    (await createUser()) ??
    (await lookUp('postgres')) ??
    (await lookUp('nobody'));
  if (user !== undefined) return user;
  throw new StartError(
    'PostgreSQL refuses to run as root, and Footfall could not find or create another user for it. ' +
      'Create one (useradd --system footfall), or run Footfall as an ordinary user.',
  );
}

export async function lookUp(name: string): Promise<EngineUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    const user = { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    return user.uid > 0 ? user : undefined;
  } catch {
    return undefined;
  }
}

/** Serializes concurrent starts: `useradd` would replace a user just created by another. */
export async function createUser(name = 'footfall'): Promise<EngineUser | undefined> {
  if (process.platform !== 'linux') return undefined;
  const turn = await takeTurn(`\0footfall-creates-user-${name}`);
  try {
    return (await lookUp(name)) ?? (await addUser(name));
  } finally {
    turn.close();
  }
}

async function addUser(name: string): Promise<EngineUser | undefined> {
  const home = ['--home-dir', '/nonexistent', '--no-create-home'];
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', ...home, '--shell', '/usr/sbin/nologin', name]],
    // BusyBox systems only have adduser.
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', name]],
  ];
  for (const [command, args] of attempts) {
    try {
      await run(command, args);
      return await lookUp(name);
    } catch {
      // Try the next way, or the next user.
    }
  }
  return undefined;
}

/**
 * A mutex: an abstract Linux socket disappears with its process. A holder that takes longer than creating a user must
 * be some other program.
 */
async function takeTurn(address: string): Promise<Server> {
  const server = createServer();
  for (const end = Date.now() + longestTurnMs; Date.now() < end; await sleep(20)) {
    try {
      await once(server.listen(address), 'listening');
      break;
    } catch {
      // Held by another process.
    }
  }
  return server;
}

export interface Finished {
  code: number;
  output: string;
}

/**
 * Runs a program as the engine's user; returns its exit code and output. Code -1 if it cannot be executed at
 * all.
 */
export function runAs(
  user: EngineUser | undefined,
  command: string,
  args: readonly string[],
  input = '',
): Promise<Finished> {
  return new Promise((resolve) => {
    // cwd: the user may not be able to enter our own directory.
    const child = spawn(command, args, { ...user, cwd: '/', env: engineEnvironment() });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => resolve({ code: -1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
    child.stdin.end(input);
  });
}

/** A minimal, fixed environment: PGDATA, PGPORT, LC_ALL and the like must not affect the engine. */
export function engineEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Whether the user can enter the directory and write there. */
export async function canUse(user: EngineUser | undefined, directory: string): Promise<boolean> {
  const script = 'cd "$1" && test -w . && test -x .';
  return (await runAs(user, '/bin/sh', ['-c', script, 'sh', directory])).code === 0;
}
