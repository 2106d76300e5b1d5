/**
 * POST to ingest's paths, bypassing the HTTP framework, which took a third of the main thread's work per message
 * (docs/decisions/0037). ingest-door.ts checks senders and handles bodies.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, issueText } from '@footfall/contract/errors';
import { type IngestAnswer, ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance } from 'fastify';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import { unavailable } from '../../collect/ingest/write-group.ts';
import type { AnswerClock, StartClock } from './answer-clocks.ts';
import { beforeFramework } from './before-framework.ts';
import type { LeaveRoom } from './body-room.ts';
import { type AnswerHeaders, bearerToken, type Callers, writeToken } from './callers.ts';
import { bodyTooLarge, errorAnswer } from './errors.ts';
import type { FirstParty } from './first-party.ts';
import type { IngestAddresses } from './ingest-addresses.ts';
import type { IngestDoor } from './ingest-door.ts';
import type { Observe } from './observe.ts';
import { peerOf, type TrustProxy } from './peer.ts';
import { privateHeaders } from './private-answers.ts';
import { partsOf } from './request-target.ts';

export interface IngestRequestOptions {
  callers: Callers;
  door: IngestDoor;
  observe: Observe;
  startClock: StartClock;
  trust: TrustProxy | undefined;
  addresses: IngestAddresses;
  firstParty: FirstParty;
}

export function takeIngestRequests(app: FastifyInstance, options: IngestRequestOptions): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  beforeFramework(app, (request, response, next) => {
    const { path } = partsOf(request.url ?? '');
    const isBatch = options.addresses.get(path);
    if (isBatch === undefined || request.method !== 'POST') return next(request, response);
    const reply = new IngestReply(app, request, response, path, options);
    if (isClosing) reply.fail(stopping());
    else void take(request, reply, isBatch, options);
  });
}

async function take(
  request: IncomingMessage,
  reply: IngestReply,
  isBatch: boolean,
  { callers, door, trust, firstParty }: IngestRequestOptions,
): Promise<void> {
  const { headers, url = '' } = request;
  const { clock } = reply;
  const token = writeToken(headers, keyIn(partsOf(url).query));
  let key: KeyFacts | undefined;
  let leave: LeaveRoom | undefined;
  try {
    const { ip, isSecure } = peerOf(request, trust);
    const misplaced = token === undefined ? bearerToken(headers) : undefined;
    const identified = await callers.identify('ingest', token, ip, misplaced);
    addHeaders(reply.headers, identified.headers);
    key = identified.key;
    if (identified.refusal) throw identified.refusal;
    const sender = door.admit(key);
    // The sender's time, until the body has arrived.
    clock.pause();
    leave = await unlessUnread(reply, door.enter(ip, headers));
    const body = await unlessUnread(reply, bodyOf(request));
    // Half a request, or an already answered one.
    if (!body || reply.isSent) return clock.stop();
    clock.resume();
    const encoding = headers['content-encoding'];
    const isGone = () => request.socket.destroyed;
    const arrival = {
      isBatch,
      key: sender,
      token,
      ip,
      headers,
      isSecure,
      body,
      encoding,
      isGone,
      clock,
    };
    const answer = await door.takeIn(arrival);
    const cookie = firstParty.renewal(request, answer);
    if (cookie !== undefined) reply.headers.push('set-cookie', cookie);
    const rejected = isBatch ? undefined : rejectionOf(answer);
    if (rejected) reply.give(rejected.status, rejected.body);
    else reply.give(200, answer);
  } catch (error) {
    reply.fail(await door.faultOf(error, key, token));
  } finally {
    leave?.();
  }
}

/** A single rejected message is also rejected by the status. */
function rejectionOf({ data }: IngestAnswer): ApiError | undefined {
  const [result] = data.results;
  if (result?.status !== 'rejected') return undefined;
  const [, field = 'message', why = ''] = /^([\w.[\]]+): (.*)$/s.exec(result.error ?? '') ?? [];
  const message = why || 'is not valid';
  const path = field === 'message' ? 'body' : `body.${field}`;
  return new ApiError('invalid_request', issueText({ path: field, message }), {
    issues: [{ path, message }],
  });
}

/** Does not read rejected bodies to the end: the connection closes with the answer. */
async function unlessUnread<T>(reply: IngestReply, work: T | Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (refused) {
    reply.headers.push('connection', 'close');
    throw refused;
  }
}

/** Sent once: in time, or by the timeout. */
class IngestReply {
  readonly #app: FastifyInstance;
  readonly #response: ServerResponse;
  readonly #path: string;
  readonly #observe: Observe;
  readonly #started = performance.now();
  readonly #requestId = randomUUID();
  // As a list: merging objects costs more than their use.
  readonly headers: HeaderList = [...headersOfAll, 'x-request-id', this.#requestId];
  readonly clock: AnswerClock;
  isSent = false;

  constructor(
    app: FastifyInstance,
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    { observe, startClock, firstParty }: IngestRequestOptions,
  ) {
    this.#app = app;
    this.#response = response;
    this.#path = path;
    this.#observe = observe;
    addHeaders(this.headers, firstParty.corsHeaders(request));
    this.clock = startClock(() => this.fail(unavailable()));
  }

  give(status: number, body: object): void {
    if (this.isSent) return;
    this.isSent = true;
    this.clock.stop();
    const text = JSON.stringify(body);
    this.headers.push('content-length', Buffer.byteLength(text));
    this.#response.writeHead(status, this.headers as string[]);
    this.#response.end(text);
    const ms = performance.now() - this.#started;
    this.#observe({ requestId: this.#requestId, operation: this.#path, status, ms });
  }

  fail(reason: unknown): void {
    if (this.isSent) return;
    const log = this.#app.log.child({ reqId: this.#requestId });
    const { status, headers, body } = errorAnswer(reason, log);
    for (const [name, value] of Object.entries(headers)) {
      if (!this.headers.includes(name)) this.headers.push(name, value);
    }
    this.give(status, body);
  }
}

/** Alternating names and values. */
type HeaderList = (string | number)[];

function addHeaders(list: HeaderList, headers: AnswerHeaders): void {
  for (const name in headers) list.push(name, headers[name] ?? '');
}

const headersOfAll: HeaderList = [];
addHeaders(headersOfAll, privateHeaders);
addHeaders(headersOfAll, { 'content-type': 'application/json; charset=utf-8' });

/** In the URL, for beacons. Two keys would be ambiguous. */
function keyIn(query: string): string | undefined {
  const [key, ...others] = query === '' ? [] : new URLSearchParams(query).getAll('key');
  return others.length === 0 ? key : undefined;
}

/**
 * Undefined if the connection ended before the body. If head and body arrived together, the data is complete once the parser
 * has reported both: stream events would cost as much as checking the messages. @throws ApiError payload_too_large
 */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const length = Number(request.headers['content-length']);
  if (length > ingestLimits.wireBytes) throw bodyTooLarge();
  await undefined;
  const { readableLength } = request;
  return readableLength > 0 && readableLength === length ? request.read() : streamedBody(request);
}

function streamedBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= ingestLimits.wireBytes) chunks.push(chunk);
      else reject(bodyTooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    // A connection that ends before the body is an error for listeners.
    request.on('error', () => resolve(undefined));
    if (request.destroyed) resolve(undefined);
  });
}

function stopping(): ApiError {
  return new ApiError(
    'unavailable',
    'The service is stopping. Send the messages again in a few seconds.',
  );
}
