/*
 * The program as an operator meets it: `footfall …` as a process of its own, on a directory of its
 * own. Whatever a test leaves running is ended when it finishes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { findPostmaster } from '../platform/engine/postmaster.ts';
import { roomyDirectory } from './postgres.ts';

export const repository = fileURLToPath(new URL('../../../../', import.meta.url));
export const isRoot = process.getuid?.() === 0;

export interface ProgramOptions {
  dataDir: string;
  /** A clone elsewhere; this repository by default. */
  root?: string;
  /** As whom, when the test runs as root. */
  user?: { uid: number; gid: number };
  env?: Record<string, string>;
  /** Put before the command: `unshare`, a shell. */
  wrapper?: string[];
  /** What is run in place of `footfall`: npm. */
  program?: string[];
}

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/** A directory that others may enter; in a test it is removed when the test is finished. */
export async function temporaryDirectory(): Promise<string> {
  const path = await makeDirectory();
  onTestFinished(() => removeDirectory(path));
  return path;
}

/** For several tests, with `removeDirectory` in afterAll. In memory where there is room, as a PostgreSQL may be in it. */
export async function makeDirectory(parent?: string): Promise<string> {
  const path = await mkdtemp(join(parent ?? (await roomyDirectory()), 'footfall-test-'));
  await chmod(path, 0o755);
  return path;
}

export async function removeDirectory(path: string): Promise<void> {
  for (const dataDir of [path, join(path, 'data'), join(path, 'clone/data')]) {
    const cluster = await clusterOf(dataDir).catch(() => undefined);
    if (cluster === undefined) continue;
    await endServer(dataDir);
    if (!cluster.startsWith(path)) await rm(dirname(cluster), { recursive: true, force: true });
  }
  await rm(path, { recursive: true, force: true });
}

/** Where engine.json says that the database is. */
export async function clusterOf(dataDir: string): Promise<string> {
  const { home } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8'));
  return join(home ?? dataDir, 'postgres');
}

/** Runs a command to its end. */
export async function footfall(args: string[], options: ProgramOptions): Promise<Finished> {
  const program = launch(args, options);
  const code = await program.exit;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

export async function footfallJson<T>(args: string[], options: ProgramOptions): Promise<T> {
  const { code, stdout, stderr } = await footfall([...args, '--json'], options);
  if (code !== 0) throw new Error(`footfall ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** A command that is not waited for: all of its processes can be sent a signal. */
export function startCommand(args: string[], options: ProgramOptions) {
  const { child, exit, stderr } = launch(args, options);
  return {
    exit,
    stderr,
    kill(signal: NodeJS.Signals) {
      if (child.exitCode === null && child.pid) process.kill(-child.pid, signal);
    },
  };
}

export interface Service {
  url: string;
  pid: number;
  stdout(): string;
  stderr(): string;
  exit: Promise<number>;
  /** Sends the signal and resolves with the exit code (-1 when the signal itself ended it). */
  end(signal: NodeJS.Signals): Promise<number>;
}

/** Starts the service on a free port and waits until it is ready; it ends with the test. */
export async function startFootfall(options: ProgramOptions): Promise<Service> {
  const { program, kill } = launchService(options);
  onTestFinished(kill);
  return whenReady(program);
}

/** For several tests: `beforeAll` is given `kill`, which it returns. */
export async function startSharedFootfall(
  options: ProgramOptions,
): Promise<{ service: Service; kill(): Promise<void> }> {
  const { program, kill } = launchService(options);
  try {
    return { service: await whenReady(program), kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

function launchService(options: ProgramOptions): { program: Program; kill(): Promise<void> } {
  const env = { PORT: '0', ...options.env };
  const program = launch(['start'], { ...options, env });
  const kill = async () => {
    // Those that npm has started, too.
    if (program.child.pid !== undefined) killGroup(program.child.pid);
    await program.exit;
    await endServer(options.dataDir);
  };
  return { program, kill };
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}

async function whenReady(program: Program): Promise<Service> {
  const url = await Promise.race([
    untilPrinted(program, /Dashboard +(http\S+)\//),
    program.exit.then((code) => {
      throw new Error(`the service ended with ${code}: ${program.stdout()}${program.stderr()}`);
    }),
  ]);
  return {
    url,
    pid: program.child.pid ?? 0,
    stdout: program.stdout,
    stderr: program.stderr,
    exit: program.exit,
    end(signal) {
      program.child.kill(signal);
      return program.exit;
    },
  };
}

export async function status(url: string): Promise<number> {
  return fetch(url).then(
    (answer) => answer.status,
    () => 0,
  );
}

export async function until(condition: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(25)) {
    if (await condition()) return;
  }
  throw new Error('it did not come true in time');
}

interface Program {
  child: ChildProcess;
  exit: Promise<number>;
  stdout(): string;
  stderr(): string;
}

function launch(args: string[], options: ProgramOptions): Program {
  const root = options.root ?? repository;
  const { wrapper = [], program = [join(root, 'footfall')] } = options;
  const [command = '', ...rest] = [...wrapper, ...program, ...args];
  const child = spawn(command, rest, {
    ...options.user,
    cwd: '/',
    env: { PATH: process.env.PATH, DATA_DIR: options.dataDir, LOG_LEVEL: 'info', ...options.env },
    // A process group of its own, as a terminal gives it.
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const exit = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? -1));
  });
  return { child, exit, stdout: () => stdout, stderr: () => stderr };
}

async function untilPrinted(program: Program, pattern: RegExp): Promise<string> {
  let printed: string | undefined;
  await until(async () => {
    printed = pattern.exec(program.stdout())?.[1];
    return printed !== undefined;
  });
  return printed ?? '';
}

/** Ends a server that is left over. */
async function endServer(dataDir: string): Promise<void> {
  const cluster = await clusterOf(dataDir).catch(() => undefined);
  if (cluster === undefined) return;
  const server = await findPostmaster(cluster).catch(() => undefined);
  if (server === undefined) return;
  process.kill(server.pid, 'SIGQUIT');
  await until(async () => (await findPostmaster(cluster)) === undefined);
}
