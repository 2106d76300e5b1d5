/* Bytes on the socket that are no good HTTP. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startHarness } from '../../testing/harness.ts';

const h = await startHarness();

/**
 * Sends the bytes, each part a moment after the one before, and returns everything that comes back until the service closes, or is
 * silent after so many whole answers.
 */
function exchange(bytes: string | string[], answers = Infinity): Promise<string> {
  const parts = [bytes].flat();
  const { port } = new URL(h.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    let text = '';
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (wholeAnswers(text) >= answers) socket.setTimeout(100);
    });
    socket.on('error', (error) =>
      'code' in error && error.code === 'ECONNRESET' ? undefined : reject(error),
    );
    socket.on('close', () => resolve(text));
    for (const [place, part] of parts.entries()) {
      setTimeout(() => socket.write(part, 'latin1'), place * 50);
    }
  });
}

function wholeAnswers(text: string): number {
  let [count, at] = [0, 0];
  for (;;) {
    const headEnd = text.indexOf('\r\n\r\n', at);
    if (headEnd < 0) return count;
    const [, length = '0'] = /^content-length: (\d+)/im.exec(text.slice(at, headEnd)) ?? [];
    at = headEnd + 4 + Number(length);
    if (at > text.length) return count;
    count += 1;
  }
}

const head = (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const key = h.workspace.productionKey;

test.each([
  ['no HTTP', 'nonsense\r\n\r\n'],
  [
    'length and chunks at once',
    head(['POST /ingest HTTP/1.1', 'Host: x', 'Content-Length: 4', 'Transfer-Encoding: chunked']) +
      '0\r\n\r\n',
  ],
  [
    'two lengths',
    `${head(['POST /ingest HTTP/1.1', 'Host: x', 'Content-Length: 4', 'Content-Length: 5'])}abcd`,
  ],
  ['a negative length', head(['POST /ingest HTTP/1.1', 'Host: x', 'Content-Length: -1'])],
  [
    'a broken chunk',
    `${head(['POST /ingest HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked'])}zz\r\n`,
  ],
  ['a NUL in a header', head(['GET /healthz HTTP/1.1', 'Host: x', 'X-A: a\0b'])],
  ['a header without name', head(['GET /healthz HTTP/1.1', 'Host: x', ': b'])],
])(
  '%s is refused with 400, a body of the error shape, and the connection is closed',
  async (_name, bytes) => {
    const answer = await exchange(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/^connection: close/im);
    expect(answer).toMatch(/^x-request-id: ./im);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(body).toEqual({ error: 'invalid_request', message: expect.stringMatching(/./) });
  },
);

test.each([
  ['HTTP has not heard of', 'FLY'],
  ['the service has no use for', 'PURGE'],
  ['the framework does not know', 'M-SEARCH'],
])(
  'a method that %s is refused with 405, wherever, and Allow names the others',
  async (_what, method) => {
    for (const path of ['/api/v1/leads', '/ingest', '/nothing']) {
      const answer = await exchange(head([`${method} ${path} HTTP/1.1`, 'Host: x']), 1);
      expect(answer, path).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer, path).toMatch(/^allow: .*POST/im);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual({
        error: 'method_not_allowed',
        message: expect.stringMatching(/./),
      });
    }
  },
);

test('an unknown method after a good request on the same connection is 405 too', async () => {
  const good = head(['GET /healthz HTTP/1.1', 'Host: x']);
  const answer = await exchange(good + head(['FLY /ingest HTTP/1.1', 'Host: x']), 2);
  expect(answer).toMatch(/^HTTP\/1\.1 405 /m);
});

test.each(['POST /ingest', 'GET /healthz', 'GET /api/v1/leads'])(
  'two Host headers are refused with 400: %s',
  async (start) => {
    const lines = [`${start} HTTP/1.1`, 'Host: a.example', `X-Svc-Key: ${key}`, 'hOsT: b.example'];
    const answer = await exchange(`${head([...lines, 'Content-Length: 2'])}{}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/^connection: close/im);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
      error: 'invalid_request',
    });
  },
);

test('a message is taken however its bytes are cut, and as many as come at once', async () => {
  const view = () => {
    const message = { visitor_id: randomUUID(), session_id: randomUUID() };
    const body = JSON.stringify({ type: 'event', name: 'page_view', ...message });
    const lines = ['POST /ingest HTTP/1.1', 'Host: x', `X-Svc-Key: ${key}`];
    return [head([...lines, `Content-Length: ${body.length}`]), body] as const;
  };
  const cuts = [1, 2, 3].map(() => view().join(''));
  const ways: [parts: string[], answers: number][] = [
    [[cuts.join('')], 3],
    [[...view()], 1],
    [view().flatMap((part) => [part.slice(0, 20), part.slice(20)]), 1],
    [[view().join('') + view()[0], '{"type":"eve', 'nt"}'.padEnd(20)], 1],
    [[view().join(''), view().join('')], 2],
  ];
  const answers = await Promise.all(ways.map(([parts, count]) => exchange(parts, count)));
  const accepted = answers.map((answer) => answer.split('"accepted":1').length - 1);
  expect(accepted).toEqual([3, 1, 1, 1, 2]);
});

test('headers that are too large are refused with 431 in the error shape', async () => {
  const answer = await exchange(
    head(['GET /healthz HTTP/1.1', 'Host: x', `X-A: ${'a'.repeat(20_000)}`]),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
    error: 'headers_too_large',
  });
});

test('a request that follows refused bytes is served on a connection of its own', async () => {
  await exchange('nonsense\r\n\r\n');
  expect((await h.fetch('/healthz')).status).toBe(200);
});

test('a body that is announced and not sent stores nothing and ends nothing', async () => {
  const lines = ['POST /ingest HTTP/1.1', 'Host: x', `X-Svc-Key: ${key}`, 'Content-Length: 100'];
  const { port } = new URL(h.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${head(lines)}{"type":"event"`);
      setTimeout(() => socket.destroy(), 100);
    });
    socket.on('close', () => resolve());
  });
  expect((await h.fetch('/readyz')).status).toBe(200);
  const [row] = await h.db.system((tx) => tx`select count(*)::integer as total from failed_events`);
  expect(row).toEqual({ total: 0 });
});
