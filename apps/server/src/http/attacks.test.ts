/*
 * What a stranger who holds a production key can do to others: nothing that they would notice. Times of
 * ingest are generous, since a machine may be busy; `npm run bench -- attacks` measures.
 */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { flood, median, pageView, whileAttacked } from '../testing/attacks.ts';
import { startHarness } from '../testing/harness.ts';
import { post } from '../testing/post.ts';

const h = await startHarness();
const other = await h.newWorkspace('Other');
const mebibyte = 1024 * 1024;
/** What nobody waits longer for /healthz by what the service does; those who attack take their time in the same process. */
const healthLimitMs = 250;

const againWhenBusy = { retry: 2 };

function gzipHeaders() {
  return { 'x-svc-key': h.workspace.productionKey, 'content-encoding': 'gzip' };
}

test(
  'bodies that unpack to 4 MiB on 100 connections: the memory stays, others are served',
  againWhenBusy,
  async () => {
    await h.send([pageView(), pageView()], other.productionKey);
    const text = JSON.stringify({
      ...pageView(),
      properties: { list: Array.from({ length: 400_000 }, () => ({ a: 1 })) },
    });
    const body = gzipSync(text.padEnd(4 * mebibyte, ' '), { level: 9 });
    const before = process.memoryUsage().rss;
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss);
    }, 20);
    const { healthMs, ingestMs } = await whileAttacked(h, other.productionKey, () =>
      flood(h, { path: '/ingest', body, headers: gzipHeaders(), connections: 100, forMs: 1_500 }),
    );
    clearInterval(watch);
    expect(highest - before).toBeLessThan(400 * mebibyte);
    expect(healthMs).toBeLessThan(healthLimitMs);
    expect(median(ingestMs)).toBeLessThan(300);
  },
);

test(
  'batches that unpack to 4 MiB of messages on 32 connections: others are served',
  againWhenBusy,
  async () => {
    const batch = Array.from({ length: 1000 }, () => ({
      ...pageView(),
      properties: { text: 'x'.repeat(3_800) },
    }));
    const body = gzipSync(JSON.stringify({ batch }), { level: 9 });
    const { healthMs, ingestMs } = await whileAttacked(h, other.productionKey, () =>
      flood(h, {
        path: '/ingest/batch',
        body,
        headers: gzipHeaders(),
        connections: 32,
        forMs: 1_500,
      }),
    );
    expect(healthMs).toBeLessThan(healthLimitMs);
    expect(median(ingestMs)).toBeLessThan(300);
  },
);

test(
  'plain bodies of 1 MiB on 32 connections wait unread: others are served',
  againWhenBusy,
  async () => {
    const batch = Array.from({ length: 1000 }, () => ({
      ...pageView(),
      properties: { text: 'x'.repeat(800) },
    }));
    const { healthMs, ingestMs } = await whileAttacked(h, other.productionKey, () =>
      flood(h, {
        path: '/ingest/batch',
        body: JSON.stringify({ batch }),
        headers: { 'x-svc-key': h.workspace.productionKey },
        connections: 32,
        forMs: 1_500,
      }),
    );
    expect(healthMs).toBeLessThan(healthLimitMs);
    expect(median(ingestMs)).toBeLessThan(300);
  },
);

test('a body that unpacks to more than it says is refused, and so is one of two parts', async () => {
  const packed = gzipSync(JSON.stringify(pageView()).padEnd(100_000));
  const lying = Buffer.from(packed);
  lying.writeUInt32LE(1_000, lying.length - 4);
  const answer = await post(h, '/ingest', lying, { 'content-encoding': 'gzip' });
  expect(answer.status).toBe(400);
  const twice = Buffer.concat([packed, gzipSync('{}')]);
  expect((await post(h, '/ingest', twice, { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await post(h, '/ingest', packed, { 'content-encoding': 'gzip' })).status).toBe(200);
});

test(
  '1,000 events with user agents made to be slow do not hold up the service',
  againWhenBusy,
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
    const { healthMs } = await whileAttacked(h, other.productionKey, async () => {
      for (const key of [h.workspace.productionKey, open.productionKey]) {
        expect(await h.send(batch, key)).toMatchObject({ accepted: 1000 });
      }
    });
    expect(healthMs).toBeLessThan(healthLimitMs);
  },
);

test(
  'refused messages take no more than three times the wire, and others do not wait for them',
  againWhenBusy,
  async () => {
    const before = await failedBytes();
    const headers = { 'x-svc-key': h.workspace.productionKey };
    let wire = 0;
    const { healthMs, ingestMs } = await whileAttacked(h, other.productionKey, async () => {
      for (const item of ['{}', `{"a":"${'x'.repeat(3_000)}"}`]) {
        const text = `{"batch":[${Array.from({ length: 1000 }, () => item).join()}]}`;
        for (let round = 0; round < 10; round += 1) {
          const body = round < 5 ? gzipSync(text) : Buffer.from(text).subarray(0, mebibyte);
          const packed: Record<string, string> = round < 5 ? { 'content-encoding': 'gzip' } : {};
          await post(h, '/ingest/batch', body, { ...headers, ...packed });
          wire += body.length;
        }
      }
    });
    // The allowance of the sender comes on top, once.
    expect((await failedBytes()) - before).toBeLessThan(3 * wire + 100_000);
    expect(healthMs).toBeLessThan(healthLimitMs);
    expect(median(ingestMs)).toBeLessThan(300);
  },
);

async function failedBytes(): Promise<number> {
  const [row] = await h.db.system(
    (tx) => tx<{ bytes: number; longest: number }[]>`
      select coalesce(sum(length(body) + length(reason) + 100), 0)::int as bytes,
             coalesce(max(length(body)), 0)::int as longest
      from failed_events`,
  );
  expect(row?.longest).toBeLessThanOrEqual(4096);
  return row?.bytes ?? 0;
}

test('messages that take over twenty times the wire are refused when the allowance is used up', async () => {
  const workspace = await h.newWorkspace();
  const headers = { 'x-svc-key': workspace.productionKey, 'content-encoding': 'gzip' };
  const batch = Array.from({ length: 500 }, () => ({
    ...pageView(),
    context: { page: { url: `https://a.example/${'x'.repeat(1_000)}` } },
  }));
  const packed = gzipSync(JSON.stringify({ batch }));
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round += 1) {
    statuses.add((await post(h, '/ingest/batch', packed, headers)).status);
  }
  expect([...statuses]).toContain(413);
  const shared = {
    batch: batch.map(({ context: _context, ...message }) => message),
    context: { page: { url: `https://a.example/${'x'.repeat(4_000)}` } },
  };
  const plain = { 'x-svc-key': workspace.productionKey };
  expect((await post(h, '/ingest/batch', shared, plain)).status).toBe(413);
  expect((await post(h, '/ingest/batch', { batch: batch.slice(0, 100) }, plain)).status).toBe(200);
});

test('so are packed messages of visitors who are all new, unless they are sent plain', async () => {
  const workspace = await h.newWorkspace();
  const key = { 'x-svc-key': workspace.productionKey };
  const headers = { ...key, 'content-encoding': 'gzip' };
  const batchOf = (count: number) =>
    JSON.stringify({ batch: Array.from({ length: count }, () => pageView()) });
  const statuses: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    statuses.push((await post(h, '/ingest/batch', gzipSync(batchOf(100)), headers)).status);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 413]);
  expect((await post(h, '/ingest/batch', JSON.parse(batchOf(100)), key)).status).toBe(200);
});

test(
  '64 /visitor-resolve at a time leave room for the reads of others',
  againWhenBusy,
  async () => {
    const headers = { 'x-svc-key': h.workspace.productionKey };
    const body = JSON.stringify({ visitor_id: randomUUID() });
    const reads: number[] = [];
    let isOn = true;
    const read = async () => {
      while (isOn) {
        const started = performance.now();
        const answer = await h.client(other.secretKey).GET('/leads');
        expect(answer.response.status).toBe(200);
        reads.push(performance.now() - started);
      }
    };
    const reading = read();
    await flood(h, {
      path: '/visitor-resolve',
      body,
      headers,
      connections: 64,
      forMs: 1_000,
    });
    isOn = false;
    await reading;
    expect(median(reads)).toBeLessThan(300);
  },
);

test('one address cannot use up the limit of a key, and the service itself is outside of limits', async () => {
  const { key } = await h.newKey({ kind: 'production', rateLimitPerMinute: 400 });
  const send = (from: string) =>
    h.app.inject({
      method: 'POST',
      url: '/ingest',
      headers: { 'x-svc-key': key },
      remoteAddress: from,
      payload: pageView(),
    });
  const statuses = async (count: number, from: (index: number) => string) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) {
      seen.push((await send(from(index))).statusCode);
    }
    return seen.filter((status) => status === 200).length;
  };
  expect(await statuses(110, () => '203.0.113.1')).toBe(100);
  expect(await statuses(110, (index) => `2001:db8:1:${(index % 200).toString(16)}::1`)).toBe(100);
  expect((await send('203.0.113.2')).statusCode).toBe(200);
});

test(
  'traits by the thousand are refused, and as many as are taken hold nobody up',
  againWhenBusy,
  async () => {
    const identify = (round: number, count: number) => ({
      ...pageView(),
      type: 'identify',
      email: 'many@traits.example',
      traits: Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${round}_${n}`, n])),
    });
    const { healthMs } = await whileAttacked(h, other.productionKey, async () => {
      const [many] = (await h.send([identify(0, 2_000)])).results;
      expect(many).toMatchObject({ status: 'rejected', error: expect.stringMatching(/^traits: /) });
      const batch = Array.from({ length: 60 }, (_, round) => identify(round, 512));
      expect(await h.send(batch)).toMatchObject({ accepted: 60 });
    });
    expect(healthMs).toBeLessThan(healthLimitMs);
  },
);
