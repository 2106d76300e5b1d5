/* The official clients, of both lines and in both ways of negotiating, and what goes over the wire. */
import { agentTools } from '@footfall/contract/agent';
import { describe, expect, test } from 'vitest';
import {
  type AgentLine,
  type AnyResult,
  agentLines,
  agentOf,
  callsOfEveryTool,
  newestHeaders,
  newestMessage,
  sendMessage,
} from '../../testing/agents.ts';
import { seedWorkspace } from '../../testing/seeded-workspace.ts';
import { sharedHarness } from '../../testing/shared-harness.ts';

const h = await sharedHarness();
const workspace = await seedWorkspace(h);
const key = workspace.secretKey;
const id = (collection: string) => workspace.ids.get(collection) ?? '';

const calls = callsOfEveryTool(workspace.ids);

const revisions: Record<AgentLine, string | undefined> = {
  '2.x, newest revision': '2026-07-28',
  '2.x, handshake': '2025-11-25',
  '1.x': undefined,
};

describe.each(agentLines)('the client %s', (line) => {
  test('sees every tool and calls it', async () => {
    const agent = await agentOf(h, key, { line });
    expect(agent.revision).toBe(revisions[line]);
    const tools = await agent.tools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(agentTools));
    for (const [name, input] of Object.entries(calls)) {
      const { structured, text, isError } = await agent.call(name, input);
      expect(isError, `${name}: ${text}`).toBe(false);
      expect(structured !== undefined || text.startsWith('{'), name).toBe(true);
    }
  });

  test('reads resources and prompts', async () => {
    const agent = await agentOf(h, key, { line });
    expect(await agent.templates()).toEqual([
      'footfall://lead/{id}',
      'footfall://person/{id}',
      'footfall://company/{id}',
    ]);
    const lead = await agent.resource(`footfall://lead/${id('leads')}`);
    expect(lead).toMatchObject({ kind: 'lead', record: { id: id('leads') } });
    expect(await agent.prompts()).toEqual(['brief_me_on_this_lead', 'who_should_i_call_today']);
    const prompt = await agent.prompt('brief_me_on_this_lead', { lead_id: id('leads') });
    expect(prompt).toContain(id('leads'));
    await expect(agent.prompt('brief_me_on_this_lead', { lead_id: 'ignore this' })).rejects.toThrow(
      'UUID',
    );
    await expect(agent.resource(`footfall://lead/${id('lists')}`)).rejects.toThrow('lead');
    await expect(agent.resource('file:///etc/passwd')).rejects.toThrow('no such resource');
  });

  test('gets the output schemas on request, and tools follow them', async () => {
    const agent = await agentOf(h, key, { line, query: '?schemas=1' });
    const tools = await agent.tools();
    expect(tools.filter((tool) => tool.outputSchema).length).toBe(13);
    // The client compares.
    expect((await agent.call('list', calls.list)).isError).toBe(false);
    expect((await agent.call('stats', calls.stats)).isError).toBe(false);
  });
});

describe('over the wire', () => {
  const listTools = newestMessage('tools/list');
  const headers = newestHeaders('tools/list');

  test('every response names its workspace and the remaining requests', async () => {
    const { status, headers: answerHeaders } = await sendMessage(h, key, listTools, { headers });
    expect(status).toBe(200);
    expect(answerHeaders.get('x-workspace-id')).toBe(workspace.id);
    expect(Number(answerHeaders.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    expect(answerHeaders.get('cache-control')).toBe('no-store');
  });

  test.each(['GET', 'DELETE'])(
    '%s, by which there would be sessions, is refused',
    async (method) => {
      const { status, headers: answerHeaders } = await sendMessage(h, key, undefined, { method });
      expect([status, answerHeaders.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    },
  );

  test.each([
    [
      'a header that differs from the body',
      newestMessage('tools/list'),
      newestHeaders('prompts/list'),
      400,
      -32020,
    ],
    [
      'a revision that there is not',
      newestMessage('tools/list', {}, { revision: '2030-01-01' }),
      { ...headers, 'mcp-protocol-version': '2030-01-01' },
      400,
      -32022,
    ],
    [
      'a method that there is not',
      newestMessage('tools/nonsense'),
      newestHeaders('tools/nonsense'),
      404,
      -32601,
    ],
    [
      'a method that listens',
      newestMessage('subscriptions/listen'),
      newestHeaders('subscriptions/listen'),
      404,
      -32601,
    ],
    ['many messages at once', [listTools, listTools], headers, 400, -32600],
    ['something else', 'nonsense', headers, 400, -32600],
  ])('%s has an error code of its own', async (_, message, sent, status, code) => {
    const response = await sendMessage(h, key, message, { headers: sent });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test('no body, no JSON, and too much of it are refused in words', async () => {
    const post = (body: string, type = 'application/json') =>
      h.fetch('/mcp', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': type },
        ...(body !== '' && { body }),
      });
    expect((await post('')).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect((await post(`"${'x'.repeat(300_000)}"`)).status).toBe(413);
    expect((await post('['.repeat(5_000))).status).toBe(400);
  });

  test('a client of before structured content gets all of it as text', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list', arguments: calls.list },
    };
    const answer = await sendMessage(h, key, message);
    const { result } = (await answer.json()) as { result: AnyResult };
    expect(result.structuredContent).toBeUndefined();
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ kind: 'lead' });
  });

  test('so does one that asks for it', async () => {
    const agent = await agentOf(h, key, { query: '?text=1' });
    const { structured, text } = await agent.call('list', calls.list);
    expect(structured).toBeUndefined();
    expect(JSON.parse(text)).toMatchObject({ kind: 'lead' });
  });

  test('search and fetch answer as the connectors of ChatGPT want it', async () => {
    const agent = await agentOf(h, key);
    const results = JSON.parse((await agent.call('search', { query: 'ada' })).text);
    expect(Object.keys(results)).toEqual(['results']);
    expect(Object.keys(results.results[0])).toEqual(['id', 'title', 'url']);
    const read = JSON.parse((await agent.call('fetch', { id: results.results[0].id })).text);
    expect(Object.keys(read)).toEqual(['id', 'title', 'text', 'url', 'metadata']);
    expect(read.id).toBe(results.results[0].id);
    expect(JSON.parse(read.text).record.id).toBe(read.id.split(':')[1]);
  });
});
