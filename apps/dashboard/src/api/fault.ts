import type { ErrorBody, ErrorCode, Issue } from '@footfall/contract/errors';

/** `unreachable`: no response, or not from the service. */
export type FaultCode = ErrorCode | 'unreachable';

/** An operation's error response. */
export class ApiFault extends Error {
  readonly code: FaultCode;
  readonly details: Record<string, unknown>;
  readonly requestId: string | undefined;

  constructor(
    code: FaultCode,
    message: string,
    more: Partial<Pick<ErrorBody, 'details'>> & { requestId?: string } = {},
  ) {
    super(message);
    this.name = 'ApiFault';
    this.code = code;
    this.details = more.details ?? {};
    this.requestId = more.requestId;
  }

  /** For `forbidden`: the reason. */
  get reason(): string | undefined {
    return typeof this.details.reason === 'string' ? this.details.reason : undefined;
  }

  /** For `invalid_request`: each problem with its place, such as `query.filter`. */
  get issues(): Issue[] {
    return Array.isArray(this.details.issues) ? this.details.issues : [];
  }

  /** Whether a retry may help. */
  get isPassing(): boolean {
    return ['unreachable', 'internal_error', 'unavailable', 'rate_limited'].includes(this.code);
  }
}

export async function faultOf(response: Response): Promise<ApiFault> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const body: unknown = await response.json().catch(() => undefined);
  if (isErrorBody(body)) {
    return new ApiFault(body.error as ErrorCode, body.message, { ...body, requestId });
  }
  return new ApiFault('unreachable', `HTTP ${response.status}`, { requestId });
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && 'message' in body;
}
