/** All `error` codes of the service. docs/errors.md is generated from this list. */
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
    meaning: 'A parameter or the body is not valid.',
    remedy:
      'Correct the fields in `details.issues`, each with a path and a message, and send the request again.',
    retry: false,
  },
  unauthorized: {
    status: 401,
    meaning: 'The key is missing, mistyped, revoked, expired, or the wrong kind for this endpoint.',
    remedy:
      'Send `Authorization: Bearer svc_sk_…` to the REST API, or `X-Svc-Key: svc_pk_…` to ingest. If the key was revoked or has expired (`details.reason` is key_expired), create a new one.',
    retry: false,
  },
  forbidden: {
    status: 403,
    meaning: 'The key or signed-in member is not allowed to do this.',
    remedy:
      'See `details.reason`. Keys: missing_scope, origin_not_allowed, server_only, feature_not_included or personal_data_hidden. Members: missing_role, operator_only, not_owner, not_a_member, second_factor_needed, fresh_proof_needed or other_site. Share links: not_shared.',
    retry: false,
  },
  not_found: {
    status: 404,
    meaning: 'The record does not exist in the workspace of the key, or the path does not exist.',
    remedy: 'Check the id and the path. Records of other workspaces also return this error.',
    retry: false,
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not support this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
    retry: false,
  },
  conflict: {
    status: 409,
    meaning: 'The request conflicts with the current data or an earlier request.',
    remedy:
      'Resolve the conflict in the message. Use a new Idempotency-Key for each different request.',
    retry: false,
  },
  gone: {
    status: 410,
    meaning: 'The position in `after` is too old; its changes are no longer stored.',
    remedy: 'Read your records again, then continue from `details.next`.',
    retry: false,
  },
  precondition_failed: {
    status: 412,
    meaning: 'The record has changed since you read the version in If-Match.',
    remedy: 'Read the record again, reapply your change and send the new ETag.',
    retry: false,
  },
  payload_too_large: {
    status: 413,
    meaning: 'The body is too large.',
    remedy: 'Send less data per request. For ingest, split the batch.',
    retry: false,
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is not JSON, or its encoding is not supported.',
    remedy: 'Send `Content-Type: application/json`, uncompressed or with `Content-Encoding: gzip`.',
    retry: false,
  },
  headers_too_large: {
    status: 431,
    meaning: 'The URL and the headers exceed 16 KiB.',
    remedy: 'Shorten the query. Split long lists of ids and long filters into several requests.',
    retry: false,
  },
  rate_limited: {
    status: 429,
    meaning: 'There were too many requests in a minute, or a daily quota is used up.',
    remedy: 'Wait the seconds in `Retry-After`, then try again. `details` contains the limit.',
    retry: true,
  },
  internal_error: {
    status: 500,
    meaning: 'The service failed. The error is logged.',
    remedy: 'Try again. If the error persists, report the `X-Request-Id` of the response.',
    retry: true,
  },
  unavailable: {
    status: 503,
    meaning:
      'The service is temporarily unavailable: its queue is full, its database is unreachable, or the disk of the database is full.',
    remedy:
      'Wait the seconds in `Retry-After`, then send the same request again. If `details.reason` is disk, the operator must free disk space first.',
    retry: true,
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

export const ErrorBody = Closed(
  {
    error: Type.String({ enum: errorCodes, description: 'Error code, stable across versions.' }),
    message: Type.String({ description: 'What happened and what to do, for people.' }),
    details: Type.Optional(JsonObject('Details that depend on the code.')),
  },
  { $id: 'Error', description: 'The body of every error response.' },
);
export type ErrorBody = Static<typeof ErrorBody>;

export interface Issue {
  /** Location, such as `body.properties` or `query.limit`. */
  path: string;
  message: string;
}

/** The error that handlers throw; any other error becomes a 500. */
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
  const message = first ? issueText(first) : 'The request is not valid.';
  return new ApiError('invalid_request', message, { issues });
}

/** As a sentence: "limit must be at most 100". */
export function issueText({ path, message }: Issue): string {
  const name = path.replace(/^(?:query|body|path)\./, '');
  return predicate.test(message) ? `${name} ${message}` : `${name}: ${message}`;
}

/** Starts of messages that continue after the field's name; any other is a complete sentence. */
const predicate =
  /^(?:at|are|belongs|cannot|does|goes|has|holds|is|makes|may|must|names|needs|stands|takes|was)\b/;
