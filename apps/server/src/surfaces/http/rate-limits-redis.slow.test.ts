/* Limits that several processes share, and what happens when Redis, which they share them by, is away. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appStarter, get, limitOf, statuses } from '../../testing/limited-apps.ts';
import { describeWith } from '../../testing/programs.ts';
import {
  redisProgram,
  redisRemedy,
  sharedRedisUrl,
  startRedis,
  type TestRedis,
} from '../../testing/redis.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const startApp = appStarter(h);

describeWith(sharedRedisUrl ?? redisProgram, 'with Redis', redisRemedy, () => {
  let redis: TestRedis | undefined;
  beforeAll(async () => {
    if (sharedRedisUrl === undefined) redis = await startRedis();
  });
  afterAll(() => redis?.kill());

  test('two processes share one quota, and the answers of both count it down', async () => {
    const redisUrl = sharedRedisUrl ?? redis?.url;
    const [one, two] = [await startApp({ redisUrl }), await startApp({ redisUrl })];
    await sleep(200);
    const { key } = await h.newKey({ rateLimitPerMinute: 10 });
    const answers: LightMyRequestResponse[] = [];
    for (let index = 0; index < 14; index++) answers.push(await get(index % 2 ? one : two, key));
    expect(answers.map((answer) => limitOf(answer).remaining)).toEqual([
      ...[9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
      ...[0, 0, 0, 0],
    ]);
    const seen = answers.map(({ statusCode }) => statusCode);
    expect(seen.lastIndexOf(200)).toBe(9);
    expect(seen.indexOf(429)).toBe(10);

    const other = await h.newKey({ rateLimitPerMinute: 20 });
    const burst = await Promise.all(
      Array.from({ length: 40 }, (_, index) => get(index % 2 ? one : two, other.key)),
    );
    expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
  });
});

describeWith(redisProgram, 'when Redis goes away', redisRemedy, () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    redis.goOn();
    await redis.kill();
  });

  async function startTwo() {
    const logs: string[][] = [[], []];
    const { url: redisUrl } = redis;
    const two = [
      await startApp({ redisUrl }, logs[0]),
      await startApp({ redisUrl }, logs[1]),
    ] as const;
    const timesLogged = (text: string) =>
      logs.map((log) => log.filter((l) => l.includes(text)).length);
    return { two, timesLogged };
  }

  /** How many of 8 requests, 4 to each, a limit of 4 lets through. */
  async function allowed([one, two]: readonly [FastifyInstance, FastifyInstance]) {
    const { key } = await h.newKey({ rateLimitPerMinute: 4 });
    const seen = await statuses(8, (index) => get(index % 2 ? one : two, key));
    return seen.filter((status) => status === 200).length;
  }

  test('killed: each process counts for itself, logs it once and refuses nobody; back: they share again', async () => {
    const { two, timesLogged } = await startTwo();
    await expect.poll(() => allowed(two)).toBe(4);
    const { key } = await h.newKey({});
    await redis.kill();
    const seen = await statuses(200, (index) => get(two[index % 2 ? 0 : 1], key));
    expect(new Set(seen)).toEqual(new Set([200]));
    expect(await allowed(two)).toBe(8);
    await sleep(1_000);
    expect(timesLogged('Redis is unavailable')).toEqual([1, 1]);
    await redis.start();
    await expect.poll(() => timesLogged('Redis is available again')).toEqual([1, 1]);
    expect(await allowed(two)).toBe(4);
    expect(timesLogged('Redis is unavailable')).toEqual([1, 1]);
  });

  test('hanging: requests wait for it once, not every time', async () => {
    const { two, timesLogged } = await startTwo();
    await expect.poll(() => allowed(two)).toBe(4);
    redis.hang();
    expect(await allowed(two)).toBe(8);
    // Each that waited would take 500 ms: 20 seconds, where a quiet machine takes a tenth of one.
    const { key } = await h.newKey({});
    const again = performance.now();
    for (let index = 0; index < 40; index++) {
      expect((await get(two[index % 2 ? 0 : 1], key)).statusCode).toBe(200);
    }
    expect(performance.now() - again).toBeLessThan(10_000);
    expect(timesLogged('Redis is unavailable')).toEqual([1, 1]);
    redis.goOn();
    await expect.poll(() => timesLogged('Redis is available again')).toEqual([1, 1]);
    expect(await allowed(two)).toBe(4);
  });

  test('not there at the start: the service starts and serves', async () => {
    await redis.kill();
    const { two, timesLogged } = await startTwo();
    expect(await allowed(two)).toBe(8);
    await expect.poll(() => timesLogged('Redis is unavailable')).toEqual([1, 1]);
    await redis.start();
    await expect.poll(() => timesLogged('Redis is available again')).toEqual([1, 1]);
    expect(await allowed(two)).toBe(4);
  });
});
