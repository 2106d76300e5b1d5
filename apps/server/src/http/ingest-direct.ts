/**
 * The usual ingest request, answered without the HTTP framework: a POST with a key that is
 * remembered, a plain body of a known length, a queue with room. Everything else, and everything
 * that goes wrong, is left to the framework, so that there is one place for each refusal.
 *
 * An event costs this process about 58 µs of processor time here and about 86 µs by the framework's way
 * (`npm run bench -- ingest`, 64 connections, one event per request).
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type IngestAnswer, ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { type IngestOptions, serveIngest } from '../ingest/serve.ts';
import type { KeyFacts } from '../keys/store.ts';
import { countSender, usageHeaders, writeKinds } from './caller.ts';
import { openToAllOrigins } from './cors.ts';
import { handedOver } from './handed-over.ts';
import type { Observe } from './observe.ts';
import type { RateLimits, Usage } from './rate-limits.ts';

export interface DirectOptions extends IngestOptions {
  config: Config;
  limits: RateLimits;
  observe: Observe;
}

/** To be called before anything else listens for requests. */
export function ingestDirectly(app: FastifyInstance, options: DirectOptions): void {
  const { server } = app;
  const [framework] = server.listeners('request') as RequestListener[];
  if (!framework) throw new Error('the framework does not listen');
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  server.removeListener('request', framework);
  server.on('request', (request, response) => {
    const key = isClosing ? undefined : usualSender(request, options);
    if (key) void answer(request, response, key, framework, options);
    else framework(request, response);
  });
}

/** The key of a usual request. */
function usualSender(
  { method, url, headers }: IncomingMessage,
  { config, keys, commit }: DirectOptions,
): KeyFacts | undefined {
  if (method !== 'POST' || (url !== '/ingest' && url !== '/ingest/batch')) return undefined;
  const token = headers['x-svc-key'];
  const isUsual =
    typeof token === 'string' &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length']) <= ingestLimits.wireBytes &&
    config.trustProxy.length === 0 &&
    !commit.isFull;
  return isUsual ? keys.remembered(token, writeKinds) : undefined;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  key: KeyFacts,
  framework: RequestListener,
  options: DirectOptions,
): Promise<void> {
  const started = performance.now();
  const operation = request.url ?? '';
  let usage: Usage | undefined;
  try {
    usage = await countSender(key, options);
    if (!usage.isOver) {
      const body = await readBody(request);
      // Nobody waits for the answer to half a request.
      if (!body) return;
      const text = JSON.stringify(await serve(request, key, body, options));
      const requestId = randomUUID();
      send(response, text, { requestId, key, usage });
      options.observe({ requestId, operation, status: 200, ms: performance.now() - started });
      return;
    }
    handedOver.set(request, { usage });
  } catch (error) {
    const failure = error instanceof Error ? error : new Error('not an error', { cause: error });
    handedOver.set(request, { usage, failure });
  }
  framework(request, response);
}

/** Undefined when the connection ended before the body did. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', () => resolve(undefined));
  });
}

function serve(
  { url, headers, socket }: IncomingMessage,
  key: KeyFacts,
  body: Buffer,
  options: DirectOptions,
): Promise<IngestAnswer> {
  const request = {
    isBatch: url === '/ingest/batch',
    key,
    token: String(headers['x-svc-key']),
    ip: socket.remoteAddress ?? '',
    headers,
    isSecure: false,
    body,
  };
  return serveIngest(request, options);
}

function send(
  response: ServerResponse,
  text: string,
  { requestId, key, usage }: { requestId: string; key: KeyFacts; usage: Usage },
): void {
  response.writeHead(200, {
    'x-request-id': requestId,
    ...openToAllOrigins,
    'x-workspace-id': key.workspaceId,
    ...usageHeaders(usage),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
