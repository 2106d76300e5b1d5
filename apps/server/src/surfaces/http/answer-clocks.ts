/**
 * Every request has a deadline from its arrival: who waits for the database, whichever question it is and however
 * many, is answered 503 by then. The time in which the sender is still sending, or waits for its turn with a
 * large body, has limits of its own and is not counted.
 */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It may take as long as the longest statement. */
    isLong?: boolean;
  }
  interface FastifyRequest {
    answerClock: AnswerClock | undefined;
  }
}

export interface AnswerLimits {
  requestDeadlineMs: number;
  connectionDeadlineMs: number;
}

/** Starts the clock of a request: `onLate` is called once, unless it is stopped before. */
export type StartClock = (onLate: () => void, isLong?: boolean) => AnswerClock;

/** `onLate`: told of every request that was answered because its time was over. */
export function answerClocks(limits: AnswerLimits, onLate: () => void): StartClock {
  const { requestDeadlineMs, connectionDeadlineMs } = limits;
  return (answerLate, isLong) =>
    new AnswerClock(isLong ? connectionDeadlineMs : requestDeadlineMs, () => {
      onLate();
      answerLate();
    });
}

export class AnswerClock {
  readonly #onLate: () => void;
  #leftMs: number;
  #began = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(leftMs: number, onLate: () => void) {
    this.#leftMs = leftMs;
    this.#onLate = onLate;
    this.resume();
  }

  /** While what it waits for is not ours. */
  pause(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= performance.now() - this.#began;
  }

  resume(): void {
    if (this.#timer || this.#leftMs === Number.POSITIVE_INFINITY) return;
    this.#began = performance.now();
    this.#timer = setTimeout(this.#onLate, this.#leftMs).unref();
  }

  /** It is answered. */
  stop(): void {
    this.pause();
    this.#leftMs = Number.POSITIVE_INFINITY;
  }
}

/** Of what goes through the framework. */
export function answerInTime(app: FastifyInstance, startClock: StartClock): void {
  app.decorateRequest('answerClock', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { isFree, isLong } = request.routeOptions.config;
    if (!isFree) {
      const clock = startClock(() => answerLate(request, reply), isLong);
      request.answerClock = clock;
      reply.raw.once('close', () => clock.stop());
    }
    done();
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    request.answerClock?.pause();
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    request.answerClock?.resume();
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.answerClock?.stop();
    done();
  });
}

function answerLate(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) return;
  // Whatever the handler comes to say later, nobody listens.
  reply.raw.once('close', () => reply.hijack());
  reply.send(request.method === 'GET' ? late() : lateChange());
}

/** What was slow is not known here: the database, a provider, or the machine. */
function late(): ApiError {
  return new ApiError('unavailable', 'The service could not answer in time. Try again shortly.');
}

function lateChange(): ApiError {
  return new ApiError(
    'unavailable',
    'The service could not answer in time. The change may have been made all the same: look before you send it again, or send it with an Idempotency-Key, by which it is made once.',
  );
}
