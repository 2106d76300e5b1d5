/* Statistics of tables that begin to fill: without any, PostgreSQL reads all people for each name. */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { startHarness } from '../../testing/harness.ts';
import { countsOf } from '../../testing/tables.ts';

const h = await startHarness();

const countedRows = async (table: string) => (await countsOf(h.db, table)).rows;

test('the first people of a site that has had visits alone for long are counted as they come', async () => {
  const view = () => ({ type: 'event', name: 'page_view', visitor_id: randomUUID() });
  for (let commit = 1; commit <= 20; commit++) await h.send(view());
  await vi.waitFor(async () => expect(await countedRows('events')).toBeGreaterThan(0));
  expect(await countedRows('identities')).toBe(-1);
  // Between the 16th and the 32nd commit of all, which would count them too.
  for (let place = 1; place <= 4; place++) {
    await h.send({ type: 'identify', email: `person-${place}@example.com` });
  }
  for (const table of ['identities', 'identity_links', 'leads']) {
    await vi.waitFor(async () => expect(await countedRows(table), table).toBeGreaterThan(0));
  }
});
