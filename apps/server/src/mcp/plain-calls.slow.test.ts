/* Calls that are answered without the library: to the byte as it answers them, and whatever is unusual is left to it. */
import { describe, expect, test } from 'vitest';
import { callsOfEveryTool, newestHeaders, newestMessage, sendMessage } from '../testing/agents.ts';
import { seedWorkspace } from '../testing/seeded-workspace.ts';
import { sharedHarness } from '../testing/shared-harness.ts';
import { plainCall, type SentHeaders } from './plain-calls.ts';

const h = await sharedHarness();
const workspace = await seedWorkspace(h);
const key = workspace.secretKey;
const calls = callsOfEveryTool(workspace.ids);
const reading = ['search', 'fetch', 'list', 'get', 'stats', 'live', 'explain'] as const;

interface Sent {
  params: Record<string, unknown> & { _meta?: object };
}

const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const message = (name: string, given: unknown) => ({
  jsonrpc: '2.0',
  id: 'a "1"',
  method: 'tools/call',
  params: { name, arguments: given },
});

/** Of each revision: what is sent for a call. */
const spellings: Record<string, (name: string, given: unknown) => [SentHeaders, Sent]> = {
  'the newest revision': (name, given) => [
    newestHeaders('tools/call', name),
    newestMessage('tools/call', { name, arguments: given }),
  ],
  ...Object.fromEntries(
    ['2025-11-25', '2025-06-18', '2025-03-26'].map((revision) => [
      revision,
      (name: string, given: unknown): [SentHeaders, Sent] => [
        { 'mcp-protocol-version': revision },
        message(name, given),
      ],
    ]),
  ),
  'no revision': (name, given) => [{}, message(name, given)],
};

/** Means nothing, and is no name that a client may have of its own. */
const withRemark = (sent: Sent): Sent => ({
  ...sent,
  params: { ...sent.params, _meta: { ...sent.params._meta, remark: 1 } },
});

const isPlain = (headers: SentHeaders, sent: unknown) =>
  plainCall({ ...usual, ...headers }, sent) !== undefined;

async function told(headers: SentHeaders, sent: unknown, by = key, query = '') {
  const response = await sendMessage(h, by, sent, { headers, query });
  const own = ['date', 'x-request-id', 'content-length'];
  const left = [...response.headers].filter(
    ([name]) => !own.includes(name) && !name.startsWith('x-ratelimit-'),
  );
  return { status: response.status, headers: left, text: await response.text() };
}

describe.each(Object.entries(spellings))('calls of %s', (_, spelled) => {
  const samples: [string, unknown][] = [
    ...reading.map((name): [string, unknown] => [name, calls[name]]),
    ['get', { kind: 'lead', id: crypto.randomUUID() }],
    ['get', { kind: 'nonsense' }],
    ['get', { kind: 'lead', id: 'no id', more: '<b>' }],
    ['list', { kind: 'lead', filter: 'nonsense = "' }],
    ['fetch', {}],
    ['live', undefined],
  ];

  test.each(samples)('%s %j: what goes out is the same to the byte', async (name, given) => {
    const [headers, sent] = spelled(name, given);
    expect([isPlain(headers, sent), isPlain(headers, withRemark(sent))]).toEqual([true, false]);
    // How long ago something was may move on between two of them.
    const before = await told(headers, withRemark(sent));
    const plain = await told(headers, sent);
    const after = await told(headers, withRemark(sent));
    expect(plain.status).toBe(200);
    expect([before, after]).toContainEqual(plain);
  });

  test.each(['?read_only=1', '?tools=list', '?text=1', '?tools=nonsense'])(
    'so it is with %s',
    async (query) => {
      const [headers, sent] = spelled('get', { kind: 'lead', id: crypto.randomUUID() });
      const plain = await told(headers, sent, key, query);
      const library = await told(headers, withRemark(sent), key, query);
      if (plain.status === 200) expect(plain).toEqual(library);
      expect(plain.status).toBe(library.status);
    },
  );

  test('and for a key that may not', async () => {
    const { key: poor } = await h.newKey({
      workspaceId: workspace.id,
      scopes: ['mcp', 'leads:read'],
    });
    for (const name of ['list', 'stats', 'search'] as const) {
      const [headers, sent] = spelled(name, calls[name]);
      expect(await told(headers, sent, poor)).toEqual(await told(headers, withRemark(sent), poor));
    }
  });
});

describe('left to the library', () => {
  const [newestSent, newestCall] = spellings['the newest revision']?.('live', {}) ?? [];
  const old = message('live', {});

  test.each<[string, (call: Record<string, unknown>) => unknown]>([
    ['another method', (call) => ({ ...call, method: 'tools/list' })],
    ['a tool that writes', (call) => ({ ...call, params: { name: 'create_list' } })],
    ['a tool that tells of the tools', (call) => ({ ...call, params: { name: 'schema' } })],
    ['a tool that there is not', (call) => ({ ...call, params: { name: 'nonsense' } })],
    ['no id', ({ id: _, ...call }) => call],
    ['an id that is none', (call) => ({ ...call, id: 1.5 })],
    ['another protocol', (call) => ({ ...call, jsonrpc: '1.0' })],
    ['more than a message has', (call) => ({ ...call, more: 1 })],
    ['more than a call has', (call) => ({ ...call, params: { name: 'live', task: {} } })],
    ['arguments that are none', (call) => ({ ...call, params: { name: 'live', arguments: [] } })],
    [
      'a name that is reserved',
      (call) => ({ ...call, params: { name: 'live', _meta: { 'io.modelcontextprotocol/x': 1 } } }),
    ],
    [
      'a token that is none',
      (call) => ({ ...call, params: { name: 'live', _meta: { progressToken: {} } } }),
    ],
    ['many messages', (call) => [call]],
    ['no message', () => undefined],
  ])('%s', (_, spoil) => {
    expect(isPlain({}, old)).toBe(true);
    expect(isPlain({}, spoil(old))).toBe(false);
  });

  test.each<[string, SentHeaders]>([
    ['an answer that is not wanted', { accept: 'application/json' }],
    ['another sort of body', { 'content-type': 'application/jsonp' }],
    ['a revision that there is not', { 'mcp-protocol-version': '2030-01-01' }],
    ['a revision of which the message says nothing', { 'mcp-protocol-version': '2026-07-28' }],
  ])('%s', (_, headers) => {
    expect(isPlain(headers, old)).toBe(false);
  });

  test.each<[string, SentHeaders, object]>([
    ['headers that tell of another tool', { 'mcp-name': 'get' }, {}],
    ['headers that tell of no method', { 'mcp-method': undefined }, {}],
    ['headers of an earlier revision', { 'mcp-protocol-version': '2025-11-25' }, {}],
    ['a client of which too little is told', {}, { 'io.modelcontextprotocol/clientInfo': {} }],
    ['capabilities that are none', {}, { 'io.modelcontextprotocol/clientCapabilities': [] }],
    ['a wish to be logged to', {}, { 'io.modelcontextprotocol/logLevel': 'debug' }],
  ])('%s', (_, headers, meta) => {
    const call = newestCall && {
      ...newestCall,
      params: { ...newestCall.params, _meta: { ...newestCall.params._meta, ...meta } },
    };
    expect(isPlain({ ...newestSent }, newestCall)).toBe(true);
    expect(isPlain({ ...newestSent, ...headers }, call)).toBe(false);
  });

  test('what a client says of its own is none of that', () => {
    const params = { name: 'live', _meta: { progressToken: 'p', 'claudecode/toolUseId': 'x' } };
    expect(isPlain({}, { ...old, params })).toBe(true);
  });
});
