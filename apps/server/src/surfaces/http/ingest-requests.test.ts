/* The same request in several spellings and forms: each is answered the same. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { makeKeyText } from '../../accounts/keys/key-text.ts';
import { revokeKey } from '../../accounts/keys/store.ts';
import { startHarness } from '../../testing/harness.ts';
import { type Answer, answerOf, post, postBare } from '../../testing/post.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness({ trust: 'open' });

const view = (fields: object = {}) => ({
  type: 'event',
  name: 'page_view',
  visitor_id: '0190f0a0-0000-7000-8000-000000000001',
  session_id: '0190f0a0-0000-7000-8000-000000000002',
  message_id: 'same',
  ...fields,
});
const spelledElse = (path: string) => `${path.replace('i', '%69')}?x=1`;

function comparable({ status, headers, body }: Answer) {
  const own = ['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  const values = [...headers].map(([name, value]) => [name, own.includes(name) ? '' : value]);
  return { status, headers: values.sort(), body };
}

// The key is remembered from here on.
await post(h, '/ingest', view());

test.each([
  ['a message that was stored before', '/ingest', view()],
  ['a message that is refused', '/ingest', { ...view(), name: 7 }],
  ['a batch', '/ingest/batch', { batch: [view(), view(), null] }],
  ['an empty batch', '/ingest/batch', { batch: [] }],
  ['no JSON', '/ingest', '{'],
  ['no body', '/ingest', ''],
  ['no batch', '/ingest/batch', {}],
  ['too many messages', '/ingest/batch', { batch: Array(1001).fill(view()) }],
  ['too large a body', '/ingest', ' '.repeat(1024 * 1024 + 1)],
])('%s is answered with the same status, headers and body', async (_name, path, body) => {
  const usual = await post(h, path, body);
  const other = await post(h, spelledElse(path), body);
  expect(comparable(usual)).toEqual(comparable(other));
  expect(usual.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(usual.headers.get('x-workspace-id')).toBe(h.workspace.id);
});

test('gzip is unpacked the same way', async () => {
  const packed = gzipSync(JSON.stringify(view()));
  const headers = { 'content-encoding': 'gzip' };
  const usual = await post(h, '/ingest', packed, headers);
  expect(usual.body).toMatchObject({ data: { duplicates: 1 } });
  const other = await post(h, spelledElse('/ingest'), packed, headers);
  expect(comparable(usual)).toEqual(comparable(other));
});

test('a body in chunks is taken as any other, and one that grows too large is refused', async () => {
  const chunked = async (parts: string[]) => {
    const body = ReadableStream.from(parts.map((part) => Buffer.from(part)));
    const headers = { 'x-svc-key': h.workspace.productionKey };
    return answerOf(await h.fetch('/ingest', { method: 'POST', headers, body, duplex: 'half' }));
  };
  const text = JSON.stringify(view());
  const usual = await post(h, '/ingest', text);
  expect(comparable(await chunked([text.slice(0, 9), text.slice(9)]))).toEqual(comparable(usual));
  const tooLarge = await chunked([text, ' '.repeat(1024 * 1024)]);
  expect(tooLarge.status).toBe(413);
  expect(tooLarge.headers.get('connection')).toBe('close');
});

test('a key may be in the address, one in the header counts more, and of two none does', async () => {
  const { productionKey: key } = h.workspace;
  const other = makeKeyText('production');
  const send = (query: string, headers: Record<string, string> = {}) =>
    postBare(h, `/ingest?${query}`, view(), headers).then(({ status }) => status);
  expect(await send(`key=${key}&x=1`)).toBe(200);
  expect(await send(`key=${other}`, { 'x-svc-key': key })).toBe(200);
  expect(await send(`key=${key}`, { 'x-svc-key': other })).toBe(401);
  expect(await send(`key=${key}&key=${other}`)).toBe(401);
});

test.each([
  ['no key', {}],
  ['a key that was never made', { 'x-svc-key': makeKeyText('production') }],
  ['a secret key', { 'x-svc-key': h.workspace.secretKey }],
])('%s is refused with the same bytes', async (_what, headers) => {
  const usual = await postBare(h, '/ingest', view(), headers);
  const other = await postBare(h, spelledElse('/ingest'), view(), headers);
  expect(usual.status).toBe(401);
  expect(comparable(usual)).toEqual(comparable(other));
});

test('behind a trusted proxy each spelling sees the visitor’s address and counts it', async () => {
  const behind = await startHarness({
    TRUST_PROXY: '127.0.0.1',
    ADDRESS_RATE_LIMIT_PER_MINUTE: '2',
  });
  const { productionKey: key } = await behind.newWorkspace('Test', { ip_anonymisation: 'none' });
  const seen: unknown[] = [];
  for (const path of ['/ingest', spelledElse('/ingest')]) {
    const visitor_id = randomUUID();
    const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'x-svc-key': key };
    const answer = await postBare(behind, path, view({ visitor_id, message_id: path }), forwarded);
    expect(answer.status).toBe(200);
    const [row] = await behind.db.system(
      (tx) => tx`select ip from sessions where visitor_id = ${visitor_id}`,
    );
    seen.push(row?.ip);
  }
  expect(seen).toEqual(['198.51.100.7', '198.51.100.7']);
  const from = (ip: string, path: string) =>
    postBare(behind, path, view(), { 'x-forwarded-for': ip }).then(({ status }) => status);
  const statuses = [];
  for (const path of ['/ingest', spelledElse('/ingest'), '/ingest', spelledElse('/ingest')]) {
    statuses.push(await from('203.0.113.77', path));
  }
  expect(statuses).toEqual([401, 401, 429, 429]);
  expect(await from('203.0.113.78', '/ingest')).toBe(401);
});

test('a request is counted once, whatever its outcome', async () => {
  const { key } = await h.newKey({ kind: 'production', rateLimitPerMinute: 6 });
  const left: (string | null)[] = [];
  for (const body of [view(), '{', view(), '{', view(), '{', view(), '{']) {
    const answer = await post(h, '/ingest', body, { 'x-svc-key': key });
    left.push(`${answer.status} ${answer.headers.get('x-ratelimit-remaining')}`);
  }
  expect(left).toEqual(['200 5', '400 4', '200 3', '400 2', '200 1', '400 0', '429 0', '429 0']);
});

test('a revoked key is refused at once, with a good body and with a bad one', async () => {
  for (const body of [view({ message_id: randomUUID() }), '{', { type: 'nonsense' }]) {
    const { id, key } = await h.newKey({ kind: 'production' });
    const send = () => post(h, '/ingest', body, { 'x-svc-key': key });
    expect((await send()).status).not.toBe(401);
    await h.db.system((tx) => revokeKey(tx, id));
    expect((await send()).status).toBe(401);
    expect((await send()).status).toBe(401);
  }
});

test('half a request that ends with its connection stores nothing and disturbs no other', async () => {
  const { port } = new URL(h.url);
  const body = JSON.stringify(view({ message_id: 'half', visitor_id: randomUUID() }));
  const head = [
    'POST /ingest HTTP/1.1',
    'Host: x',
    `X-Svc-Key: ${h.workspace.productionKey}`,
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  await vi.waitFor(() => expect(socket.bytesWritten).toBeGreaterThan(100));
  socket.destroy();
  const answer = await post(h, '/ingest', view({ message_id: 'half' }));
  expect(answer.body).toMatchObject({ data: { accepted: 1 } });
});

test('requests in one write on one connection are answered in their order', async () => {
  const { port } = new URL(h.url);
  const ids = Array.from({ length: 20 }, () => randomUUID());
  const request = (id: string, place: number) => {
    const body = JSON.stringify(view({ message_id: id }));
    const path = place % 3 === 0 ? spelledElse('/ingest') : '/ingest';
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Content-Length: ${body.length}`];
    return `${[...head, `X-Svc-Key: ${h.workspace.productionKey}`].join('\r\n')}\r\n\r\n${body}`;
  };
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write(ids.map(request).join(''));
  const answered = () => [...text.matchAll(/"message_id":"([^"]+)"/g)].map(([, id]) => id);
  await vi.waitFor(() => expect(answered()).toHaveLength(20), 60_000);
  socket.destroy();
  expect(answered()).toEqual(ids);
});
