/* What is compressed, for whom, and that it is the same when it is unpacked. */
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Snippet } from '@footfall/contract/snippet';
import { expect, test } from 'vitest';
import { restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { signedIn } from '../../testing/signed-in.ts';
import { acceptedEncoding } from './encodings.ts';

const h = await sharedHarness();
const rest = restOf(h);
for (let count = 0; count < 20; count++) {
  await rest.post('/leads', { properties: { note: 'x'.repeat(100), count } });
}
const authorization = `Bearer ${h.workspace.secretKey}`;

interface Raw {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** As it goes over the wire; `fetch` would unpack it. */
function ask(path: string, encoding: string, method = 'GET', more: object = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'accept-encoding': encoding, ...more };
    const sent = httpRequest(h.url + path, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    sent.on('error', reject).end();
  });
}

const unpack = { gzip: gunzipSync, br: brotliDecompressSync };

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['gzip;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
  ['gzip;q=nonsense', undefined],
  [';;,,;q=1', undefined],
])('Accept-Encoding %j is answered with %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

const documents = ['/sdk.js', '/docs/docs.css', '/docs/guides/trust', '/api/v1/leads?limit=20'];

test.each(documents)('%s is smaller by gzip and by br, and the same', async (path) => {
  const plain = await ask(path, 'identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers.vary).toContain('Accept-Encoding');
  for (const encoding of ['gzip', 'br'] as const) {
    const packed = await ask(path, encoding);
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers.vary).toBe(plain.headers.vary);
    expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
    expect(Number(packed.headers['content-length'])).toBe(packed.body.length);
    expect(packed.body.length).toBeLessThan(plain.body.length / 1.5);
    expect(unpack[encoding](packed.body)).toEqual(plain.body);
    const head = await ask(path, encoding, 'HEAD');
    expect(head.body).toHaveLength(0);
    expect(head.headers['content-length']).toBe(packed.headers['content-length']);
    expect(head.headers['content-encoding']).toBe(encoding);
  }
});

test('small answers, single records, errors and ingest are sent as they are', async () => {
  const { body } = await ask('/api/v1/leads?limit=1', 'identity');
  const { data } = JSON.parse(body.toString()) as { data: { id: string }[] };
  await rest.patch(`/leads/${data[0]?.id}`, { properties: { long: 'x'.repeat(5_000) } });
  const paths = [
    '/api/v1/lists',
    `/api/v1/leads/${data[0]?.id}`,
    `/api/v1/leads?${'x'.repeat(3_000)}=1&${'y'.repeat(3_000)}=2`,
    '/healthz',
  ];
  for (const path of paths) {
    expect((await ask(path, 'gzip, br')).headers['content-encoding'], path).toBeUndefined();
  }
  const messages = { batch: Array.from({ length: 50 }, () => ({ type: 'event', name: 'x' })) };
  const answer = await fetch(`${h.url}/ingest/batch`, {
    method: 'POST',
    headers: { 'x-svc-key': h.workspace.productionKey, 'accept-encoding': 'gzip' },
    body: JSON.stringify(messages),
  });
  expect((await answer.text()).length).toBeGreaterThan(1_024);
  expect(answer.headers.get('content-encoding')).toBeNull();
});

test('a list for a browser varies by origin and by encoding', async () => {
  const { key } = await h.newKey({ serverOnly: false, origins: ['https://app.example'] });
  const more = { authorization: `Bearer ${key}`, origin: 'https://app.example' };
  const { status, headers } = await ask('/api/v1/leads', 'br', 'GET', more);
  expect([status, headers['content-encoding']]).toEqual([200, 'br']);
  expect(headers.vary).toBe('Origin, Accept-Encoding');
});

test.each([
  ['script', 4_096],
  ['extra', 3_072],
  ['cookieless', 4_352],
] as const)(
  'the %s has an ETag, and a pinned address that stays and is checked by the browser',
  async (name, budget) => {
    const snippet = (await (await signedIn(h)).get('/snippet')).body as { data: Snippet };
    const { [name]: path, [`pinned_${name}` as const]: pinnedPath, ...others } = snippet.data;
    const shownDigest = name === 'script' ? others.integrity : others[`${name}_integrity` as const];
    const script = await ask(path, 'br');
    const again = { 'if-none-match': String(script.headers.etag) };
    expect((await ask(path, 'br', 'GET', again)).status).toBe(304);
    expect(script.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const pinned = await ask(pinnedPath, 'identity');
    expect(pinned.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(pinned.headers['access-control-allow-origin']).toBe('*');
    expect(pinned.body).toEqual(unpack.br(script.body));
    const digest = await crypto.subtle.digest('SHA-384', new Uint8Array(pinned.body));
    expect(shownDigest).toBe(`sha384-${Buffer.from(digest).toString('base64')}`);
    expect((await ask(path.replace('.js', '-0123456789abcdef.js'), 'br')).status).toBe(404);
    expect((await ask(path, 'gzip')).body.length).toBeLessThanOrEqual(budget);
  },
);
