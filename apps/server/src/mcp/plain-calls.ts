/**
 * Calls of tools that read, when they are spelled as agents spell nearly all of them. The library would make a
 * request, a server and its transport for each, at a third of what a call costs; here such a call is taken from its
 * message and answered as the library answers it, to the byte (`plain-calls.test.ts`). Whatever is unusual or
 * wrong in it, and every other method, is the library's.
 */
import { type AgentToolName, isAgentTool, isAgentWrite } from '@footfall/contract/agent';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Implementation,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { isObject } from '../common/is-object.ts';

export interface PlainCall {
  id: string | number;
  tool: AgentToolName;
  given: Record<string, unknown>;
  /** Of the revision whose messages say all that there is to know, also who answers. */
  isNewest: boolean;
}

/** As they came, by names in lower case. */
export type SentHeaders = Readonly<Record<string, string | string[] | undefined>>;

const newest = '2026-07-28';
const earlier: ReadonlySet<unknown> = new Set([undefined, ...SUPPORTED_PROTOCOL_VERSIONS]);

/** The tool of a call that tells what operations tell. */
export function readingTool(body: unknown): AgentToolName | undefined {
  const { method, params } = isObject(body) ? body : {};
  const name = method === 'tools/call' && isObject(params) ? params.name : undefined;
  const isReading =
    typeof name === 'string' && isAgentTool(name) && !isAgentWrite(name) && name !== 'schema';
  return isReading ? name : undefined;
}

export function plainCall(headers: SentHeaders, body: unknown): PlainCall | undefined {
  const tool = readingTool(body);
  if (!tool || !isObject(body) || !takesAnswer(headers)) return undefined;
  const { jsonrpc, id, method: _, params, ...others } = body;
  if (jsonrpc !== '2.0' || !isId(id) || !isObject(params) || !isNone(others)) return undefined;
  const { name: __, arguments: given = {}, _meta: meta, ...unusual } = params;
  if (!isObject(given) || !isNone(unusual)) return undefined;
  if (meta !== undefined && !isObject(meta)) return undefined;
  const revision = headers['mcp-protocol-version'];
  const isNewest = revision === newest;
  const isKnown = isNewest
    ? saysTheSame(headers, tool) && isEnvelope(meta)
    : earlier.has(revision) && !isReserved(meta);
  return isKnown ? { id, tool, given, isNewest } : undefined;
}

/** `server`: who answers. */
export function plainAnswer(
  { id, isNewest }: PlainCall,
  result: CallToolResult,
  server: Implementation,
): string {
  const told = isNewest
    ? { ...result, resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: server } }
    : result;
  return JSON.stringify({ result: told, jsonrpc: '2.0', id });
}

function takesAnswer({ accept, 'content-type': type }: SentHeaders): boolean {
  return (
    typeof accept === 'string' &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    typeof type === 'string' &&
    /^application\/json *(?:;|$)/i.test(type)
  );
}

function saysTheSame(headers: SentHeaders, tool: AgentToolName): boolean {
  return headers['mcp-method'] === 'tools/call' && headers['mcp-name'] === tool;
}

function isEnvelope(meta: Record<string, unknown> = {}): boolean {
  const {
    [PROTOCOL_VERSION_META_KEY]: revision,
    [CLIENT_INFO_META_KEY]: client,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
    ...others
  } = meta;
  return (
    revision === newest &&
    (client === undefined || isSpecType.Implementation(client)) &&
    isSpecType.ClientCapabilities(capabilities) &&
    !isReserved(others)
  );
}

/** Or could be: what a client has of its own has the name of its owner before it. */
function isReserved(meta: Record<string, unknown> = {}): boolean {
  return Object.entries(meta).some(([name, value]) =>
    name === 'progressToken'
      ? !isId(value)
      : !name.includes('/') || name.startsWith('io.modelcontextprotocol/'),
  );
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isNone(others: object): boolean {
  return Object.keys(others).length === 0;
}
