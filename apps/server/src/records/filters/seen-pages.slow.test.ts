/* Who saw a page is the same by what visits are counted as and by their events, also where the counts cannot be trusted. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Tx } from '../../platform/db/connect.ts';
import { randomHistory } from '../../testing/random-history.ts';
import { pageIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

/** Each time with each path, and either of them with each number of times. */
const filters = ['9h', '40h', undefined].flatMap((within, row) =>
  ['"/pricing"', '"/"', '"/*"', '"*g/a"'].map((path, column) =>
    [
      `did(page_view, path = ${path}`,
      `at least ${(row + column) % 2 === 0 ? 1 : 3}`,
      within && `within ${within}`,
    ]
      .filter(Boolean)
      .join(', ')
      .concat(')'),
  ),
);

/** Of addresses no counts are kept: the events of all are read. */
const byEvents = (filter: string) =>
  filter.replace('path', 'url').replace('"/', '"https://shop.example/');

async function idsOf(key: string, path: string, filter: string) {
  const { data } = pageIn(await restOf(h, key).get(`${path}?${new URLSearchParams({ filter })}`));
  return data.map(({ id }) => id).toSorted();
}

async function expectSame(key: string) {
  let matches = 0;
  for (const path of ['/visitors', '/identities']) {
    for (const filter of filters) {
      const ids = await idsOf(key, path, filter);
      expect(ids, `${path} ${filter}`).toEqual(await idsOf(key, path, byEvents(filter)));
      matches += ids.length;
    }
  }
  expect(matches).toBeGreaterThan(15);
}

test('of visits that are counted, not read yet, or changed since', async () => {
  const { id, productionKey, secretKey } = await h.newWorkspace();
  await h.send(randomHistory(77, 90, Date.now() - 60_000), productionKey);
  await h.settle();
  const change = (work: (tx: Tx) => Promise<unknown>) => h.db.workspace(id, work);
  await expectSame(secretKey);
  await change(
    (tx) => tx`update session_facts set pages = null, page_counts = null
               where workspace_id = ${id} and sessions = 1 and share % 2 = 0`,
  );
  await expectSame(secretKey);
  // Marked for later, so that nobody counts them meanwhile.
  await change(
    (tx) => tx`
      insert into stats_marks (workspace_id, marked_at, visitor_id, session_id, is_test)
      select workspace_id, now() + interval '1 hour', visitor_id, id, is_test from sessions where workspace_id = ${id}`,
  );
  await change(
    (tx) =>
      tx`update session_facts set pages = '{}', page_counts = '{}' where workspace_id = ${id}`,
  );
  await expectSame(secretKey);
});

test('of a visit that began long before the time and went on in it', async () => {
  const { productionKey, secretKey } = await h.newWorkspace();
  const [visitor_id, session_id] = [randomUUID(), randomUUID()];
  const view = (hoursAgo: number) => ({
    type: 'event',
    name: 'page_view',
    ...{ visitor_id, session_id },
    timestamp: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    context: { page: { url: 'https://shop.example/pricing' } },
  });
  await h.send([view(300), view(200), view(30), view(1)], productionKey);
  await h.settle();
  const counts: [within: string, views: number][] = [
    ['30m', 0],
    ['2h', 1],
    ['5d', 2],
    ['10d', 3],
    ['20d', 4],
  ];
  for (const [within, views] of counts) {
    for (const times of [1, 2, 3, 4, 5]) {
      const filter = `did(page_view, path = /pricing, at least ${times}, within ${within})`;
      expect(await idsOf(secretKey, '/visitors', filter), filter).toEqual(
        times <= views ? [visitor_id] : [],
      );
    }
  }
});

test('a conversion that is called page_view is no view of a page', async () => {
  const { productionKey, secretKey } = await h.newWorkspace();
  const visitor_id = randomUUID();
  const context = { page: { url: 'https://shop.example/pricing' } };
  await h.send({ type: 'conversion', name: 'page_view', visitor_id, context }, productionKey);
  await h.settle();
  for (const filter of ['did(page_view)', 'did(page_view, path = "/*")']) {
    expect(await idsOf(secretKey, '/visitors', filter)).toEqual([]);
  }
});
