/** Requests with a deadline, repeated if that is harmless. */
import { FootfallError, retryAfterMs } from './errors.ts';

export type Send = (request: Request) => Promise<Response>;

export interface RetryOptions {
  timeoutMs: number;
  maxTries: number;
}

const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** A longer Retry-After becomes an error at once. */
const longestWaitMs = 60_000;

export function withRetries(send: Send, { timeoutMs, maxTries }: RetryOptions): Send {
  return async (request) => {
    if (maxTries > 1) setIdempotencyKey(request);
    const tries = isRepeatable(request) ? maxTries : 1;
    for (let number = 1; ; number++) {
      const outcome = await sendOnce(send, request, timeoutMs);
      const wait = number < tries ? waitMs(number, outcome) : undefined;
      if (wait === undefined) return answerOf(outcome);
      await pause(wait, request.signal);
    }
  };
}

/** All tries of a POST send the same key, so the service does the work once. */
function setIdempotencyKey({ method, headers }: Request): void {
  const name = 'idempotency-key';
  if (method === 'POST' && !headers.has(name)) headers.set(name, crypto.randomUUID());
}

function answerOf(outcome: Response | FootfallError): Response {
  if (outcome instanceof Response) return outcome;
  throw outcome;
}

/** If-Match would reject the second try of a successful change. */
function isRepeatable({ method, headers }: Request): boolean {
  if (method === 'PATCH') return !headers.has('if-match');
  return ['GET', 'DELETE'].includes(method) || headers.has('idempotency-key');
}

/**
 * The response, or the error.
 * @throws the reason of `request.signal` once the caller aborts
 */
async function sendOnce(
  send: Send,
  request: Request,
  timeoutMs: number,
): Promise<Response | FootfallError> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline.signal]);
  try {
    const response = await send(new Request(request.clone(), { signal }));
    // The deadline covers a whole JSON body, but only the headers of a file or a stream.
    return isJson(response) ? await readWhole(response) : response;
  } catch (cause) {
    request.signal.throwIfAborted();
    const isLate = deadline.signal.aborted;
    return new FootfallError(
      isLate
        ? `The service did not answer within ${timeoutMs} ms.`
        : `The service did not answer: ${causeOf(cause)}`,
      { code: isLate ? 'timeout' : 'no_answer', cause },
    );
  } finally {
    clearTimeout(timer);
  }
}

function isJson({ headers, body }: Response): boolean {
  return body !== null && /^application\/json\b/.test(headers.get('content-type') ?? '');
}

async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** fetch reports "fetch failed" and has the reason in `cause`. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message || error.message : error.message;
}

/** Retry-After, or half a second that doubles, with jitter. Undefined: no retry. */
function waitMs(number: number, outcome: Response | FootfallError): number | undefined {
  const isAnswer = outcome instanceof Response;
  if (isAnswer && !retriedStatuses.has(outcome.status)) return undefined;
  const wait = isAnswer ? retryAfterMs(outcome) : undefined;
  if (wait === undefined) {
    return Math.min(longestWaitMs, 500 * 2 ** (number - 1)) * (0.5 + Math.random() / 2);
  }
  return wait <= longestWaitMs ? wait + Math.random() * 250 : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
