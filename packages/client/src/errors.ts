import type { components } from './schema.ts';

type ErrorBody = components['schemas']['Error'];

/** What the service answers with; `timeout` and `no_answer` are ours. */
export type FailureCode = ErrorBody['error'] | 'timeout' | 'no_answer';

interface Failure {
  code: FailureCode;
  status?: number;
  details?: ErrorBody['details'];
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Decide by `code`, and show `message` to a person: docs/errors.md. */
export class FootfallError extends Error {
  override readonly name = 'FootfallError';
  readonly code: FailureCode;
  /** 0 without an answer. */
  readonly status: number;
  readonly details: NonNullable<ErrorBody['details']>;
  /** By which the service's log can be searched. */
  readonly requestId: string | undefined;
  /** Milliseconds after which it may be tried again, where the service said so. */
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

/**
 * The body of an answer: `const { data: lead } = unwrap(await footfall.GET('/leads/{id}', …))`.
 * @throws FootfallError where the service refused
 */
export function unwrap<Body>({ data, error, response }: Answered<Body>): Exclude<Body, undefined> {
  if (response.ok && error === undefined) return data as Exclude<Body, undefined>;
  const body = isErrorBody(error) ? error : undefined;
  throw new FootfallError(body?.message ?? `The service answered ${response.status}.`, {
    code: body?.error ?? 'no_answer',
    status: response.status,
    details: body?.details,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(response),
  });
}

interface Answered<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'error' in value && 'message' in value;
}

/** Retry-After, in seconds or as a date. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = Number(header);
  const until = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}
