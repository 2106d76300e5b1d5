/** Requests with a deadline, sent again where a second time changes nothing more. */
import { FootfallError, retryAfterMs } from './errors.ts';

export type Send = (request: Request) => Promise<Response>;

export interface Persistence {
  timeoutMs: number;
  maxTries: number;
}

const passing = new Set([408, 429, 500, 502, 503, 504]);
/** Who is told to wait for longer is told at once. */
const longestWaitMs = 60_000;

export function persistent(send: Send, { timeoutMs, maxTries }: Persistence): Send {
  return async (request) => {
    if (request.method === 'POST' && maxTries > 1 && !request.headers.has('idempotency-key')) {
      // The same for every try: the service does the work once.
      request.headers.set('idempotency-key', crypto.randomUUID());
    }
    const mostTries = isRepeatable(request) ? maxTries : 1;
    for (let tries = 1; ; tries++) {
      const answer = await sendOnce(send, request, timeoutMs);
      const wait = tries < mostTries ? waitMs(tries, answer) : undefined;
      if (wait === undefined) return answered(answer);
      await pause(wait, request.signal);
    }
  };
}

function answered(answer: Response | FootfallError): Response {
  if (answer instanceof Response) return answer;
  throw answer;
}

/** With If-Match a change that was done would be refused the second time. */
function isRepeatable({ method, headers }: Request): boolean {
  if (method === 'PATCH') return !headers.has('if-match');
  return ['GET', 'HEAD', 'DELETE'].includes(method) || headers.has('idempotency-key');
}

/** The answer, or why there is none. What the caller gave up is thrown. */
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
    // A file or a stream may take its time once it has begun.
    return isJson(response) ? await readWhole(response) : response;
  } catch (cause) {
    request.signal.throwIfAborted();
    const isLate = deadline.signal.aborted;
    return new FootfallError(
      isLate
        ? `The service did not answer within ${timeoutMs} ms.`
        : `The service gave no answer: ${causeOf(cause)}`,
      { code: isLate ? 'timeout' : 'no_answer', cause },
    );
  } finally {
    clearTimeout(timer);
  }
}

function isJson({ headers, body }: Response): boolean {
  return body !== null && /^application\/json\b/.test(headers.get('content-type') ?? '');
}

/** So that the deadline, and another try, hold for the body too. */
async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** fetch says "fetch failed", and why one level below. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message || error.message : error.message;
}

/** As the service says; else doubling from half a second, with jitter. Undefined: not again, or not for long. */
function waitMs(tries: number, answer: Response | FootfallError): number | undefined {
  const isAnswer = answer instanceof Response;
  if (isAnswer && !passing.has(answer.status)) return undefined;
  const pauseMs = isAnswer ? retryAfterMs(answer) : undefined;
  if (pauseMs === undefined) {
    return Math.min(longestWaitMs, 500 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
  }
  return pauseMs <= longestWaitMs ? pauseMs + Math.random() * 250 : undefined;
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
