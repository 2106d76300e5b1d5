/**
 * POST to the addresses of ingest. The HTTP framework does not see it: its own work was a third of all that the main
 * thread did for a message (docs/decisions/0037). What is asked of a sender, and done with what came, is in ingest-door.ts.
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
    // The sender's time, until the body is there.
    clock.pause();
    leave = await unlessUnread(reply, door.enter(ip, headers));
    const body = await unlessUnread(reply, bodyOf(request));
    // Nobody waits for the answer to half a request, or for another one.
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

/** A message that is sent by itself is rejected by the status, too. */
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

/** What is refused before its body was read is not read to its end: the connection ends with the answer. */
async function unlessUnread<T>(reply: IngestReply, work: T | Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (refused) {
    reply.headers.push('connection', 'close');
    throw refused;
  }
}

/** Given once: in time, or when its time is over. */
class IngestReply {
  readonly #app: FastifyInstance;
  readonly #response: ServerResponse;
  readonly #path: string;
  readonly #observe: Observe;
  readonly #started = performance.now();
  readonly #requestId = randomUUID();
  // As a list: to put objects together costs more than what is done with them.
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

/** Names and values by turns. */
type HeaderList = (string | number)[];

function addHeaders(list: HeaderList, headers: AnswerHeaders): void {
  for (const name in headers) list.push(name, headers[name] ?? '');
}

const headersOfAll: HeaderList = [];
addHeaders(headersOfAll, privateHeaders);
addHeaders(headersOfAll, { 'content-type': 'application/json; charset=utf-8' });

/** In the address, for beacons. Of two keys it is not known which one is meant. */
function keyIn(query: string): string | undefined {
  const [key, ...others] = query === '' ? [] : new URLSearchParams(query).getAll('key');
  return others.length === 0 ? key : undefined;
}

/**
 * Undefined when the connection ended before the body did. What came in one piece with its head is all there when the
 * parser has told of both: the stream's events would cost as much as the messages' checks. @throws ApiError payload_too_large
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
    // A connection that ends before the body does is an error to whoever listens for it.
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
