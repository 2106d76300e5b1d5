/*
 * vitest's setupFiles: a file that leaves something behind for the next file of its worker fails. Both share one process
 * (vitest.config.ts): a clock, an environment variable or a service that stays is met by tests that know nothing of it.
 */
import { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, vi } from 'vitest';
import { isKeptOpen } from './kept-open.ts';

/** What ends by itself, such as a connection whose service has just ended, has this long. */
const patienceMs = 10_000;
const OwnDate = Date;
const ownSetTimeout = setTimeout;
const file = expect.getState().testPath ?? 'this file';
const environment = { ...process.env };
const handles = new Set(openHandles());

afterAll(async () => {
  const leftovers = changes();
  const end = performance.now() + patienceMs;
  let open = await leftOpen();
  for (; open.length > 0 && performance.now() < end; open = await leftOpen()) await sleep(20);
  if (leftovers.length + open.length > 0) {
    throw new Error(`${file} leaves behind: ${[...leftovers, ...open].join(', ')}`);
  }
});

/** They are undone, so that the next file is not judged by them. */
function changes(): string[] {
  const changed: string[] = [];
  if (vi.isFakeTimers()) changed.push('fake timers');
  vi.useRealTimers();
  if (Date !== OwnDate) changed.push('another Date');
  if (setTimeout !== ownSetTimeout) changed.push('another setTimeout');
  globalThis.Date = OwnDate;
  globalThis.setTimeout = ownSetTimeout;
  for (const name of new Set([...Object.keys(environment), ...Object.keys(process.env)])) {
    const before = environment[name];
    if (process.env[name] === before) continue;
    changed.push(`the environment variable ${name}`);
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
  return changed;
}

async function leftOpen(): Promise<string[]> {
  const opened = openHandles().filter((handle) => !handles.has(handle));
  const own = await Promise.all(
    opened.map(async (handle) => ({ handle, isKept: await isKeptOpen(handle) })),
  );
  return own.filter(({ isKept }) => !isKept).map(({ handle }) => nameOf(handle));
}

type Handle = Server | Socket | ChildProcess;

/** Servers, connections and processes: those that keep Node.js running. */
function openHandles(): Handle[] {
  // What Node.js documents in its place counts them, and does not say which they are.
  const { _getActiveHandles } = process as unknown as { _getActiveHandles(): unknown[] };
  return _getActiveHandles.call(process).filter(isCounted);
}

function isCounted(handle: unknown): handle is Handle {
  if (handle instanceof ChildProcess || handle instanceof Server) return true;
  // Pipes are those of this process, or of a child process, which is counted itself.
  return handle instanceof Socket && handle.remotePort !== undefined && !handle.destroyed;
}

function nameOf(handle: Handle): string {
  if (handle instanceof ChildProcess) return `the process ${handle.spawnargs.join(' ')}`;
  if (handle instanceof Server) return `a server at ${JSON.stringify(handle.address())}`;
  return `a connection from port ${handle.localPort} to ${handle.remotePort}`;
}
