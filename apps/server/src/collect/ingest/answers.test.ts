import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { dataOf, errorOf, post, postBare, statusesOf } from '../../testing/post.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

const view = (fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id: randomUUID(),
  session_id: randomUUID(),
  ...fields,
});
const batchOf = (count: number) => Array.from({ length: count }, () => view());
const countEvents = () =>
  h.db.system(async (tx) => {
    const [row] = await tx<{ total: number }[]>`select count(*)::integer as total from events`;
    return row?.total ?? 0;
  });

test('one message is answered with one result that names what was stored', async () => {
  const message = view({ message_id: 'first' });
  const answer = await post(h, '/ingest', message);
  expect(answer.body).toEqual({
    data: {
      accepted: 1,
      duplicates: 0,
      rejected: 0,
      results: [
        {
          index: 0,
          message_id: 'first',
          status: 'accepted',
          visitor_id: message.visitor_id,
          session_id: message.session_id,
        },
      ],
    },
  });
  expect(answer.status).toBe(200);
});

test("a sender's own ids come back as they were, whatever they hold", async () => {
  const ids = [
    'a"b',
    'back\\slash',
    'line\nbreak',
    '\u2028',
    'é ❤',
    '</script>',
    '","status":"rejected',
    '#',
  ];
  const batch = ids.map((message_id) => view({ message_id }));
  for (const status of ['accepted', 'duplicate']) {
    const answer = await post(h, '/ingest/batch', { batch });
    const expected = batch.map(({ visitor_id, session_id }, index) => {
      return { index, message_id: ids[index], status, visitor_id, session_id };
    });
    expect(dataOf(answer).results).toEqual(expected);
  }
});

test('a bad single message returns 400 with place and reason; in a batch it is a result', async () => {
  const bad = { ...view(), name: 7, message_id: 'bad' };
  const answer = await post(h, '/ingest', bad);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    error: 'invalid_request',
    message: 'name must be a string',
    details: { issues: [{ path: 'body.name', message: 'must be a string' }] },
  });
  const nobody = await post(h, '/ingest', { type: 'identify', visitor_id: view().visitor_id });
  expect([nobody.status, errorOf(nobody).message]).toEqual([
    400,
    expect.stringContaining('needs email or user_id'),
  ]);
  const whole = await post(h, '/ingest', '[]');
  expect([whole.status, errorOf(whole).error]).toEqual([400, 'invalid_request']);
  const batch = await post(h, '/ingest/batch', { batch: [bad] });
  expect(batch.status).toBe(200);
  expect(batch.body).toEqual({
    data: {
      accepted: 0,
      duplicates: 0,
      rejected: 1,
      results: [
        {
          index: 0,
          message_id: 'bad',
          status: 'rejected',
          visitor_id: null,
          session_id: null,
          error: 'name: must be a string',
        },
      ],
    },
  });
});

test('results are in the order of the batch, and one bad message fails no other', async () => {
  const same = view({ message_id: 'twice' });
  const batch = [view(), same, 'text', { type: 'nonsense' }, same, null, view()];
  const data = await h.send(batch as object[]);
  expect(data.results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(statusesOf(data)).toEqual([
    'accepted',
    'accepted',
    'rejected',
    'rejected',
    'duplicate',
    'rejected',
    'accepted',
  ]);
  expect(data).toMatchObject({ accepted: 3, duplicates: 1, rejected: 3 });
});

test.each(['', '{', '[1,', 'null', '17', '[]', '{}', '{"batch":{}}', '{"batch":"x"}', '\ufeff{}'])(
  'a batch body that cannot be read as a whole is 400: %j',
  async (body) => {
    const answer = await post(h, '/ingest/batch', body);
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({
      error: 'invalid_request',
      message: expect.stringMatching(/./),
    });
  },
);

test('an empty batch is answered with no results', async () => {
  const answer = await post(h, '/ingest/batch', { batch: [] });
  expect(answer.body).toEqual({ data: { accepted: 0, duplicates: 0, rejected: 0, results: [] } });
});

test('1,000 messages are taken at once, 1,001 are 413 and none of them stored', async () => {
  const before = await countEvents();
  expect(await h.send(batchOf(1000))).toMatchObject({ accepted: 1000 });
  expect(await countEvents()).toBe(before + 1000);
  const answer = await post(h, '/ingest/batch', { batch: batchOf(1001) });
  expect(answer.status).toBe(413);
  expect(errorOf(answer).error).toBe('payload_too_large');
  expect(await countEvents()).toBe(before + 1000);
});

test('1 MiB on the wire is taken, one byte more is 413', async () => {
  const fill = (size: number) => JSON.stringify({ batch: [view()] }).padEnd(size, ' ');
  expect((await post(h, '/ingest/batch', fill(1024 * 1024))).status).toBe(200);
  const answer = await post(h, '/ingest/batch', fill(1024 * 1024 + 1));
  expect(answer.status).toBe(413);
  expect(errorOf(answer).error).toBe('payload_too_large');
  expect(answer.headers.get('x-request-id')).toMatch(/./);
});

test('gzip is unpacked up to 4 MiB; one byte more, and a bomb, are 413 without filling the memory', async () => {
  const packed = (size: number) =>
    gzipSync(JSON.stringify({ batch: [view()] }).padEnd(size, ' '), { level: 9 });
  const gzip = { 'content-encoding': 'gzip' };
  expect((await post(h, '/ingest/batch', packed(4 * 1024 * 1024), gzip)).status).toBe(200);
  expect((await post(h, '/ingest/batch', packed(4 * 1024 * 1024 + 1), gzip)).status).toBe(413);
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 });
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(h, '/ingest/batch', bomb, gzip)),
  );
  expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413, 413]);
  // All of them unpacked would be 500 MiB; the heap itself may grow a little meanwhile.
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

test('a gzip body that is none, or is cut short, is 400', async () => {
  const gzip = { 'content-encoding': 'gzip' };
  expect((await post(h, '/ingest/batch', '{"batch":[]}', gzip)).status).toBe(400);
  const cut = gzipSync(JSON.stringify({ batch: [view()] })).subarray(0, 40);
  expect((await post(h, '/ingest/batch', cut, gzip)).status).toBe(400);
});

test.each(['br', 'deflate', 'gzip, gzip', 'nonsense'])(
  'an unknown Content-Encoding is 415: %s',
  async (encoding) => {
    const answer = await post(h, '/ingest', view(), { 'content-encoding': encoding });
    expect(answer.status).toBe(415);
    expect(errorOf(answer).error).toBe('unsupported_media_type');
  },
);

test.each([
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
])('JSON labelled %s is read, as beacons and old senders send it', async (type) => {
  const answer = await post(h, '/ingest', view(), { 'content-type': type });
  expect(dataOf(answer).accepted).toBe(1);
});

test('JSON without any label is read', async () => {
  const headers = { 'x-svc-key': h.workspace.productionKey };
  expect(dataOf(await postBare(h, '/ingest', view(), headers)).accepted).toBe(1);
});

test('a beacon sends its key as ?key= and its body as text', async () => {
  const path = `/ingest/batch?key=${h.workspace.productionKey}`;
  const answer = await postBare(h, path, { batch: [view()] }, { 'content-type': 'text/plain' });
  expect(dataOf(answer).accepted).toBe(1);
  expect(answer.headers.get('x-workspace-id')).toBe(h.workspace.id);
});

test('a message of 32 KiB is taken, a larger one is rejected alone', async () => {
  const ofSize = (bytes: number) => {
    const message = view({ properties: { text: '' } });
    const missing = bytes - JSON.stringify(message).length;
    return { ...message, properties: { text: 'x'.repeat(missing) } };
  };
  const data = await h.send([ofSize(32 * 1024), ofSize(32 * 1024 + 1), view()]);
  expect(statusesOf(data)).toEqual(['accepted', 'rejected', 'accepted']);
  expect(data.results[1]?.error).toBe('message: is larger than 32768 bytes');
});

test('a message nested 32 deep is taken, one of 33 is rejected alone', async () => {
  // The message itself is the first level, its properties the second.
  const nested = (depth: number) => JSON.parse('{"a":'.repeat(depth) + 1 + '}'.repeat(depth));
  const ofDepth = (depth: number) => view({ properties: nested(depth - 1) });
  const data = await h.send([ofDepth(32), ofDepth(33), view()]);
  expect(statusesOf(data)).toEqual(['accepted', 'rejected', 'accepted']);
  expect(data.results[1]?.error).toMatch(/nested too deeply/);
});

test('every answer carries a request id of its own, and the workspace where the key names one', async () => {
  const { productionKey, id } = h.workspace;
  const answers = await Promise.all([
    post(h, '/ingest', view()),
    post(h, '/ingest', '{'),
    post(h, '/ingest', view(), { 'content-encoding': 'br' }),
    post(h, '/ingest/batch', { batch: batchOf(1001) }),
    post(h, '/visitor-resolve', { visitor_id: 'x' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 415, 413, 400]);
  expect(answers.map(({ headers }) => headers.get('x-workspace-id'))).toEqual(
    answers.map(() => id),
  );
  const others = await Promise.all([
    post(h, '/ingest', view(), { 'x-svc-key': 'svc_pk_wrong' }),
    post(h, '/nowhere', view()),
    post(h, '/%ff', view()),
    post(h, `/ingest?key=${productionKey}`, 'x'.repeat(2 * 1024 * 1024)),
  ]);
  const ids = [...answers, ...others].map(({ headers }) => headers.get('x-request-id'));
  expect(ids.filter((text) => text === null)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('any website may send and read the answer; a preflight is answered the same for everyone', async () => {
  const origins = ['https://a.example', 'null', 'http://localhost:3000'];
  for (const origin of origins) {
    const sent = await post(h, '/ingest', view(), { origin });
    expect(sent.headers.get('access-control-allow-origin')).toBe('*');
    expect(sent.headers.get('access-control-expose-headers')).toContain('Retry-After');
    const refused = await post(h, '/ingest', view(), { origin, 'x-svc-key': 'svc_pk_wrong' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  }
  const preflight = async (path: string, origin: string, headers: string) => {
    const response = await h.fetch(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('x-request-id')).toMatch(/./);
    return [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  };
  const first = await preflight('/ingest', 'https://a.example', 'x-svc-key');
  const allowed = new Map(first).get('access-control-allow-headers');
  expect(allowed).toContain('X-Svc-Key');
  expect(allowed).toContain('Content-Type');
  expect(new Map(first).has('access-control-allow-credentials')).toBe(false);
  for (const path of [
    '/ingest',
    '/ingest/batch',
    '/visitor-resolve',
    '/api/v1/leads',
    '/nowhere',
  ]) {
    expect(await preflight(path, 'https://evil.example', 'authorization')).toEqual(first);
  }
});
