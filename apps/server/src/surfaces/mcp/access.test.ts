/* Which keys may come in, what each is offered, and that nobody reaches another workspace. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Feature, type Scope, scopeNames } from '@footfall/contract/access';
import { agentToolNames } from '@footfall/contract/agent';
import { beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../accounts/keys/store.ts';
import { setFeatures } from '../../accounts/workspaces/store.ts';
import { agentOf, newestHeaders, newestMessage, sendMessage } from '../../testing/agents.ts';
import { rawRequest } from '../../testing/raw-http.ts';
import { seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';
import { together } from '../../testing/together.ts';

const h = await sharedHarness();
const own = await seedWorkspace(h);
const other = await seedWorkspace(h);

const message = newestMessage('tools/list');
const headers = newestHeaders('tools/list');
const ask = (key: string | undefined, more: object = {}) =>
  sendMessage(h, key, message, { headers: { ...headers, ...more } });
const keyWith = async (scopes: Scope[], more: object = {}) =>
  (await h.newKey({ workspaceId: own.id, scopes, ...more })).key;

describe('who may come in', () => {
  test.each([
    ['no key', () => undefined, ''],
    ['a production key', () => own.productionKey, ', error="invalid_token"'],
    ['a development key', () => own.developmentKey, ', error="invalid_token"'],
    ['a mistyped key', () => `${own.secretKey.slice(0, -1)}_`, ', error="invalid_token"'],
  ])('not %s: 401, and what is wanted', async (_, key, fault) => {
    const response = await ask(key());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="footfall"${fault}, scope="mcp"`,
    );
    expect(await response.json()).toMatchObject({ error: 'unauthorized' });
  });

  test('not a revoked key, from the next request on', async () => {
    const { id, key } = await h.newKey({ workspaceId: own.id });
    expect((await ask(key)).status).toBe(200);
    await h.db.system((tx) => revokeKey(tx, id));
    const response = await ask(key);
    expect([response.status, response.headers.get('x-workspace-id')]).toEqual([401, own.id]);
  });

  test.each([
    ['list', { kind: 'lead' }],
    ['schema', {}],
    ['get', { kind: 'nonsense' }],
    ['create_list', { name: 'Late' }],
  ])('nor is a call of %s answered or written down', async (name, input) => {
    const { id, key } = await h.newKey({ workspaceId: own.id });
    const call = newestMessage('tools/call', { name, arguments: input });
    const send = () => sendMessage(h, key, call, { headers: newestHeaders('tools/call', name) });
    expect((await send()).status).toBe(200);
    await h.db.system((tx) => revokeKey(tx, id));
    const response = await send();
    expect([response.status, response.headers.get('x-workspace-id')]).toEqual([401, own.id]);
    expect((await send()).headers.get('www-authenticate')).toContain('invalid_token');
    const calls = await h.db.system(
      (tx) => tx`select from audit_log where actor_id = ${id} and resource_type = 'mcp'`,
    );
    expect(calls).toHaveLength(1);
  });

  test('not a key without the scope mcp; the error lists all missing scopes', async () => {
    const key = await keyWith(['leads:read']);
    const call = newestMessage('tools/call', { name: 'update_lead', arguments: {} });
    const sent = { headers: newestHeaders('tools/call', 'update_lead') };
    const response = await sendMessage(h, key, call, sent);
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer realm="footfall", error="insufficient_scope", scope="mcp leads:write"',
    );
    expect(await response.json()).toMatchObject({
      error: 'forbidden',
      details: { reason: 'missing_scope', scopes: ['mcp', 'leads:write'] },
    });
    const read = newestMessage('tools/call', { name: 'list', arguments: { kind: 'company' } });
    const refused = await sendMessage(h, key, read, {
      headers: newestHeaders('tools/call', 'list'),
    });
    expect(await refused.json()).toMatchObject({ details: { scopes: ['mcp', 'companies:read'] } });
  });

  test('not a workspace without the feature', async () => {
    const { id, secretKey } = await h.newWorkspace();
    await h.db.system((tx) => setFeatures(tx, id, ['api']));
    const response = await ask(secretKey);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ details: { reason: 'feature_not_included' } });
    for (const [name, input] of Object.entries({ list: { kind: 'lead' }, schema: {} })) {
      const call = newestMessage('tools/call', { name, arguments: input });
      const sent = { headers: newestHeaders('tools/call', name) };
      expect((await sendMessage(h, secretKey, call, sent)).status, name).toBe(403);
    }
  });

  test('not a page of another origin, nor any browser with a key for servers', async () => {
    const listed = await keyWith(['mcp', 'leads:read'], { origins: ['https://app.example'] });
    expect((await ask(listed)).status).toBe(200);
    expect((await ask(listed, { origin: 'https://evil.example' })).status).toBe(403);
    const good = await ask(listed, { origin: 'https://app.example' });
    expect(good.status).toBe(200);
    expect(good.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const servers = await keyWith(['mcp'], { serverOnly: true });
    expect((await ask(servers, { origin: 'https://app.example' })).status).toBe(403);
  });

  test('nobody more often than the key may ask, over REST and here together', async () => {
    const key = await keyWith(['mcp', 'leads:read'], { rateLimitPerMinute: 3 });
    await ask(key);
    const authorization = `Bearer ${key}`;
    const rest = await h.fetch('/api/v1/leads', { headers: { authorization } });
    expect(rest.headers.get('x-ratelimit-remaining')).toBe('1');
    expect((await ask(key)).status).toBe(200);
    const over = await ask(key);
    expect([over.status, over.headers.get('x-ratelimit-limit')]).toEqual([429, '3']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('not under a name that somebody made to mean this machine', async () => {
    const status = async (host: string) => {
      const authorization = `Bearer ${own.secretKey}`;
      const accept = 'application/json, text/event-stream';
      const sent = { ...headers, host, authorization, accept, 'content-type': 'application/json' };
      const body = JSON.stringify(message);
      return (await rawRequest(h, 'POST', '/mcp', { headers: sent, body })).status;
    };
    expect(await status('rebound.example')).toBe(403);
    expect(await status('127.0.0.1.evil.example:80')).toBe(403);
    for (const host of ['localhost', '127.0.0.1:1', '[::1]:8080'])
      expect(await status(host)).toBe(200);
  });

  test('no body is read with an invalid key', async () => {
    const { port } = new URL(h.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n',
    );
    const [answer] = await once(socket.setEncoding('latin1'), 'data');
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe('what a key is offered', () => {
  const needs: Record<string, Scope[]> = {
    create_lead: ['leads:write'],
    update_lead: ['leads:write'],
    set_favorite: ['leads:write'],
    erase_person: ['privacy:write'],
    create_list: ['lists:write'],
    add_to_list: ['lists:write'],
    remove_from_list: ['lists:write'],
    search: ['leads:read', 'visitors:read', 'companies:read'],
    stats: ['visitors:read'],
    live: ['visitors:read'],
    explain: ['companies:read', 'visitors:read', 'conversions:read', 'audit:read'],
  };
  const records: Scope[] = [
    ...(['leads:read', 'visitors:read', 'companies:read', 'campaigns:read'] as const),
    ...(['conversions:read', 'lists:write'] as const),
  ];
  for (const name of ['fetch', 'list', 'get', 'schema']) needs[name] = records;
  const single: Scope[] = scopeNames.filter((scope) => scope !== 'mcp');

  test('exactly the tools of its scopes: with none, each alone, all but one, and all', async () => {
    const combinations: Scope[][] = [
      [],
      ...single.map((scope) => [scope]),
      ...single.map((scope) => single.filter((other) => other !== scope)),
      single,
    ];
    const offered = await together(combinations, async (scopes) => {
      const body = await (await ask(await keyWith(['mcp', ...scopes]))).json();
      const { tools } = (body as { result: { tools: { name: string }[] } }).result;
      return [scopes.join(), tools.map(({ name }) => name)];
    });
    const expected = combinations.map((scopes) => [
      scopes.join(),
      agentToolNames.filter((name) => needs[name]?.some((scope) => scopes.includes(scope))),
    ]);
    expect(offered).toEqual(expected);
  });

  test('and the kinds of them', async () => {
    const agent = await agentOf(h, await keyWith(['mcp', 'companies:read']));
    const tools = await agent.tools();
    const kinds = (name: string) =>
      tools.find((tool) => tool.name === name)?.inputSchema.properties?.kind?.enum;
    expect(kinds('list')).toEqual(['company']);
    expect(kinds('get')).toEqual(['company']);
    const { text, isError } = await agent.call('list', { kind: 'lead' });
    expect([isError, text]).toEqual([true, expect.stringContaining('the scope leads:read')]);
    const refused = await agent.call('update_lead', { id: own.ids.get('leads') });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('leads:write')]);
    expect(await agent.prompts()).toEqual(['brief_me_on_this_lead', 'who_should_i_call_today']);
    expect(await agent.templates()).toEqual(['footfall://company/{id}']);
  });

  test('and of its features', async () => {
    const workspace = await h.newWorkspace();
    const features: Feature[] = ['api', 'mcp', 'lists'];
    await h.db.system((tx) => setFeatures(tx, workspace.id, features));
    const agent = await agentOf(h, workspace.secretKey);
    const list = (await agent.tools()).find(({ name }) => name === 'list');
    expect(list?.inputSchema.properties?.kind?.enum).not.toContain('company');
    expect((await agent.call('list', { kind: 'company' })).text).toContain('feature companies');
  });

  test('tools that the address leaves out are neither listed nor callable', async () => {
    const readOnly = await agentOf(h, own.secretKey, { query: '?read_only=1' });
    const names = (await readOnly.tools()).map(({ name }) => name);
    expect(names).toEqual(agentToolNames.slice(0, 8));
    const refused = await readOnly.call('create_list', { name: 'Hot' });
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringContaining('excludes create_list'),
    ]);
    const few = await agentOf(h, await keyWith(['mcp', 'leads:read']), {
      query: '?tools=list,update_lead',
    });
    expect((await few.tools()).map(({ name }) => name)).toEqual(['list']);
    expect(await few.templates()).toEqual([]);
    const wrong = await sendMessage(h, own.secretKey, message, {
      headers,
      query: '?tools=nonsense',
    });
    expect(wrong.status).toBe(400);
  });
});

describe('another workspace', () => {
  const canary = 'canary-of-the-other-workspace';
  let foreign: Record<string, string>;

  beforeAll(async () => {
    const visitor_id = crypto.randomUUID();
    await h.send(
      [
        {
          type: 'event',
          name: 'page_view',
          visitor_id,
          context: { page: { url: `https://${canary}.example/` } },
        },
        { type: 'identify', visitor_id, email: `ada@${canary}.example`, traits: { canary } },
      ],
      other.productionKey,
    );
    await h.settle();
    foreign = Object.fromEntries(other.ids);
  });

  test('no tool shows it', async () => {
    const agent = await agentOf(h, own.secretKey);
    const { leads = '', identities = '', lists = '', conversions = '', companies = '' } = foreign;
    const unknown = crypto.randomUUID();
    const answers = [
      await agent.call('search', { query: canary }),
      ...(await Promise.all(
        [
          'lead',
          'person',
          'company',
          'visitor',
          'session',
          'event',
          'conversion',
          'campaign',
          'list',
        ].map((kind) => agent.call('list', { kind, fields: ['*'], limit: 100 })),
      )),
      await agent.call('stats', { dimensions: 'landing_page' }),
      await agent.call('live', {}),
      await agent.call('schema', {}),
    ];
    expect(JSON.stringify(answers)).not.toContain(canary);
    for (const [name, input] of [
      ['get', { kind: 'lead', id: leads }],
      ['fetch', { id: `person:${identities}` }],
      ['explain', { what: 'credit', id: conversions }],
      ['explain', { what: 'company', id: companies }],
      ['update_lead', { id: leads, properties: { plan: 'x' } }],
      ['update_lead', { id: leads, properties: { plan: 'x' }, dry_run: true }],
      ['set_favorite', { identity_id: identities, is_favorite: true }],
      ['erase_person', { identity_id: identities, dry_run: true }],
      ['add_to_list', { list_id: lists, visitor_ids: [own.visitorId] }],
    ] as const) {
      const given404 = JSON.stringify(input).replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, unknown);
      const answer = await agent.call(name, input);
      expect(answer.isError, name).toBe(true);
      expect(answer, name).toEqual(await agent.call(name, JSON.parse(given404)));
    }
  });
});
