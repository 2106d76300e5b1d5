import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock, LockedError, type LockHolder, lockHolder } from './instance-lock.ts';

let directory = '';
let path = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-lock-'));
  path = join(directory, 'footfall.lock');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('one of many starters gets the lock, and the next one after its release', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => acquireLock(path, 'service')),
  );
  const won = all.filter((result) => result.status === 'fulfilled');
  expect(won).toHaveLength(1);
  for (const result of all) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(LockedError);
  }
  expect(await lockHolder(path)).toMatchObject({ pid: process.pid, purpose: 'service' });
  await won[0]?.value.release();
  expect(await lockHolder(path)).toBeUndefined();
  await (await acquireLock(path, 'command')).release();
  expect(await readdir(directory)).toEqual([]);
});

test('one of many starters takes over an abandoned lock', async () => {
  await leaveLock({ pid: 2 ** 22 + 1 });
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => acquireLock(path, 'service')),
  );
  expect(all.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
});

test('a pid that now belongs to a younger process holds nothing', async () => {
  await leaveLock({ started: '1' });
  expect(await lockHolder(path)).toBeUndefined();
  await (await acquireLock(path, 'service')).release();
});

test('a torn lock file is taken over', async () => {
  await writeFile(path, '{"pid":');
  await (await acquireLock(path, 'service')).release();
});

test('a holder in another container is known by its heartbeat', async () => {
  await leaveLock({ space: 'another container' });
  const beat = setInterval(() => {
    utimes(path, new Date(), new Date()).catch(() => undefined);
  }, 500);
  await expect(acquireLock(path, 'service')).rejects.toThrow(LockedError);
  clearInterval(beat);
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(path, longAgo, longAgo);
  await (await acquireLock(path, 'service')).release();
});

/** The lock of this very process, changed in the ways that make it somebody else's. */
async function leaveLock(change: Partial<LockHolder>): Promise<void> {
  const lock = await acquireLock(path, 'service');
  const own = JSON.parse(await readFile(path, 'utf8'));
  await lock.release();
  await writeFile(path, JSON.stringify({ ...own, ...change }));
}
