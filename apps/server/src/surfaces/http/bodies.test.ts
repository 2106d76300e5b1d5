import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { hostileJson } from '../../testing/hostile-values.ts';
import { faultsIn, pageIn, recordIn, restOf } from '../../testing/rest.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { together } from '../../testing/together.ts';

const h = await sharedHarness();
const rest = restOf(h);
const json = { 'content-type': 'application/json' };
const mebibyte = 1024 * 1024;

test('a body that is absent or empty is an object without fields', async () => {
  const bare = await rest.raw('POST', '/leads');
  expect(bare.status).toBe(201);
  expect((await rest.raw('POST', '/leads', { headers: json })).status).toBe(201);
  expect((await rest.raw('POST', '/leads', { headers: json, body: '' })).status).toBe(201);
  const lead = recordIn(bare);
  expect((await rest.raw('PATCH', `/leads/${lead.id}`)).status).toBe(200);
  const noName = await rest.raw('POST', '/lists');
  expect(faultsIn(noName)).toEqual(['body.name']);
});

test.each(['null', '[]', '"text"', '5', 'true'])('the body %s is no object', async (body) => {
  expect(faultsIn(await rest.post('/leads', body))).toEqual(['body']);
});

test.each(['{', '{"code":}', "{'code':1}", '{"a":1,}', ' ', 'NaN', '\ufeff{}', '{} {}', '\0'])(
  'the body %j is no JSON, and the error has the position',
  async (body) => {
    const answer = await rest.post('/leads', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'invalid_request' });
    expect(answer.text).toContain('JSON');
  },
);

test('JSON is taken under its names, with parameters, in any case', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/merge-patch+json',
    'application/vnd.api+json',
  ]) {
    const answer = await rest.post('/leads', '{}', { 'content-type': type });
    expect(answer.status, type).toBe(201);
  }
});

test.each([
  'text/plain',
  'text/csv',
  'application/xml',
  'application/x-www-form-urlencoded',
  'json',
  'application/jsonp',
])('a body that is labelled %s is 415', async (type) => {
  const answer = await rest.post('/leads', '{}', { 'content-type': type });
  expect(answer.status).toBe(415);
  expect(answer.body).toMatchObject({ error: 'unsupported_media_type' });
});

test('a body without a label is 415', async () => {
  const body = new Blob([Buffer.from('{}')]);
  expect((await rest.raw('POST', '/leads', { body })).status).toBe(415);
});

test('a gzip body is read; broken gzip is 400, another encoding 415', async () => {
  const send = (body: Uint8Array, encoding: string) =>
    rest.raw('POST', '/leads', {
      headers: { ...json, 'content-encoding': encoding },
      body: Buffer.from(body),
    });
  const packed = gzipSync('{"code":"packed"}');
  for (const encoding of ['gzip', 'GZIP', 'x-gzip']) {
    expect(recordIn(await send(packed, encoding)).code).toBe('packed');
  }
  for (const broken of [packed.subarray(0, -9), Buffer.from('{}'), Buffer.alloc(0)]) {
    expect((await send(broken, 'gzip')).status).toBe(400);
  }
  for (const encoding of ['br', 'deflate', 'gzip, gzip', 'zstd']) {
    expect((await send(packed, encoding)).status, encoding).toBe(415);
  }
});

test('a body of 1 MiB is taken and one byte more is 413; unpacked, 4 MiB', async () => {
  const sized = (bytes: number) => `{"properties":{"a":"${'x'.repeat(bytes - 24)}"}} `;
  expect(sized(100)).toHaveLength(100);
  expect((await rest.post('/leads', sized(mebibyte))).status).toBe(201);
  const over = await rest.post('/leads', sized(mebibyte + 1));
  expect(over.status).toBe(413);
  expect(over.body).toMatchObject({ error: 'payload_too_large' });
  const packed = (bytes: number) =>
    rest.post('/leads', gzipSync(sized(bytes)), { 'content-encoding': 'gzip' });
  expect((await packed(4 * mebibyte)).status).toBe(201);
  expect((await packed(4 * mebibyte + 1)).status).toBe(413);
  expect((await packed(20 * mebibyte)).status).toBe(413);
});

test('NUL is removed and lone surrogates are replaced, in texts, names and depth', async () => {
  const text = String.raw`{"code":"a\u0000b","source":"\ud800!","properties":{"k\u0000":["\udc00x",{"\ud800":"\u0000"}],"fox":"\ud83e\udd8a"}}`;
  const lead = recordIn(await rest.post('/leads', text));
  expect(lead).toMatchObject({
    code: 'ab',
    source: '\ufffd!',
    properties: { k: ['\ufffdx', { '\ufffd': '' }], fox: '🦊' },
  });
  expect(recordIn(await rest.get(`/leads/${lead.id}`))).toEqual(lead);
});

test('bytes that are no UTF-8 are replaced', async () => {
  const body = Buffer.concat([Buffer.from('{"code":"a'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(recordIn(await rest.post('/leads', body)).code).toBe('a\ufffd');
});

test('32 levels are taken, 33 are not; numbers beyond a double are not', async () => {
  const nested = (levels: number) =>
    `${'{"properties":'}${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels)}`;
  expect((await rest.post('/leads', nested(32))).status).toBe(201);
  for (const body of [nested(33), nested(5_000), '{"properties":{"a":1e400}}']) {
    const answer = await rest.post('/leads', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'invalid_request' });
  }
});

test('the same name twice: the last one counts', async () => {
  expect(recordIn(await rest.post('/leads', '{"code":"a","code":"b"}')).code).toBe('b');
});

const fields = ['code', 'source', 'visitor_id', 'company_id', 'properties', 'location'];

// In every field of every operation: bad-input.slow.test.ts.
test.each(Object.entries(hostileJson).map(([what, value], place) => [what, value, place] as const))(
  '%s, anywhere in a body, is stored or refused',
  async (_what, value, place) => {
    const bodies = [
      `{"${fields[place % 6]}":${value}}`,
      `{"properties":{"a":${value}},"location":{"b":[${value}]}}`,
    ];
    await together(bodies, async (body) => {
      const answer = await rest.post('/leads', body);
      const label = `${body.slice(0, 100)}: ${answer.text.slice(0, 200)}`;
      expect([201, 400], label).toContain(answer.status);
      if (answer.status === 400) return;
      const lead = recordIn(answer);
      expect(recordIn(await rest.get(`/leads/${lead.id}`))).toEqual(lead);
    });
    const field = ['name', 'description', 'color'][place % 3];
    const list = await rest.post('/lists', `{"name":"x","${field}":${value}}`);
    expect([200, 400], `${field}: ${list.text.slice(0, 200)}`).toContain(list.status);
  },
);

test('unknown names are refused however many there are, and faults beside them are named', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 12 }, (_, place) => [`n${place}`, 1]));
  const answer = await rest.post('/leads', { ...unknown, code: 5, visitor_id: 'me' });
  expect(faultsIn(answer)).toEqual([
    ...Object.keys(unknown).map((name) => `body.${name}`),
    'body.visitor_id',
    'body.code',
  ]);
});

test('a refusal is short, however many faults or however long the names', async () => {
  const before = pageIn(await rest.get('/leads')).pagination.total;
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, place) => [`n${place}`, 1]));
  const long = { ['x'.repeat(900_000)]: 1 };
  for (const body of [many, long]) {
    const answer = await rest.post('/leads', body);
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(20_000);
  }
  const query = Array.from({ length: 500 }, (_, place) => `n${place}=1`).join('&');
  const answer = await rest.get(`/leads?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(20_000);
  expect(pageIn(await rest.get('/leads')).pagination.total).toBe(before);
});
