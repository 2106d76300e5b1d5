/*
 * What a stranger who holds a production key can do to others: nothing that stops them. The service is a process of its own. Waits
 * are in its processor time, and bounds are ten times what a quiet machine takes; `npm run bench -- attacks` measures what is promised.
 */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startAttackedService } from '../../testing/attacked-service.ts';
import {
  type Bystanders,
  batchOf,
  type Flood,
  flood,
  median,
  pageView,
  whileAttacked,
} from '../../testing/attacks.ts';
import { holdTransaction } from '../../testing/open-transaction.ts';
import { processorMsOf } from '../../testing/other-process.ts';
import { post } from '../../testing/post.ts';

const h = await startAttackedService();
const other = await h.newWorkspace('Other');
const mebibyte = 1024 * 1024;

const plain = { 'x-svc-key': h.workspace.productionKey };
const packed = { ...plain, 'content-encoding': 'gzip' };

/** Ten times the longest of a quiet machine, and ten times the usual one. */
const [longestMs, usualMs] = [1_000, 300];

// What is done once, as compiling, is nobody's attack.
for (const key of [h.workspace.productionKey, other.productionKey]) {
  for (let round = 0; round < 20; round++) await h.send(Array.from({ length: 50 }, pageView), key);
}

function expectService({ healthMs, ingestMs, residentBytes }: Bystanders): void {
  expect(residentBytes).toBeLessThan(700 * mebibyte);
  expect(healthMs).toBeLessThan(longestMs);
  expect(median(ingestMs)).toBeLessThan(usualMs);
}

const bomb = gzipSync(
  JSON.stringify({
    ...pageView(),
    properties: { list: Array.from({ length: 400_000 }, () => ({ a: 1 })) },
  }).padEnd(4 * mebibyte),
  { level: 9 },
);
const packedBatch = gzipSync(
  batchOf(1000, () => ({ ...pageView(), properties: { text: 'x'.repeat(3_800) } })),
  { level: 9 },
);
const plainBatch = batchOf(1000, () => ({ ...pageView(), properties: { text: 'x'.repeat(800) } }));
const bombs = { path: '/ingest', body: bomb, headers: packed };

test.each<[string, Omit<Flood, 'forMs'>]>([
  ['one object that unpacks to 4 MiB, 100 connections', { ...bombs, connections: 100 }],
  ['the same, 32 connections', { ...bombs, connections: 32 }],
  ['the same, 8 connections', { ...bombs, connections: 8 }],
  [
    'batches that unpack to 4 MiB of messages, 32 connections',
    { path: '/ingest/batch', body: packedBatch, headers: packed, connections: 32 },
  ],
  [
    'plain bodies of 1 MiB, which wait unread, 32 connections',
    { path: '/ingest/batch', body: plainBatch, headers: plain, connections: 32 },
  ],
])('%s: the memory stays, others are served', async (_name, attack) => {
  const run = () => flood(h, { ...attack, forMs: 1_500 });
  expectService(await whileAttacked(h, other.productionKey, run));
});

test('a body larger than declared after decompression is refused, and so is one of two parts', async () => {
  const body = gzipSync(JSON.stringify(pageView()).padEnd(100_000));
  const lying = Buffer.from(body);
  lying.writeUInt32LE(1_000, lying.length - 4);
  const twice = Buffer.concat([body, gzipSync('{}')]);
  expect((await post(h, '/ingest', lying, packed)).status).toBe(400);
  expect((await post(h, '/ingest', twice, packed)).status).toBe(400);
  expect((await post(h, '/ingest', body, packed)).status).toBe(200);
});

test('1,000 events with user agents made to be slow cost no more than others', async () => {
  const agents = ['bot', 'a.', 'A-', ') Version/1', 'AlipayDefined(', ' ', '-', 'a@'].map((text) =>
    text.repeat(400).slice(0, 1_000),
  );
  const batchWith = (agent: (place: number) => string) =>
    Array.from({ length: 1000 }, (_, place) => ({
      ...pageView(),
      context: { user_agent: agent(place) },
    }));
  // No two of them are alike.
  const usual = (place: number) =>
    `Mozilla/5.0 (X11; Linux x86_64; rv:${place}.0) Gecko/20100101 Firefox/${place}.0`;
  const slow = (place: number) =>
    `${agents[place % agents.length]?.slice(4)}${place}`.slice(-1_000);
  // A stranger's are not looked at, but where the workspace believes everybody.
  const open = await h.newWorkspace('Open', { trust: 'open' });
  for (const key of [h.workspace.productionKey, open.productionKey]) {
    const [before = 0, between = 0, after = 0] = [
      processorMsOf(h.pid),
      await workedUntil(h.send(batchWith(usual), key)),
      await workedUntil(h.send(batchWith(slow), key)),
    ];
    expect(after - between).toBeLessThan(10 * (between - before));
  }
});

test('64 /visitor-resolve that wait for the database leave room for the reads of others', async () => {
  const body = JSON.stringify({ visitor_id: randomUUID() });
  const lock = await holdTransaction(
    (work) => h.db.system(work),
    async (tx) => void (await tx`lock table visitors in access exclusive mode`),
  );
  const requests = Array.from({ length: 64 }, () => post(h, '/visitor-resolve', body, plain));
  try {
    await expect.poll(countWaiting).toBeGreaterThanOrEqual(2);
    for (let round = 0; round < 20; round++) {
      await h.client(other.secretKey).leads.list();
    }
  } finally {
    await lock.commit();
    await Promise.all(requests);
  }
});

async function workedUntil(answered: Promise<{ accepted: number }>): Promise<number> {
  expect(await answered).toMatchObject({ accepted: 1000 });
  return processorMsOf(h.pid);
}

async function countWaiting(): Promise<number> {
  const [row] = await h.db.system(
    (tx) => tx<{ waiting: number }[]>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.waiting ?? 0;
}

test('traits by the thousand are refused, and as many as are taken hold nobody up', async () => {
  const identify = (round: number, count: number) => ({
    ...pageView(),
    type: 'identify',
    email: 'many@traits.example',
    traits: Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${round}_${n}`, n])),
  });
  const seen = await whileAttacked(h, other.productionKey, async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, round) => h.send([identify(round, 2_000)])),
    );
    for (const { results } of answers) {
      expect(results).toMatchObject([
        { status: 'rejected', error: expect.stringMatching(/^traits: /) },
      ]);
    }
    const batch = Array.from({ length: 60 }, (_, round) => identify(round, 512));
    expect(await h.send(batch)).toMatchObject({ accepted: 60 });
  });
  expectService(seen);
});
