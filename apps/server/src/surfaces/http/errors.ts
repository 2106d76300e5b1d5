/** Turns thrown errors into answers from the error catalog. */
import type { Socket } from 'node:net';
import {
  ApiError,
  type ErrorBody,
  type ErrorCode,
  errorCatalogue,
} from '@footfall/contract/errors';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { UnstorableJson } from '../../platform/common/json-body.ts';
import { RepeatedWarnings } from '../../platform/common/repeated-warnings.ts';
import { diskIsFull } from '../../platform/db/disk-full.ts';
import { isDatabaseAway, isDataFault, isDiskFull } from '../../platform/db/faults.ts';
import { takenMethods } from './methods.ts';

/** Seconds until a retry if the database is unavailable or the queue is full. */
const retryAfterSeconds = 2;

const longestRequestLine = 16_384;

/** While nothing can be stored, every request, from anybody, would otherwise log a line. */
const notServed = new RepeatedWarnings();

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

/** Answers requests that fail before any route or hook: malformed paths. */
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
  sendError(cause, request, reply);
}

interface BrokenAnswer {
  status: string;
  code: ErrorCode;
  message: string;
}

const notHttp: BrokenAnswer = {
  status: '400 Bad Request',
  code: 'invalid_request',
  message: 'The request is not valid HTTP.',
};

const unknownMethod: BrokenAnswer = {
  status: '405 Method Not Allowed',
  code: 'method_not_allowed',
  message: 'The service does not support this method.',
};

const brokenRequests: Record<string, BrokenAnswer> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: errorCatalogue.headers_too_large.meaning,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid_request',
    message: 'The request took too long to arrive.',
  },
};

/** As Node.js reports it. */
type BrokenRequest = Error & { code: string; rawPacket?: unknown; bytesParsed?: number };

/** Bytes that are no HTTP request cannot be routed, so the answer is written directly. */
export function answerBrokenRequest(error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const hasUnknownMethod = isUnknownMethod(error);
  const broken = brokenRequests[error.code] ?? notHttp;
  const { status, code, message } = hasUnknownMethod ? unknownMethod : broken;
  const body = JSON.stringify({ error: code, message } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status}`,
    ...(hasUnknownMethod ? [`Allow: ${takenMethods.join(', ')}`] : []),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${crypto.randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** A valid request line with a method unknown to the parser. */
function isUnknownMethod({ code, rawPacket, bytesParsed = 0 }: BrokenRequest): boolean {
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return false;
  const start = rawPacket.lastIndexOf('\n', Math.max(0, bytesParsed - 1)) + 1;
  const line = rawPacket.toString('latin1', start, start + longestRequestLine);
  return /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/.test(line);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, body } = errorAnswer(error, request.log);
  for (const [name, value] of Object.entries(headers)) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

export interface ErrorAnswer {
  status: number;
  /** Added unless the answer already has them. */
  headers: Record<string, number>;
  body: ErrorBody;
}

/** The answer to a thrown error; logs the service's own faults. */
export function errorAnswer(
  error: unknown,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): ErrorAnswer {
  const { code, status, body, details } = toApiError(error);
  if (code === 'internal_error') log.error({ err: error }, 'request failed');
  const seconds = details?.retry_after_seconds;
  const headers: ErrorAnswer['headers'] =
    typeof seconds === 'number' ? { 'retry-after': seconds } : {};
  if (code !== 'unavailable') return { status, headers, body };
  notServed.write(log, error, 'request refused');
  return { status, headers: { 'retry-after': retryAfterSeconds }, body };
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UnstorableJson) {
    return new ApiError('invalid_request', `The body ${error.message}.`);
  }
  if (!(error instanceof Error)) return internalError();
  if (isDataFault(error)) {
    return new ApiError('invalid_request', 'A value is out of range and cannot be stored.');
  }
  if (isDiskFull(error)) return diskIsFull();
  if (isDatabaseAway(error)) {
    return new ApiError(
      'unavailable',
      'The database does not respond. Try again in a few seconds.',
    );
  }
  return fromFramework(error as FastifyError) ?? internalError();
}

function internalError(): ApiError {
  return new ApiError(
    'internal_error',
    'The service failed. Try again. If the error persists, report the X-Request-Id of this response.',
  );
}

export const codeByStatus: Partial<Record<number, ErrorCode>> = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { status }]) => [status, code as ErrorCode]),
);

export function bodyTooLarge(): ApiError {
  return new ApiError('payload_too_large', 'The body is too large. Send less data per request.');
}

/** Errors of the HTTP framework: malformed paths, oversized bodies, media types. */
function fromFramework(error: FastifyError): ApiError | undefined {
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return bodyTooLarge();
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('unsupported_media_type', 'Send the body as application/json.');
  }
  return new ApiError(codeByStatus[status] ?? 'invalid_request', error.message);
}
