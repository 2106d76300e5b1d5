/** Turns whatever is thrown into an answer from the error catalogue. */
import type { Socket } from 'node:net';
import {
  ApiError,
  type ErrorBody,
  type ErrorCode,
  errorCatalogue,
} from '@footfall/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnstorableJson } from '../common/json-body.ts';
import { isDatabaseAway, isDataFault } from '../db/faults.ts';

/** Seconds after which a client may try again when the database is away or the queue is full. */
const retryAfterSeconds = 2;

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) =>
    sendError(toApiError(error), error, request, reply),
  );
}

/** Answers requests that fail before they reach a route, and any hook: malformed paths. */
export async function rejectBadRequest(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Promise<void> {
  reply.header('x-request-id', request.id);
  const cause: unknown = await identify(request, reply).then(
    () => error,
    (refused: unknown) => refused,
  );
  sendError(toApiError(cause), cause, request, reply);
}

const brokenRequests: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and the headers are larger than 16 KiB together.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request was not complete in time.'],
};

/** Bytes that are no HTTP request: there is nothing to route, so the answer is written by hand. */
export function answerBrokenRequest(error: Error & { code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = brokenRequests[error.code] ?? [
    '400 Bad Request',
    'The request is not valid HTTP.',
  ];
  const body = JSON.stringify({ error: 'invalid_request', message } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${crypto.randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function sendError(answer: ApiError, cause: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (answer.code === 'internal_error') request.log.error({ err: cause }, 'request failed');
  else if (answer.code === 'unavailable') request.log.warn({ err: cause }, 'request not served');
  if (answer.code === 'unavailable' && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', retryAfterSeconds);
  }
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UnstorableJson) {
    return new ApiError('invalid_request', `The body ${error.message}.`);
  }
  if (!(error instanceof Error)) return internalError();
  if (isDataFault(error)) {
    return new ApiError('invalid_request', 'A value cannot be stored: it is out of range.');
  }
  if (isDatabaseAway(error)) {
    return new ApiError('unavailable', 'The database does not answer just now. Try again shortly.');
  }
  return fromFramework(error as FastifyError) ?? internalError();
}

function internalError(): ApiError {
  return new ApiError(
    'internal_error',
    'The service failed. The fault is ours; report the X-Request-Id of this answer if it persists.',
  );
}

const byStatus: Partial<Record<number, ErrorCode>> = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { status }]) => [status, code as ErrorCode]),
);

/** Faults that the HTTP framework finds: malformed paths, bodies over the limit, media types. */
function fromFramework(error: FastifyError): ApiError | undefined {
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ApiError('payload_too_large', 'The body is too large: send less at once.');
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('unsupported_media_type', 'Send the body as application/json.');
  }
  return new ApiError(byStatus[status] ?? 'invalid_request', error.message);
}
