/*
 * What a stranger who holds a production key has stored, by what was on the wire: by the size of all tables and
 * indexes in a service of the file's own, which has nothing else to do.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startAttackedService } from '../../testing/attacked-service.ts';
import { batchOf, pageView } from '../../testing/attacks.ts';
import { post } from '../../testing/post.ts';

const h = await startAttackedService();

/** What all tables take with their indexes. */
async function storedBytes(): Promise<number> {
  return h.db.system(async (tx) => {
    const [row] = await tx<{ bytes: number }[]>`
      select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;
    return row?.bytes ?? 0;
  });
}

/** Once what follows from all that was sent is done. */
async function storedInTheEnd(): Promise<number> {
  let before = 0;
  let bytes = await storedBytes();
  while (bytes !== before) {
    before = bytes;
    await sleep(1_500);
    bytes = await storedBytes();
  }
  return bytes;
}

await storedInTheEnd();

interface Sent {
  name: string;
  batch: () => string;
  isPacked: boolean;
  times: number;
  /** Stored for a byte on the wire, and what a sender may have beyond that, once (`collect/ingest/allowances.ts`). */
  most: number;
  allowance: number;
}

const valid = { isPacked: true, most: 20, allowance: 256 * 1024 };
const refused = { most: 3, allowance: 64 * 1024 };
const longPage = { page: { url: `https://a.example/${'x'.repeat(1_000)}` } };
/** At least, of a request with such headers. */
const headBytes = 200;
/** As much on the wire as makes the rest of a message just be taken. */
const filling = (bytes: number) => ({ text: randomBytes(bytes).toString('base64') });

test.each<Sent>([
  {
    name: 'visitors who are all new',
    batch: () => batchOf(100, () => ({ ...pageView(), properties: filling(90) })),
    times: 40,
    ...valid,
  },
  {
    name: 'one visit with long addresses',
    batch: () => {
      const visit = { ...pageView(), context: longPage };
      return batchOf(100, () => ({ ...visit, properties: filling(60) }));
    },
    times: 40,
    ...valid,
  },
  {
    name: 'small messages that are refused',
    batch: () => batchOf(1000, () => ({ a: 1 })),
    isPacked: false,
    times: 60,
    ...refused,
  },
  {
    name: 'long ones that are refused',
    batch: () => batchOf(1000, () => ({ a: 'x'.repeat(3_000) })),
    isPacked: true,
    times: 20,
    ...refused,
  },
])('tables take at most $most times the wire: $name', async (sent) => {
  const workspace = await h.newWorkspace();
  const headers = {
    'x-svc-key': workspace.productionKey,
    ...(sent.isPacked && { 'content-encoding': 'gzip' }),
  };
  const before = await storedBytes();
  let wire = 0;
  for (let place = 0; place < sent.times; place += 1) {
    const body = sent.isPacked ? gzipSync(sent.batch(), { level: 9 }) : sent.batch();
    expect((await post(h, '/ingest/batch', body, headers)).status).toBe(200);
    wire += headBytes + body.length;
  }
  const stored = (await storedInTheEnd()) - before;
  expect(stored).toBeGreaterThan(0);
  expect(stored - sent.allowance).toBeLessThan(sent.most * wire);
});

test('messages that take over twenty times the wire are refused when the allowance is used up', async () => {
  const workspace = await h.newWorkspace();
  const headers = { 'x-svc-key': workspace.productionKey, 'content-encoding': 'gzip' };
  const batch = Array.from({ length: 500 }, () => ({ ...pageView(), context: longPage }));
  const body = gzipSync(JSON.stringify({ batch }));
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round += 1) {
    statuses.add((await post(h, '/ingest/batch', body, headers)).status);
  }
  expect([...statuses]).toContain(413);
  const shared = {
    batch: batch.map(({ context: _context, ...message }) => message),
    context: { page: { url: `https://a.example/${'x'.repeat(4_000)}` } },
  };
  const unpacked = { 'x-svc-key': workspace.productionKey };
  expect((await post(h, '/ingest/batch', shared, unpacked)).status).toBe(413);
  expect((await post(h, '/ingest/batch', { batch: batch.slice(0, 100) }, unpacked)).status).toBe(
    200,
  );
});

test('so are packed messages of visitors who are all new, unless they are sent plain', async () => {
  const workspace = await h.newWorkspace();
  const key = { 'x-svc-key': workspace.productionKey };
  const headers = { ...key, 'content-encoding': 'gzip' };
  const views = () => batchOf(100, pageView);
  const statuses: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    statuses.push((await post(h, '/ingest/batch', gzipSync(views()), headers)).status);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 413]);
  expect((await post(h, '/ingest/batch', JSON.parse(views()), key)).status).toBe(200);
});
