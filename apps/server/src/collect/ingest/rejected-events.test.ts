import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { dataOf, post } from '../../testing/post.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();

async function failedOf(workspaceId: string) {
  return h.db.system(
    (tx) => tx<{ body: Buffer; reason: string; is_test: boolean }[]>`
      select body, reason, is_test from failed_events
      where workspace_id = ${workspaceId} order by id`,
  );
}

const odd = [
  '{"type":"nonsense"}',
  '{ "type" :\t"nonsense" ,\r\n "a" : [ 1 , { } , "]}," ] }',
  String.raw`{"type":"event","name":"A\/\u0042\"\\","visitor_id":"\u00e4\ud83e\udd8a 🦊 ä"}`,
  '{"type":"event","type":"nonsense","n":1.0e+2,"m":-0.000}',
  '"a text, with [brackets] {and} \\"quotes\\""',
  '1.50',
  'true',
  'null',
  '[ ]',
  '{"type":"event","name":"","properties":{"__proto__":1}}',
];

test.each([
  ['dense', (batch: string[]) => `{"batch":[${batch.join(',')}]}`],
  ['spaced', (batch: string[]) => `\n {\t"batch" :\r\n [ ${batch.join('\n ,\t')}\n]  }\n `],
  [
    'among other fields',
    (batch: string[]) =>
      `{"sent_at":"x","a":{"batch":[1,"]"]},"list":[[],{}],"batch":[${batch.join(' , ')}],"context":null}`,
  ],
  ['given twice', (batch: string[]) => `{"batch":[7,8],"batch":[${batch.join(',')}]}`],
  ['with an escaped name', (batch: string[]) => String.raw`{"b\u0061tch":[${batch.join(',')}]}`],
])('messages of a batch that is %s are kept byte for byte', async (_name, write) => {
  const workspace = await h.newWorkspace();
  const body = write(odd);
  const headers = { 'x-svc-key': workspace.productionKey };
  const plain = dataOf(await post(h, '/ingest/batch', body, headers));
  expect(plain).toMatchObject({ accepted: 0, rejected: odd.length });
  const failed = await failedOf(workspace.id);
  expect(failed.map((row) => row.body.toString())).toEqual(odd);
  expect(failed.map(({ reason }) => reason)).toEqual(plain.results.map(({ error }) => error));

  const packed = { ...headers, 'content-encoding': 'gzip' };
  await post(h, '/ingest/batch', gzipSync(body), packed);
  const again = (await failedOf(workspace.id)).slice(odd.length);
  expect(again.map((row) => row.body.toString())).toEqual(odd);
});

test('a single message is kept byte for byte', async () => {
  const workspace = await h.newWorkspace();
  const body = ' {\n"type" : "nonsense", "x": "\\u00e4 ä" }\n';
  await post(h, '/ingest', body, { 'x-svc-key': workspace.developmentKey });
  expect(await failedOf(workspace.id)).toMatchObject([
    { body: Buffer.from(body), reason: expect.stringMatching(/^type: /), is_test: true },
  ]);
});

test('bytes that are no UTF-8 are kept as they came', async () => {
  const workspace = await h.newWorkspace();
  const bytes = Buffer.concat([
    Buffer.from('{"type":"nonsense","x":"'),
    Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ]);
  const batch = Buffer.concat([Buffer.from('{"ä":1,"batch":[ "ä" ,'), bytes, Buffer.from(']}')]);
  const headers = { 'x-svc-key': workspace.productionKey };
  expect(dataOf(await post(h, '/ingest/batch', batch, headers)).rejected).toBe(2);
  expect((await post(h, '/ingest', bytes, headers)).status).toBe(400);
  const failed = await failedOf(workspace.id);
  expect(failed.map(({ body }) => body)).toEqual([Buffer.from('"ä"'), bytes, bytes]);
});

test('text that is no UTF-8 is stored with U+FFFD', async () => {
  const visitor_id = randomUUID();
  const [before, after] = JSON.stringify({ type: 'event', visitor_id, name: 'a@b' }).split('@');
  const body = Buffer.concat([
    Buffer.from(before ?? ''),
    Buffer.from([0xff]),
    Buffer.from(after ?? ''),
  ]);
  expect(dataOf(await post(h, '/ingest', body)).accepted).toBe(1);
  const [row] = await h.db.system(
    (tx) => tx`select name from events where visitor_id = ${visitor_id}`,
  );
  expect(row).toEqual({ name: 'a\ufffdb' });
});
