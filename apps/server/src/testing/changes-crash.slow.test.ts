/* Two service processes on one database, one of them killed under load: those who follow miss nothing, and nothing comes twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FollowedChanges } from './followed-changes.ts';
import type { TestWorkspace } from './harness.ts';
import { LoadLoop } from './load-loop.ts';
import {
  makeDirectory,
  removeDirectory,
  type Service,
  startSharedFootfall,
  until,
} from './service-process.ts';
import { sharedHarness } from './shared-harness.ts';
import { SLOW } from './slow.ts';

const h = await sharedHarness();

let dataDir = '';
const services: Service[] = [];
const kills: (() => Promise<void>)[] = [];
beforeAll(async () => {
  dataDir = await makeDirectory();
  for (let count = 0; count < 2; count++) {
    const env = { DATABASE_URL: h.ownerUrl };
    const { service, kill } = await startSharedFootfall({ dataDir, env });
    services.push(service);
    kills.push(kill);
  }
}, SLOW);
afterAll(async () => {
  await Promise.all(kills.map((kill) => kill()));
  await removeDirectory(dataDir);
});

test('a follower that loses its connection twice gets every change of two busy processes once, in one order', {
  timeout: SLOW,
}, async () => {
  const workspace = await h.newWorkspace();
  const urls = services.map(({ url }) => url);
  const loads = urls.map(() => new LoadLoop(workspace.productionKey));
  for (const [place, load] of loads.entries()) load.start(urls[place] ?? '', 250);
  const followed: FollowedChanges[] = [];
  for (const url of [...urls, ...urls.slice(0, 1)]) {
    const before = followed.at(-1);
    const lastEventId = before?.lastEventId;
    const options = { ...(before ? { lastEventId } : { after: '1' }) };
    followed.push(await FollowedChanges.open(url, workspace.secretKey, options));
    await Promise.all(loads.map((load) => load.got(500)));
    await until(async () => (followed.at(-1)?.positions.length ?? 0) > 0);
    if (followed.length < 3) await followed.at(-1)?.close();
  }
  for (const load of loads) {
    await load.stop();
    await load.settle(urls[0] ?? '');
  }
  await h.settle();
  const stored = await storedPositions(workspace);
  const last = followed.at(-1);
  await until(async () => last?.positions.at(-1) === stored.at(-1));
  await last?.close();
  expect(followed.flatMap(({ positions }) => positions)).toEqual(stored);
  const sessionIds = followed.flatMap(({ changes }) =>
    changes.flatMap(({ kind, ids }) => (kind === 'session' ? ids : [])),
  );
  const sessions = await h.db.system(
    (tx) => tx<{ id: string }[]>`
      select sessions.id from sessions where workspace_id = ${workspace.id}`,
  );
  expect(sessions.length).toBeGreaterThan(90);
  expect(sessions.filter(({ id }) => !sessionIds.includes(id))).toEqual([]);
});

test('kill -9 of one of two processes under load: every follower has every change once, in one order', {
  timeout: SLOW,
}, async () => {
  const { productionKey, secretKey } = h.workspace;
  const [first, second] = services;
  if (!first || !second) throw new Error('two services should run');
  const follow = (url: string, lastEventId?: string) =>
    FollowedChanges.open(url, secretKey, { after: '1', lastEventId });
  const [broken, steady] = await Promise.all([follow(first.url), follow(second.url)]);
  const load = new LoadLoop(productionKey);
  load.start(first.url);
  await load.got(200);
  await first.end('SIGKILL');
  await load.stop();
  await broken.ended;
  const resumed = await follow(second.url, broken.lastEventId);
  load.start(second.url);
  await load.got(200);
  await load.stop();
  await load.settle(second.url);
  await h.settle();
  const stored = await storedPositions(h.workspace);
  await until(async () => steady.positions.at(-1) === stored.at(-1));
  await until(async () => resumed.positions.at(-1) === stored.at(-1));
  expect(steady.positions).toEqual(stored);
  expect([...broken.positions, ...resumed.positions]).toEqual(stored);
  await Promise.all([steady.close(), resumed.close()]);
});

/** When nothing more is under way. */
async function storedPositions({ id }: TestWorkspace): Promise<string[]> {
  let before = -1;
  for (;;) {
    const rows = await h.db.system(
      (tx) => tx<{ position: string }[]>`
        select xact || '-' || id as position from changes
        where workspace_id = ${id} order by xact, changes.id`,
    );
    if (rows.length === before) return rows.map(({ position }) => position);
    before = rows.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await h.settle();
  }
}
