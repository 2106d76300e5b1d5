/** The error catalogue: every `error` code that the service answers with. docs/errors.md is made from it. */
import Type, { type Static } from 'typebox';
import { Closed, JsonObject } from './schema.ts';

interface CatalogueEntry {
  status: number;
  /** What happened, in one sentence. */
  meaning: string;
  /** What the caller can do about it. */
  remedy: string;
  /** Whether the same request may succeed later. */
  retry: boolean;
}

export const errorCatalogue = {
  invalid_request: {
    status: 400,
    meaning: 'A parameter or the body does not fit the operation.',
    remedy: '`details.issues` lists each fault as {path, message}; correct them and send again.',
    retry: false,
  },
  unauthorized: {
    status: 401,
    meaning:
      'The key is missing, mistyped, revoked, expired, or of the wrong kind for this endpoint.',
    remedy:
      'Send `Authorization: Bearer svc_sk_…` to the REST API and `X-Svc-Key: svc_pk_…` to ingest; make a new key if it was revoked or has expired (`details.reason` key_expired).',
    retry: false,
  },
  forbidden: {
    status: 403,
    meaning: 'The key, or whoever signed in, is known but may not do this.',
    remedy:
      '`details.reason` says why: of a key missing_scope, origin_not_allowed, server_only, feature_not_included or personal_data_hidden; of a member missing_role, operator_only, not_owner, not_a_member, second_factor_needed, fresh_proof_needed or other_site; of a share link not_shared.',
    retry: false,
  },
  not_found: {
    status: 404,
    meaning: 'No such record in the workspace of the key, or no such route.',
    remedy: 'Check the id and the path. Records of other workspaces look the same as none.',
    retry: false,
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    remedy: 'The `Allow` header lists the methods.',
    retry: false,
  },
  conflict: {
    status: 409,
    meaning: 'The request contradicts an earlier one, or what there is by now.',
    remedy:
      'The message says what stands in the way. An Idempotency-Key stands for one request: use a new one for another.',
    retry: false,
  },
  gone: {
    status: 410,
    meaning: 'What followed the position `after` is no longer kept.',
    remedy: 'Read anew what you need, and follow the changes from `details.next` on.',
    retry: false,
  },
  precondition_failed: {
    status: 412,
    meaning: 'The record has changed since the version that If-Match names.',
    remedy: 'Read the record again, apply the change to it and send its new ETag.',
    retry: false,
  },
  payload_too_large: {
    status: 413,
    meaning: 'The body is larger than the endpoint takes.',
    remedy: 'Send less at once; for ingest split the batch.',
    retry: false,
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is not JSON, or is encoded in a way that is not understood.',
    remedy: 'Send `Content-Type: application/json`, plain or with `Content-Encoding: gzip`.',
    retry: false,
  },
  headers_too_large: {
    status: 431,
    meaning: 'The address and the headers are larger than 16 KiB together.',
    remedy: 'Ask with a shorter query: a long list of ids or a long filter is asked in parts.',
    retry: false,
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests in a minute, or a quota of the day is used up.',
    remedy: 'Wait for the seconds in `Retry-After`, then go on; `details` says which limit it was.',
    retry: true,
  },
  internal_error: {
    status: 500,
    meaning: 'The service failed. The fault is ours and has been logged.',
    remedy: 'Try again; if it persists, report the `X-Request-Id` of the answer.',
    retry: true,
  },
  unavailable: {
    status: 503,
    meaning:
      'The service cannot answer just now: its queue is full, its database is away, or the disk of the database is full.',
    remedy:
      'Wait for the seconds in `Retry-After`, then send the same request again. Where `details.reason` is disk, the operator has to free some space first.',
    retry: true,
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

export const ErrorBody = Closed(
  {
    error: Type.String({ enum: errorCodes, description: 'The code, stable across versions.' }),
    message: Type.String({ description: 'What went wrong and what to do, for people.' }),
    details: Type.Optional(JsonObject('More about the fault, by code.')),
  },
  { $id: 'Error', description: 'The body of every answer that is not a success.' },
);
export type ErrorBody = Static<typeof ErrorBody>;

export interface Issue {
  /** Where, as `body.properties` or `query.limit`. */
  path: string;
  message: string;
}

/** The one error that handlers throw; everything else that is thrown is a 500. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get body(): ErrorBody {
    const { code: error, message, details } = this;
    return details === undefined ? { error, message } : { error, message, details };
  }
}

export function invalidRequest(issues: Issue[]): ApiError {
  const first = issues[0];
  const message = first ? `${first.path}: ${first.message}` : 'The request is not valid.';
  return new ApiError('invalid_request', message, { issues });
}
