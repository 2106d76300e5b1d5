import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../platform/db/connect.ts';
import type { Harness } from '../../testing/harness.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { changeSettings, type SettingsChange, settingsFreshForMs } from './settings.ts';
import { SettingsCache } from './settings-cache.ts';

let service: Harness;

beforeAll(async () => {
  service = await sharedHarness();
});

const change = (workspaceId: string, what: SettingsChange) =>
  service.db.system((tx) => changeSettings(tx, workspaceId, what));

/** The database, with a count of the transactions and something to be done before each. */
function watched(before: () => Promise<void> = async () => undefined) {
  const seen = { queries: 0 };
  const db: Database = {
    ...service.db,
    async workspace(workspaceId, work) {
      seen.queries += 1;
      await before();
      return service.db.workspace(workspaceId, work);
    },
  };
  return { db, seen };
}

test('a change is read when the cached answer expires, not earlier', async () => {
  const { id } = await service.newWorkspace();
  const { db, seen } = watched();
  let now = 0;
  const cache = new SettingsCache(db, { now: () => now });
  expect(cache.peek(id)).toBeUndefined();
  expect(await cache.get(id)).toMatchObject({ ip_anonymisation: 'truncate' });
  await change(id, { ip_anonymisation: 'drop' });
  now = settingsFreshForMs - 1;
  expect(cache.get(id)).toMatchObject({ ip_anonymisation: 'truncate' });
  expect(seen.queries).toBe(1);
  now = settingsFreshForMs;
  expect(await cache.get(id)).toMatchObject({ ip_anonymisation: 'drop' });
  expect(cache.get(id)).toBe(cache.peek(id));
  expect(seen.queries).toBe(2);
});

test('by the real clock a change is seen within the promised time', async () => {
  const { id } = await service.newWorkspace();
  const cache = new SettingsCache(service.db, { freshForMs: 100 });
  await cache.get(id);
  await change(id, { ip_anonymisation: 'none' });
  await sleep(110);
  expect(await cache.get(id)).toMatchObject({ ip_anonymisation: 'none' });
});

test('a thousand who ask at once share one query for each workspace', async () => {
  const [one, other] = [await service.newWorkspace(), await service.newWorkspace()];
  const { db, seen } = watched();
  const cache = new SettingsCache(db);
  const ids = Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? one.id : other.id));
  const answers = await Promise.all(ids.map((id) => cache.get(id)));
  expect(new Set(answers).size).toBe(2);
  expect(seen.queries).toBe(2);
});

test('a caller during an expired slow query gets a query of its own', async () => {
  const { id } = await service.newWorkspace();
  let now = 0;
  const releases: (() => void)[] = [];
  const { db, seen } = watched(() => new Promise((go) => releases.push(go)));
  const cache = new SettingsCache(db, { now: () => now });
  const first = cache.get(id);
  now = settingsFreshForMs - 1;
  expect(cache.get(id)).toBe(first);
  now = settingsFreshForMs;
  const second = cache.get(id);
  expect(second).not.toBe(first);
  expect(cache.get(id)).toBe(second);
  releases[1]?.();
  await second;
  await change(id, { lead_rule: 'none' });
  releases[0]?.();
  await first;
  // The answer to the older question does not take the place of the newer one's.
  expect(cache.get(id)).toBe(await second);
  expect(seen.queries).toBe(2);
});

test('a failed read fails for its callers, and the next call reads again', async () => {
  const { id } = await service.newWorkspace();
  let isDown = false;
  const { db } = watched(async () => {
    if (isDown) throw new Error('no database');
  });
  let now = 0;
  const cache = new SettingsCache(db, { now: () => now });
  await cache.get(id);
  now += settingsFreshForMs;
  isDown = true;
  await expect(cache.get(id)).rejects.toThrow('no database');
  expect(cache.peek(id)).toMatchObject({ lead_rule: 'both' });
  isDown = false;
  expect(await cache.get(id)).toMatchObject({ lead_rule: 'both' });
});
