/* The database answers but stores no messages in time. The deadlines of the service are shortened. */
import { afterAll, expect, test } from 'vitest';
import { CountedSender, expectServedOrRefused, serveBehind } from './faulty-service.ts';
import { startHarness } from './harness.ts';
import { holdTransaction } from './open-transaction.ts';
import { SLOW } from './slow.ts';

const h = await startHarness();
const service = await serveBehind(h, h.ownerUrl);
afterAll(() => service.close());

/** No event is stored until it ends. */
const lockEvents = () =>
  holdTransaction(
    (run) => h.db.upkeep(run, h.workspace.id),
    async (tx) => {
      await tx`set local citus.enable_manual_changes_to_shards = on`;
      await tx`lock table ${tx(tx.stored('events'))} in share mode`;
    },
  );

test('messages that cannot be stored in time are refused, and readiness and metrics report it', {
  timeout: SLOW,
}, async () => {
  const { figure, readiness } = service;
  const sender = new CountedSender(service);
  await sender.many(5);
  const blocker = await lockEvents();
  let isOn = true;
  const load = (async () => {
    while (isOn) await sender.many(3);
  })();
  try {
    await expect
      .poll(readiness)
      .toMatchObject({ status: 503, body: { details: { reason: 'queue' } } });
    await expect.poll(() => figure('ingest_oldest_seconds'), { interval: 20 }).toBeGreaterThan(0.5);
  } finally {
    isOn = false;
    await load;
    await blocker.commit();
  }
  expectServedOrRefused(sender.answers);
  expect(await figure('http_late_total')).toBeGreaterThan(0);
  await sender.expectOnce();
  await expect.poll(() => figure('ingest_oldest_seconds')).toBe(0);
});
