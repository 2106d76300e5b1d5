/**
 * Ingest without the HTTP framework: a POST to one of the two addresses as they are usually spelled,
 * with a body of a known length. Everything else is left to the framework. Both ways go through
 * ingest-door.ts; what this one saves is the framework's own work (docs/decisions/0037).
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ingestLimits } from '@footfall/contract/ingest';
import type { FastifyInstance } from 'fastify';
import type { KeyFacts } from '../../accounts/keys/store.ts';
import { unavailable } from '../../collect/ingest/write-group.ts';
import type { AnswerClock, StartClock } from './answer-clocks.ts';
import { beforeFramework } from './before-framework.ts';
import type { LeaveRoom } from './body-room.ts';
import { type AnswerHeaders, type Callers, writeToken } from './callers.ts';
import { errorAnswer } from './errors.ts';
import type { FirstParty } from './first-party.ts';
import type { IngestAddresses } from './ingest-addresses.ts';
import type { IngestDoor } from './ingest-door.ts';
import type { Observe } from './observe.ts';
import { peerOf, type TrustProxy } from './peer.ts';
import { privateHeaders } from './private-answers.ts';

export interface DirectOptions {
  callers: Callers;
  door: IngestDoor;
  observe: Observe;
  startClock: StartClock;
  trust: TrustProxy | undefined;
  addresses: IngestAddresses;
  firstParty: FirstParty;
}

export function ingestDirectly(app: FastifyInstance, options: DirectOptions): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  beforeFramework(app, (request, response, next) => {
    // As the address is usually spelled.
    const isBatch = options.addresses.get(request.url ?? '');
    if (isBatch === undefined || isClosing || !isUsual(request)) next(request, response);
    else void answer(app, request, response, isBatch, options);
  });
}

function isUsual({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && Number(headers['content-length']) <= ingestLimits.wireBytes;
}

async function answer(
  app: FastifyInstance,
  request: IncomingMessage,
  response: ServerResponse,
  isBatch: boolean,
  options: DirectOptions,
): Promise<void> {
  const { callers, door, trust, firstParty } = options;
  const { headers } = request;
  const reply = new DirectReply(app, request, response, options);
  const { clock } = reply;
  const token = writeToken(headers);
  let key: KeyFacts | undefined;
  let leave: LeaveRoom | undefined;
  try {
    const { ip, isSecure } = peerOf(request, trust);
    const found = callers.identify('ingest', token, ip);
    // Nothing is awaited that is there: each turn of the event loop's queue costs as much as a header.
    const identified = found instanceof Promise ? await found : found;
    addHeaders(reply.headers, identified.headers);
    key = identified.key;
    if (identified.refusal) throw identified.refusal;
    const sender = door.admit(key);
    clock.pause();
    const entered = door.enter(ip, headers);
    if (entered !== undefined) {
      leave = await entered.catch((refused: unknown) => {
        // It is not read at all.
        reply.headers.push('connection', 'close');
        throw refused;
      });
    }
    const body = await bodyOf(request);
    // Nobody waits for the answer to half a request, or for another one.
    if (!body) return clock.stop();
    if (reply.isGiven) return;
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
    reply.give(200, answer);
  } catch (error) {
    reply.fail(await door.faultOf(error, key, token));
  } finally {
    leave?.();
  }
}

/** Given once: in time, or when its time is over. */
class DirectReply {
  readonly #app: FastifyInstance;
  readonly #response: ServerResponse;
  readonly #operation: string;
  readonly #observe: Observe;
  readonly #started = performance.now();
  readonly #requestId = randomUUID();
  // As a list: to put objects together costs more than what is done with them.
  readonly headers: HeaderList = [...headersOfAll, 'x-request-id', this.#requestId];
  readonly clock: AnswerClock;
  isGiven = false;

  constructor(
    app: FastifyInstance,
    request: IncomingMessage,
    response: ServerResponse,
    { observe, startClock, firstParty }: DirectOptions,
  ) {
    this.#app = app;
    this.#response = response;
    this.#operation = request.url ?? '';
    addHeaders(this.headers, firstParty.corsHeaders(request));
    this.#observe = observe;
    this.clock = startClock(() => this.fail(unavailable()));
  }

  give(status: number, body: object): void {
    if (this.isGiven) return;
    this.isGiven = true;
    this.clock.stop();
    send(this.#response, status, this.headers, body);
    const ms = performance.now() - this.#started;
    this.#observe({ requestId: this.#requestId, operation: this.#operation, status, ms });
  }

  fail(reason: unknown): void {
    if (this.isGiven) return;
    const fault = errorAnswer(reason, this.#app.log.child({ reqId: this.#requestId }));
    for (const [name, value] of Object.entries(fault.headers)) {
      if (!this.headers.includes(name)) this.headers.push(name, value);
    }
    this.give(fault.status, fault.body);
  }
}

/**
 * Undefined when the connection ended before the body did. What came in one piece with its head is all there when the
 * parser has told of both: the stream's events would cost as much as the messages' checks.
 */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  await undefined;
  const { readableLength } = request;
  const isWhole =
    readableLength > 0 && readableLength === Number(request.headers['content-length']);
  return isWhole ? request.read() : streamedBody(request);
}

function streamedBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    // A connection that ends before the body does is an error to whoever listens for it.
    request.on('error', () => resolve(undefined));
    if (request.destroyed) resolve(undefined);
  });
}

/** Names and values by turns. */
type HeaderList = (string | number)[];

function addHeaders(list: HeaderList, headers: AnswerHeaders): void {
  for (const name in headers) list.push(name, headers[name] ?? '');
}

const headersOfAll: HeaderList = [];
addHeaders(headersOfAll, privateHeaders);
addHeaders(headersOfAll, { 'content-type': 'application/json; charset=utf-8' });

function send(response: ServerResponse, status: number, headers: HeaderList, body: object): void {
  const text = JSON.stringify(body);
  headers.push('content-length', Buffer.byteLength(text));
  response.writeHead(status, headers as string[]);
  response.end(text);
}
