import type { ErrorBody } from './operations.ts';

/** The codes of docs/errors.md; `timeout` and `no_answer` come from this package. */
export type FailureCode = ErrorBody['error'] | 'timeout' | 'no_answer';

interface Failure {
  code: FailureCode;
  status?: number;
  details?: ErrorBody['details'];
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Decide by `code`, and show `message` to a person. */
export class FootfallError extends Error {
  override readonly name = 'FootfallError';
  readonly code: FailureCode;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  readonly details: NonNullable<ErrorBody['details']>;
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  /** Milliseconds to wait before a retry, if the service states them. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { code, status = 0, details, cause, ...rest }: Failure) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.details = details ?? {};
    this.requestId = rest.requestId;
    this.retryAfterMs = rest.retryAfterMs;
  }
}

/** Builds the error of an unsuccessful response. */
export async function errorOf(response: Response): Promise<FootfallError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { message, error, details } = isErrorBody(body) ? body : fallback(response);
  return new FootfallError(message, {
    code: error,
    status: response.status,
    details,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(response),
  });
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'error' in value && 'message' in value;
}

function fallback({ status }: Response) {
  const message = `The service answered ${status} without an error message.`;
  return { message, error: 'no_answer' as const, details: undefined };
}

/** Retry-After, in seconds or as a date. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
