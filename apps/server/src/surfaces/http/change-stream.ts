/** A stream of changes as server-sent events, with a bound on what waits for a slow reader. */
import type { ServerResponse } from 'node:http';
import type { Change } from '@footfall/contract/changes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnsweredStream } from '../operations/answered-stream.ts';
import type { ChangeFeed } from '../operations/change-feed.ts';
import type { ChangeSink, StreamEnd } from '../operations/change-follower.ts';

const heartbeatMs = 15_000;
/** Bytes that may wait in this process for the other side to take them. */
const mostWaiting = 512 * 1024;
/** How long the last words wait for a side that takes nothing any more. */
const farewellMs = 2_000;
/** What a client waits before it connects again. */
const retryMs = 1_000;

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that gathers answers would hold every event back.
  'x-accel-buffering': 'no',
  // It has the connection to itself, and ends with it.
  connection: 'close',
};

/** The head of the answer has been checked by then; @throws ApiError when there are too many streams */
export function sendChanges(
  { method }: FastifyRequest,
  reply: FastifyReply,
  feed: ChangeFeed,
  stream: AnsweredStream,
): FastifyReply {
  // Its time may have been over before there was a stream.
  if (reply.sent) return reply;
  if (method === 'HEAD') return reply.headers(streamHeaders).send();
  const answer = reply.raw;
  const sink = new EventStream(answer);
  const follower = feed.follow(stream, sink);
  reply.headers(streamHeaders).hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) answer.setHeader(name, value);
  }
  answer.writeHead(200);
  answer.write(`retry: ${retryMs}\n\n`);
  const heartbeat = setInterval(() => sink.tick(follower.position), heartbeatMs);
  const { seconds } = stream;
  const ending = seconds && setTimeout(() => follower.end('time'), seconds * 1000);
  const stop = () => {
    clearInterval(heartbeat);
    clearTimeout(ending);
    follower.leave();
  };
  answer.once('close', stop);
  // The other side may have gone before there was a stream.
  if (answer.destroyed) stop();
  return reply;
}

class EventStream implements ChangeSink {
  readonly #answer: ServerResponse;

  constructor(answer: ServerResponse) {
    this.#answer = answer;
  }

  send(changes: Change[]): boolean {
    this.#answer.write(changes.map(frameOf).join(''));
    return this.#answer.writableLength <= mostWaiting;
  }

  reset(position: string): void {
    this.#write('reset', { position }, position);
  }

  /** It lives; and with nothing new for this reader, where to go on from. */
  tick(position: string | undefined): void {
    if (this.#answer.writableEnded) return;
    this.#answer.write(position === undefined ? ': here\n\n' : `: here\nid: ${position}\n\n`);
  }

  drained(): Promise<void> {
    const answer = this.#answer;
    if (!answer.writableNeedDrain || answer.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        answer.off('drain', done);
        answer.off('close', done);
        resolve();
      };
      answer.on('drain', done);
      answer.on('close', done);
    });
  }

  end(reason: StreamEnd): void {
    const answer = this.#answer;
    this.#write('end', { reason });
    answer.end();
    const late = setTimeout(() => answer.destroy(), farewellMs).unref();
    answer.once('close', () => clearTimeout(late));
  }

  #write(event: string, data: object, id?: string): void {
    if (this.#answer.writableEnded) return;
    const position = id === undefined ? '' : `id: ${id}\n`;
    this.#answer.write(`event: ${event}\n${position}data: ${JSON.stringify(data)}\n\n`);
  }
}

/** Written once, however many are sent it. */
const frames = new WeakMap<Change, string>();

function frameOf(change: Change): string {
  const cached = frames.get(change);
  if (cached !== undefined) return cached;
  const frame = `event: change\nid: ${change.position}\ndata: ${JSON.stringify(change)}\n\n`;
  frames.set(change, frame);
  return frame;
}
