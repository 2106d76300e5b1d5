/* The disk of the embedded database is full: what is answered, and that the service stays and goes on by itself. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoadLoop } from './load-loop.ts';
import { describeWhere } from './programs.ts';
import { postmasterFile } from './server-processes.ts';
import { SLOW } from './slow.ts';
import { empty, fill, makeKeys, mayMount, type ServiceOnDisk, startOnDisk } from './small-disk.ts';

const rests = ['rest', 'rest again', 'rest once more'];
const ballastBytes = 64 * 1024 * 1024;

describeWhere(await mayMount(), 'a full disk', 'somebody who may mount a small disk', () => {
  let disk: ServiceOnDisk;
  let key = '';
  let secret = '';
  beforeAll(async () => {
    disk = await startOnDisk(500, { REQUEST_DEADLINE_MS: '1500', CONNECTION_DEADLINE_MS: '3000' });
    ({ key, secret } = await makeKeys(disk.from, 'Full'));
  }, SLOW);
  afterAll(() => disk?.end());

  const ballastSize = () =>
    stat(join(disk.seen, 'data/postgres/footfall.ballast')).then(
      ({ size }) => size,
      () => undefined,
    );

  async function ask(path: string, init: RequestInit = {}) {
    const signal = AbortSignal.timeout(60_000);
    const answer = await fetch(disk.service.url + path, { signal, ...init });
    return { status: answer.status, text: await answer.text() };
  }
  const send = (message: object = {}, type = 'event') =>
    ask('/ingest', {
      method: 'POST',
      headers: { 'x-svc-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        type,
        name: 'page_view',
        message_id: randomUUID(),
        visitor_id: randomUUID(),
        context: { page: { url: 'https://shop.example/' } },
        ...message,
      }),
    });
  const leads = () => ask('/api/v1/leads', { headers: { authorization: `Bearer ${secret}` } });
  const figure = async (name: string) =>
    Number(new RegExp(`^footfall_${name} (.*)$`, 'm').exec((await ask('/metrics')).text)?.[1]);

  async function staysAway(): Promise<boolean> {
    const isAway = async () => (await figure('database_up')) === 0;
    for (let tries = 0; tries < 40 && !(await isAway()); tries++) await sleep(250);
    await sleep(8_000);
    return isAway();
  }

  /** As a supervisor, a sender and whoever watches see it. */
  async function expectDiskNamed(): Promise<void> {
    const sent = await send();
    expect(sent.status).toBe(503);
    expect(JSON.parse(sent.text)).toMatchObject({
      error: 'unavailable',
      message: expect.stringMatching(/disk of the database is full.*Free disk space/),
      details: { reason: 'disk' },
    });
    const ready = await ask('/readyz');
    expect(ready.status, ready.text).toBe(503);
    expect(ready.text).toMatch(/"reason":"disk"/);
    expect(await figure('ingest_failing')).toBe(1);
    expect((await ask('/healthz')).status).toBe(200);
  }

  async function expectWell(): Promise<void> {
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
    // A busy machine may answer one after its deadline, which is short here.
    await expect.poll(async () => (await send()).status).toBe(200);
    await expect.poll(() => figure('ingest_failing')).toBe(0);
  }

  test('before the first message of a day: the answer, readiness and metrics name the disk', {
    timeout: SLOW,
  }, async () => {
    try {
      await fill(disk.seen, 'filler');
      await expectDiskNamed();
    } finally {
      await empty(disk.seen, 'filler');
    }
    // Nobody sends anything meanwhile: readiness and metrics find out by themselves.
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
    expect(await figure('ingest_failing')).toBe(0);
    await expectWell();
  });

  test('while consents and refused messages are stored: they name the disk as well', {
    timeout: SLOW,
  }, async () => {
    try {
      // Their tables have no page yet, so that neither fits anywhere.
      for (const message of [{ consent: { analytics: true } }, { visitor_id: 'x'.repeat(2_000) }]) {
        await fill(disk.seen, 'filler');
        await expect
          .poll(async () => JSON.parse((await send(message)).text))
          .toMatchObject({ details: { reason: 'disk' } });
        expect(await figure('ingest_failing')).toBe(1);
        expect((await ask('/readyz')).text).toMatch(/"reason":"disk"/);
        await empty(disk.seen, 'filler');
        await expectWell();
      }
    } finally {
      await empty(disk.seen, 'filler');
    }
  });

  test('PostgreSQL panics: the ballast lets it start again, and without room the process stays', {
    timeout: SLOW,
  }, async () => {
    await expect.poll(ballastSize).toBe(ballastBytes);
    const load = new LoadLoop(key);
    load.start(disk.service.url, 200);
    await load.got(50);
    await fill(disk.seen, 'filler');
    try {
      const admin = postgres(disk.from.DATABASE_URL, { max: 1, onnotice: () => undefined });
      // The journal alone grows, until PostgreSQL panics for want of room.
      const panicked = await admin`
        select pg_logical_emit_message(false, 'fill', repeat('x', 1000000)) from generate_series(1, 500)`.catch(
        (error: Error) => error,
      );
      await admin.end({ timeout: 1 });
      expect(panicked).toBeInstanceOf(Error);
      await expect.poll(async () => (await leads()).status).toBe(200);
      if ((await ballastSize()) !== 0) {
        // It came back by itself: it ends once more, with no room at all.
        await fill(disk.seen, 'more');
        const [pid] = await postmasterFile(join(disk.seen, 'data'));
        process.kill(Number(pid), 'SIGKILL');
      }
      await expect.poll(ballastSize).toBe(0);
      await expect.poll(async () => (await leads()).status).toBe(200);
      await expectDiskNamed();

      // What the ballast freed is used up, too: there is nothing that it could be started with.
      // A checkpoint may free some of it, and it comes back: then that is used up as well.
      for (const name of rests) {
        await fill(disk.seen, name);
        const [again] = await postmasterFile(join(disk.seen, 'data'));
        process.kill(Number(again), 'SIGKILL');
        if (await staysAway()) break;
      }
      expect(await figure('database_up')).toBe(0);
      await expectDiskNamed();
    } finally {
      for (const name of ['filler', 'more', ...rests]) await empty(disk.seen, name);
    }
    await expect.poll(ballastSize).toBe(ballastBytes);
    await expectWell();
    await load.got(50);
    await load.stop();
    expect([...load.answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual(
      [],
    );
    await load.settle(disk.service.url);
    expect(load.acknowledged.size).toBe(load.sent);
  });
});
