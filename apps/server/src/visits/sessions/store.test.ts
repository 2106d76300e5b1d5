/* What a message costs a visit that goes on: a new version of its row in the same page, and no entry in any index. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { countsOf } from '../../testing/tables.ts';

const h = await sharedHarness();

test('visits that go on are updated in their page', async () => {
  const visits = Array.from({ length: 20 }, () => ({
    visitor_id: randomUUID(),
    session_id: randomUUID(),
  }));
  const groups = 30;
  const began = Date.now() - 600 * 10_000;
  let sent = 0;
  const goOn = () => {
    const timestamp = new Date(began + sent * 10_000).toISOString();
    const views = visits.map((visit) => ({
      type: 'event',
      name: 'page_view',
      ...visit,
      timestamp,
      context: { page: { url: `https://shop.example/${sent}`, title: `Page ${sent}` } },
    }));
    sent++;
    return h.send(views);
  };
  while (sent < groups) await goOn();
  // PostgreSQL tells what a connection did at the end of a transaction, once a second at most. And it makes room in a page only
  // for what no transaction under way may still see: on a busy machine some versions have to go elsewhere, but never most.
  let before = await countsOf(h.db, 'sessions');
  const shareInPage = async () => {
    for (let more = 0; more < 10; more++) await goOn();
    const now = await countsOf(h.db, 'sessions');
    const updated = now.updated - before.updated;
    const inPage = now.updatedInPage - before.updatedInPage;
    if (updated < 5 * visits.length) return 0;
    before = now;
    return inPage / updated;
  };
  await expect.poll(shareInPage, { interval: 1_100 }).toBeGreaterThanOrEqual(0.95);
});
