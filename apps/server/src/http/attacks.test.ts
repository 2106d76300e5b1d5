/*
 * What a stranger who holds a production key can do to others: nothing that they would notice. The service is a
 * process of its own. Waits are in its processor time, and those of ingest generous; `npm run bench -- attacks` measures.
 */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startAttackedService } from '../testing/attacked-service.ts';
import {
  type Bystanders,
  batchOf,
  type Flood,
  flood,
  median,
  pageView,
  waitOf,
  whileAttacked,
} from '../testing/attacks.ts';
import { post } from '../testing/post.ts';

const h = await startAttackedService();
const other = await h.newWorkspace('Other');
const mebibyte = 1024 * 1024;
const again = { retry: 2 };

const plain = { 'x-svc-key': h.workspace.productionKey };
const packed = { ...plain, 'content-encoding': 'gzip' };

/** What is promised (SECURITY.md), and what the process may take meanwhile. */
function expectService({ healthMs, ingestMs, residentBytes }: Bystanders): void {
  expect(residentBytes).toBeLessThan(700 * mebibyte);
  expect(healthMs).toBeLessThan(250);
  expect(median(ingestMs)).toBeLessThan(300);
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
])('%s: the memory stays, others are served', again, async (_name, attack) => {
  const run = () => flood(h, { ...attack, forMs: 1_500 });
  expectService(await whileAttacked(h, other.productionKey, run));
});

test('a body that unpacks to more than it says is refused, and so is one of two parts', async () => {
  const body = gzipSync(JSON.stringify(pageView()).padEnd(100_000));
  const lying = Buffer.from(body);
  lying.writeUInt32LE(1_000, lying.length - 4);
  const twice = Buffer.concat([body, gzipSync('{}')]);
  expect((await post(h, '/ingest', lying, packed)).status).toBe(400);
  expect((await post(h, '/ingest', twice, packed)).status).toBe(400);
  expect((await post(h, '/ingest', body, packed)).status).toBe(200);
});

test(
  '1,000 events with user agents made to be slow do not hold up the service',
  again,
  async () => {
    const agents = ['bot', 'a.', 'A-', ') Version/1', 'AlipayDefined(', ' ', '-', 'a@'].map(
      (text) => text.repeat(400).slice(0, 1_000),
    );
    const batch = Array.from({ length: 1000 }, (_, place) => ({
      ...pageView(),
      visitor_id: randomUUID(),
      context: { user_agent: `${agents[place % agents.length]?.slice(4)}${place}`.slice(-1_000) },
    }));
    // A stranger's are not looked at, but where the workspace believes everybody.
    const open = await h.newWorkspace('Open', { trust: 'open' });
    const seen = await whileAttacked(h, other.productionKey, async () => {
      for (const key of [h.workspace.productionKey, open.productionKey]) {
        expect(await h.send(batch, key)).toMatchObject({ accepted: 1000 });
      }
    });
    expect(seen.healthMs).toBeLessThan(250);
  },
);

test('64 /visitor-resolve at a time leave room for the reads of others', again, async () => {
  const body = JSON.stringify({ visitor_id: randomUUID() });
  const reads: number[] = [];
  let isOn = true;
  const read = async () => {
    while (isOn) {
      reads.push(
        await waitOf(h, async () => {
          const answer = await h.client(other.secretKey).GET('/leads');
          expect(answer.response.status).toBe(200);
        }),
      );
    }
  };
  const reading = read();
  await flood(h, { path: '/visitor-resolve', body, headers: plain, connections: 64, forMs: 1_000 });
  isOn = false;
  await reading;
  expect(median(reads)).toBeLessThan(300);
});

test(
  'traits by the thousand are refused, and as many as are taken hold nobody up',
  again,
  async () => {
    const identify = (round: number, count: number) => ({
      ...pageView(),
      type: 'identify',
      email: 'many@traits.example',
      traits: Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${round}_${n}`, n])),
    });
    const seen = await whileAttacked(h, other.productionKey, async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, round) => h.send(identify(round, 2_000))),
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
  },
);
