/** Agents as they connect: the official clients, of both lines and in both ways of negotiating, and raw messages. */
import type { AgentToolName } from '@footfall/contract/agent';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Harness } from './harness.ts';

export const agentLines = ['2.x, newest revision', '2.x, handshake', '1.x'] as const;
export type AgentLine = (typeof agentLines)[number];

export interface ToolAnswer {
  structured: Record<string, unknown> | undefined;
  text: string;
  isError: boolean;
}

interface ListedTool {
  name: string;
  title?: string;
  inputSchema: { properties?: Record<string, { enum?: string[] }> };
  outputSchema?: object;
  annotations?: object;
}

export interface Agent {
  revision: string | undefined;
  tools(): Promise<ListedTool[]>;
  call(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
  templates(): Promise<string[]>;
  resource(uri: string): Promise<Record<string, unknown>>;
  prompts(): Promise<string[]>;
  prompt(name: string, input?: Record<string, string>): Promise<string>;
}

const info = { name: 'agent of the tests', version: '1' };

/** `query`: behind the address, such as `?read_only=1`. There is no connection that would have to be ended. */
export async function agentOf(
  h: Harness,
  key: string,
  { line = agentLines[0], query = '' }: { line?: AgentLine; query?: string } = {},
): Promise<Agent> {
  const address = new URL(`${h.url}/mcp${query}`);
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  if (line === '1.x') {
    const client = new OldClient(info);
    await client.connect(new OldTransport(address, options));
    return { revision: undefined, ...callsOf(client as unknown as AnyClient) };
  }
  const mode = line === '2.x, handshake' ? {} : { versionNegotiation: { mode: 'auto' as const } };
  const client = new Client(info, mode);
  await client.connect(new StreamableHTTPClientTransport(address, options));
  return {
    revision: client.getNegotiatedProtocolVersion(),
    ...callsOf(client as unknown as AnyClient),
  };
}

/** What both lines of the client can do in the same way. */
interface AnyClient {
  listTools(): Promise<{ tools: ListedTool[] }>;
  callTool(call: object): Promise<AnyResult>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(of: { uri: string }): Promise<{ contents: { text: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(of: object): Promise<{ messages: { content: { text: string } }[] }>;
}

export interface AnyResult {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export function toAnswer({ content, structuredContent, isError }: AnyResult): ToolAnswer {
  return {
    structured: structuredContent,
    text: content.map(({ text }) => text).join(''),
    isError: isError ?? false,
  };
}

function callsOf(client: AnyClient): Omit<Agent, 'revision'> {
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}) => toAnswer(await client.callTool({ name, arguments: input })),
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map((one) => one.uriTemplate),
    resource: async (uri) =>
      JSON.parse((await client.readResource({ uri })).contents[0]?.text ?? ''),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, input = {}) =>
      (await client.getPrompt({ name, arguments: input })).messages[0]?.content.text ?? '',
  };
}

/** Of the tool `list`. */
export interface Listed {
  total: number;
  left: number;
  cursor?: string;
  records: { id: string }[];
}

export function listed({ structured, text, isError }: ToolAnswer): Listed {
  if (isError) throw new Error(`list answered: ${text}`);
  return structured as unknown as Listed;
}

/** All that a key is told of its tools, as it goes over the wire. */
export async function toolsText(h: Harness, key: string, query = ''): Promise<string> {
  const headers = newestHeaders('tools/list');
  return (await sendMessage(h, key, newestMessage('tools/list'), { headers, query })).text();
}

/** A message as it goes over the wire. */
export function sendMessage(
  h: Harness,
  key: string | undefined,
  message: unknown,
  {
    headers = {},
    query = '',
    method = 'POST',
  }: { headers?: object; query?: string; method?: string } = {},
): Promise<Response> {
  return h.fetch(`/mcp${query}`, {
    method,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify(message) }),
  });
}

const newest = '2026-07-28';

/** Of the newest revision, with all that it has to carry. */
export function newestMessage(
  method: string,
  params: Record<string, unknown> = {},
  { capabilities = {}, revision = newest }: { capabilities?: object; revision?: string } = {},
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': info,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
}

export function newestHeaders(method: string, name?: string) {
  return {
    'mcp-protocol-version': newest,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
}

/** A call of every tool that does something, in a workspace with one of everything. */
export function callsOfEveryTool(
  ids: ReadonlyMap<string, string>,
): Record<AgentToolName, Record<string, unknown>> {
  const id = (collection: string) => ids.get(collection) ?? '';
  return {
    search: { query: 'ada' },
    fetch: { id: `person:${id('identities')}` },
    list: {
      kind: 'lead',
      filter: 'source = website',
      fields: ['code'],
      sort: '-created_at',
      limit: 5,
    },
    get: { kind: 'person', id: id('identities'), include: ['activity', 'score', 'links'] },
    stats: { metrics: 'visitors,leads', dimensions: 'channel', compare: 'previous_period' },
    live: {},
    explain: { what: 'person', id: id('identities') },
    schema: { kind: 'person' },
    create_lead: { code: 'NEW', properties: { plan: 'team' } },
    update_lead: { id: id('leads'), summary: { intent: 'demo' } },
    create_list: { name: 'Hot' },
    add_to_list: { list_id: id('lists'), identity_ids: [id('identities')] },
    remove_from_list: { list_id: id('lists'), identity_ids: [id('identities')] },
    set_favorite: { identity_id: id('identities'), is_favorite: true },
    erase_person: { identity_id: id('identities'), dry_run: true },
  };
}
