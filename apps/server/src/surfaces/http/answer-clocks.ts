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

export interface AnswerClock {
  /** While what it waits for is not ours. */
  pause(): void;
  resume(): void;
  /** It is answered. */
  stop(): void;
}

const lookEveryMs = 250;

export class AnswerClocks {
  readonly #limits: AnswerLimits;
  /** Stands in the ring of those that run: to join and to leave it costs ingest a few assignments. */
  readonly #ring = new Running(Number.POSITIVE_INFINITY, () => undefined);
  readonly #onLate: () => void;
  readonly #looking: NodeJS.Timeout;
  #lookedAt = performance.now();

  /** `onLate`: told of every request that was answered because its time was over. */
  constructor(limits: AnswerLimits, onLate: () => void) {
    this.#limits = limits;
    this.#onLate = onLate;
    const everyMs = Math.min(lookEveryMs, limits.requestDeadlineMs / 10);
    this.#looking = setInterval(() => this.#look(), everyMs).unref();
  }

  /** `onLate` is called once, unless it is stopped before. `now`: when the request came. */
  start(onLate: () => void, isLong = false, now = performance.now()): AnswerClock {
    const { requestDeadlineMs, connectionDeadlineMs } = this.#limits;
    const clock = new Running(now + (isLong ? connectionDeadlineMs : requestDeadlineMs), onLate);
    clock.joinBefore(this.#ring);
    return clock;
  }

  end(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const now = performance.now();
    const passed = now - this.#lookedAt;
    this.#lookedAt = now;
    const late: Running[] = [];
    for (let clock = this.#ring.next; clock !== this.#ring; clock = clock.next) {
      if (clock.isPaused) clock.endsAt += passed;
      if (clock.endsAt <= now) late.push(clock);
    }
    for (const clock of late) {
      clock.stop();
      this.#onLate();
      clock.onLate();
    }
  }
}

class Running implements AnswerClock {
  /** Itself when it is in no ring. */
  next: Running = this;
  #last: Running = this;
  readonly onLate: () => void;
  /** Put off by the look at all, so that a pause costs a request nothing. */
  isPaused = false;
  endsAt: number;

  constructor(endsAt: number, onLate: () => void) {
    this.onLate = onLate;
    this.endsAt = endsAt;
  }

  joinBefore(next: Running): void {
    this.next = next;
    this.#last = next.#last;
    this.#last.next = this;
    next.#last = this;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  stop(): void {
    this.#last.next = this.next;
    this.next.#last = this.#last;
    this.next = this;
    this.#last = this;
  }
}

/** Of what goes through the framework. */
export function answerInTime(app: FastifyInstance, clocks: AnswerClocks): void {
  app.decorateRequest('answerClock', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { isFree, isLong } = request.routeOptions.config;
    if (!isFree) {
      const clock = clocks.start(() => answerLate(request, reply), isLong);
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
  app.addHook('onClose', async () => clocks.end());
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
