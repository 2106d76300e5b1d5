/*
 * The service behind PgBouncer, and the network between that and PostgreSQL fails: everybody is answered in time, and what was
 * acknowledged is there, once.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loadConfig } from '../platform/config.ts';
import { FaultProxy } from './fault-proxy.ts';
import {
  CountedSender,
  expectServedOrRefused,
  type FaultyService,
  serveBehind,
} from './faulty-service.ts';
import {
  pgbouncerProgram,
  pgbouncerRemedy,
  startPgbouncer,
  type TestPgbouncer,
} from './pgbouncer.ts';
import { describeWith } from './programs.ts';
import { sharedHarness } from './shared-harness.ts';
import { SLOW } from './slow.ts';

const h = await sharedHarness();

describeWith(pgbouncerProgram, 'behind PgBouncer', pgbouncerRemedy, () => {
  const proxy = new FaultProxy(inject('postgresUrl'));
  let bouncer: TestPgbouncer;
  let service: FaultyService;
  beforeAll(async () => {
    bouncer = await startPgbouncer(await proxy.start(), 6);
    const env = { DATABASE_URL: bouncer.urlOf(h.ownerUrl), DATABASE_PREPARE: 'false' };
    service = await serveBehind(h, loadConfig(env).databaseUrl ?? '');
  }, SLOW);
  afterAll(async () => {
    proxy.set('pass');
    await service.close();
    await bouncer.stop();
    await proxy.stop();
  });

  /** Before, meanwhile and after; then all of it is there, once. */
  async function outlive(fault: 'close' | 'swallow') {
    const sender = new CountedSender(service);
    await sender.many(50);
    await Promise.all([service.leads(), service.leads(), service.leads()]);
    // Some are under way when it fails.
    const first = sender.many(50);
    proxy.set(fault);
    const during = [first, sender.many(100), Promise.all(Array.from({ length: 5 }, service.leads))];
    try {
      expectServedOrRefused((await Promise.all(during)).flat());
      expectServedOrRefused(await sender.many(50));
    } finally {
      proxy.set('pass');
    }
    await expect
      .poll(async () => (await service.readiness()).status, { timeout: SLOW / 2 })
      .toBe(200);
    await expect.poll(async () => (await service.leads()).status).toBe(200);
    expect(sender.answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
    await sender.expectOnce();
  }

  test(
    'connections that are taken and closed at once lose and double nothing',
    {
      timeout: SLOW,
    },
    () => outlive('close'),
  );

  test(
    'a database that accepts connections but never answers loses and doubles nothing',
    {
      timeout: SLOW,
    },
    () => outlive('swallow'),
  );
});
