/** Streams changes as server-sent events, with a limit on data waiting for a slow reader. */
import type { ServerResponse } from 'node:http';
import type { Change } from '@footfall/contract/changes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnsweredStream } from '../operations/answered-stream.ts';
import type { ChangeFeed } from '../operations/change-feed.ts';
import type { ChangeSink, StreamEnd } from '../operations/change-follower.ts';

const heartbeatMs = 15_000;
/** Bytes buffered in this process. */
const mostWaiting = 512 * 1024;
/** How long the last event waits for a stalled reader. */
const farewellMs = 2_000;
/** Pause before a client reconnects. */
const retryMs = 1_000;

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A buffering proxy would delay events.
  'x-accel-buffering': 'no',
  // The connection ends with the stream.
  connection: 'close',
};

/** The answer's head has been checked; @throws ApiError if there are too many streams */
export function sendChanges(
  { method }: FastifyRequest,
  reply: FastifyReply,
  feed: ChangeFeed,
  stream: AnsweredStream,
): FastifyReply {
  // It may have timed out before the stream began.
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
  // The client may have disconnected before the stream began.
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

  /** A sign of life; without news for this reader, also the position to continue from. */
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

/** Serialized once for all streams. */
const frames = new WeakMap<Change, string>();

function frameOf(change: Change): string {
  const cached = frames.get(change);
  if (cached !== undefined) return cached;
  const frame = `event: change\nid: ${change.position}\ndata: ${JSON.stringify(change)}\n\n`;
  frames.set(change, frame);
  return frame;
}
