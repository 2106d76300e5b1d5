/**
 * Every request has a deadline from its arrival: if the database takes longer, for whatever queries, it gets 503.
 * Time in which the sender is still sending, or waits for its turn with a large body, has its own limits and does
 * not count.
 */
import { ApiError } from '@footfall/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** May take as long as the longest statement. */
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

/** Starts a request's clock: `onLate` is called once, unless stopped before. */
export type StartClock = (onLate: () => void, isLong?: boolean) => AnswerClock;

/** `onLate`: called for every request that timed out. */
export function answerClocks(limits: AnswerLimits, onLate: () => void): StartClock {
  const { requestDeadlineMs, connectionDeadlineMs } = limits;
  return (answerLate, isLong) =>
    new AnswerClock(isLong ? connectionDeadlineMs : requestDeadlineMs, () => {
      onLate();
      answerLate();
    });
}

/** A single timer, which subtracts pauses when it fires: few ever do. */
export class AnswerClock {
  readonly #onLate: () => void;
  #endsAt: number;
  #pausedAt: number | undefined;
  /** Undefined: it fired during a pause. */
  #timer: NodeJS.Timeout | undefined;

  constructor(forMs: number, onLate: () => void) {
    this.#onLate = onLate;
    this.#endsAt = performance.now() + forMs;
    this.#lookIn(forMs);
  }

  /** Excludes waiting for others, such as the sender. */
  pause(): void {
    this.#pausedAt ??= performance.now();
  }

  resume(): void {
    if (this.#pausedAt === undefined) return;
    this.#endsAt += performance.now() - this.#pausedAt;
    this.#pausedAt = undefined;
    if (!this.#timer) this.#look();
  }

  /** The request was answered. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#pausedAt = undefined;
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#pausedAt === undefined) this.#look();
    }, ms).unref();
  }

  #look(): void {
    const leftMs = this.#endsAt - performance.now();
    if (leftMs > 0) this.#lookIn(Math.ceil(leftMs));
    else this.#onLate();
  }
}

/** For requests of the framework. */
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
  // Ignores whatever the handler returns later.
  reply.raw.once('close', () => reply.hijack());
  reply.send(request.method === 'GET' ? late() : lateChange());
}

/** The cause is unknown: the database, a provider, or the machine. */
function late(): ApiError {
  return new ApiError(
    'unavailable',
    'The service could not respond in time. Try again in a few seconds.',
  );
}

function lateChange(): ApiError {
  return new ApiError(
    'unavailable',
    'The service could not respond in time. The change may have been made. Check before you send it again, or use an Idempotency-Key to make it only once.',
  );
}
