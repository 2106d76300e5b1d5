/**
 * The MCP endpoint without HTTP: takes a request with an identified key, returns an answer. Stateless, so
 * each request can use another process. Supports the revision of 2026-07-28 and earlier.
 */

import type { Scope } from '@footfall/contract/access';
import { type AgentToolName, isAgentTool } from '@footfall/contract/agent';
import { ApiError } from '@footfall/contract/errors';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import type { Origin } from '../../accounts/workspaces/audit-log.ts';
import { isObject } from '../../platform/common/is-object.ts';
import type { AgentDesk } from '../operations/agent-desk.ts';
import type { RunOperation } from '../operations/run.ts';
import type { AgentOptions, AgentSession } from './session.ts';
import { scopesOfCall } from './uses.ts';

export interface AgentEndpointOptions {
  desk: AgentDesk;
  run: RunOperation;
  baseUrl: string;
  version: string;
  toApiError: (error: unknown) => ApiError;
  onFault: (error: unknown) => void;
  onWrite: (workspaceId: string) => void;
  serve: ServeAgent;
}

/** Creates the server of one request. */
export type ServeAgent = (session: AgentSession, version: string) => Server;

/** As received, by lower-case name. */
export type SentHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface AgentRequest {
  key: KeyFacts;
  /** Why the surface refuses it; only revealed to valid keys. */
  refusal: ApiError | undefined;
  origin: Origin;
  headers: SentHeaders;
  query: Record<string, unknown>;
  body: unknown;
}

export interface AgentAnswer {
  status: number;
  contentType: string | undefined;
  text: string;
}

const deadlineMs = 30_000;
/** The first revision with structured content. */
const structuredSince = '2025-06-18';

export class AgentEndpoint {
  readonly #options: AgentEndpointOptions;
  readonly #handler: McpHttpHandler;
  readonly #sessions = new WeakMap<Request, AgentSession>();

  constructor(options: AgentEndpointOptions) {
    this.#options = options;
    this.#handler = createMcpHandler(
      ({ requestInfo }) => {
        const session = requestInfo && this.#sessions.get(requestInfo);
        if (!session) throw new Error('a server was asked for without a request');
        return options.serve(session, options.version);
      },
      { legacy: 'reject' },
    );
  }

  /** @throws ApiError if the protocol has no answer for it */
  async answer({ key, refusal, origin, headers, query, body }: AgentRequest): Promise<AgentAnswer> {
    const permissions = await this.#options.desk.admit(key, refusal, scopesWanted(body));
    const options = optionsIn(query, headers);
    // Each message counts separately in rate limits.
    if (Array.isArray(body)) return fault(400, -32600, 'Send one message at a time.');
    if (body === undefined) return fault(400, -32700, 'Send a message as JSON.');
    // Nothing to subscribe to changes during a key's life.
    if (isObject(body) && body.method === 'subscriptions/listen') {
      return fault(404, -32601, 'Method not found', body.id);
    }
    const context = { key, permissions, options, origin, now: Date.now() };
    return inTime(this.#serve(headers, body, { ...this.#options, ...context }));
  }

  /** Answers earlier revisions as one message: the library's streams would cost half of a call. */
  async #serve(sent: SentHeaders, body: unknown, session: AgentSession): Promise<AgentAnswer> {
    const headers = headersOf(sent);
    const request = new Request(`${this.#options.baseUrl}/mcp`, { method: 'POST', headers });
    if (!(await isLegacyRequest(request, body))) {
      this.#sessions.set(request, session);
      return read(await this.#handler.fetch(request, { parsedBody: body }));
    }
    const server = this.#options.serve(session, this.#options.version);
    // Without session ids: each request is independent.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await read(await transport.handleRequest(request, { parsedBody: body }));
    } finally {
      await server.close();
    }
  }

  close(): Promise<void> {
    return this.#handler.close();
  }
}

function headersOf(sent: SentHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}

async function read(response: Response): Promise<AgentAnswer> {
  const contentType = response.headers.get('content-type') ?? undefined;
  return { status: response.status, contentType, text: await response.text() };
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () =>
        reject(
          new ApiError('unavailable', 'The service could not respond in time. Request less data.'),
        ),
      deadlineMs,
    );
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

function fault(status: number, code: number, message: string, of?: unknown): AgentAnswer {
  const id = typeof of === 'string' || typeof of === 'number' ? of : null;
  const text = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id });
  return { status, contentType: 'application/json', text };
}

/** Lets a key without the scope `mcp` see all missing scopes at once. */
function scopesWanted(body: unknown): Scope[] {
  const { method, params } = isObject(body) ? body : {};
  const name = method === 'tools/call' && isObject(params) ? params.name : undefined;
  if (typeof name !== 'string' || !isAgentTool(name) || !isObject(params)) return [];
  return scopesOfCall(name, isObject(params.arguments) ? params.arguments : {});
}

/** @throws ApiError */
function optionsIn(query: Record<string, unknown>, headers: SentHeaders): AgentOptions {
  const revision = textIn(headers, 'mcp-protocol-version') ?? '';
  const isOn = (name: string) => ['1', 'true', ''].includes(textIn(query, name) ?? '0');
  const tools = textIn(query, 'tools')
    ?.split(',')
    .map((name) => name.trim());
  const unknown = tools?.find((name) => !isAgentTool(name));
  if (unknown !== undefined) {
    throw new ApiError('invalid_request', 'tools contains an unknown tool.');
  }
  return {
    readOnly: isOn('read_only'),
    tools: tools && new Set<string>(tools as AgentToolName[]),
    schemas: isOn('schemas'),
    views: isOn('views'),
    asText: isOn('text') || revision < structuredSince,
  };
}

function textIn(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = query[name];
  return value === undefined ? undefined : String(value);
}
