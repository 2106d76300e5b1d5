"""The errors of the service by their codes.

Made from docs/openapi.json by npm run generate; not written by hand.
"""
from __future__ import annotations

from typing import Dict, Type

from ._errors import ApiError


class InvalidRequestError(ApiError):
    """A parameter or the body does not fit the operation. `details.issues` lists each fault as {path,
    message}; correct them and send again.
    """


class UnauthorizedError(ApiError):
    """The key is missing, mistyped, revoked, expired, or of the wrong kind for this endpoint. Send
    `Authorization: Bearer svc_sk_…` to the REST API and `X-Svc-Key: svc_pk_…` to ingest; make a new
    key if it was revoked or has expired (`details.reason` key_expired).
    """


class ForbiddenError(ApiError):
    """The key, or whoever signed in, is known but may not do this. `details.reason` says why: of a key
    missing_scope, origin_not_allowed, server_only, feature_not_included or personal_data_hidden; of
    a member missing_role, operator_only, not_owner, not_a_member, second_factor_needed,
    fresh_proof_needed or other_site; of a share link not_shared.
    """


class NotFoundError(ApiError):
    """No such record in the workspace of the key, or no such route. Check the id and the path. Records
    of other workspaces look the same as none.
    """


class ConflictError(ApiError):
    """The request contradicts an earlier one, or what there is by now. The message says what stands in
    the way. An Idempotency-Key stands for one request: use a new one for another.
    """


class GoneError(ApiError):
    """What followed the position `after` is no longer kept. Read anew what you need, and follow the
    changes from `details.next` on.
    """


class PreconditionFailedError(ApiError):
    """The record has changed since the version that If-Match names. Read the record again, apply the
    change to it and send its new ETag.
    """


class PayloadTooLargeError(ApiError):
    """The body is larger than the endpoint takes. Send less at once; for ingest split the batch."""


class UnsupportedMediaTypeError(ApiError):
    """The body is not JSON, or is encoded in a way that is not understood. Send `Content-Type:
    application/json`, plain or with `Content-Encoding: gzip`.
    """


class HeadersTooLargeError(ApiError):
    """The address and the headers are larger than 16 KiB together. Ask with a shorter query: a long
    list of ids or a long filter is asked in parts.
    """


class RateLimitedError(ApiError):
    """Too many requests in a minute, or a quota of the day is used up. Wait for the seconds in
    `Retry-After`, then go on; `details` says which limit it was.
    """


class InternalError(ApiError):
    """The service failed. The fault is ours and has been logged. Try again; if it persists, report the
    `X-Request-Id` of the answer.
    """


class UnavailableError(ApiError):
    """The service cannot answer just now: its queue is full, its database is away, or the disk of the
    database is full. Wait for the seconds in `Retry-After`, then send the same request again. Where
    `details.reason` is disk, the operator has to free some space first.
    """


by_code: Dict[str, Type[ApiError]] = {
    "invalid_request": InvalidRequestError,
    "unauthorized": UnauthorizedError,
    "forbidden": ForbiddenError,
    "not_found": NotFoundError,
    "conflict": ConflictError,
    "gone": GoneError,
    "precondition_failed": PreconditionFailedError,
    "payload_too_large": PayloadTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "headers_too_large": HeadersTooLargeError,
    "rate_limited": RateLimitedError,
    "internal_error": InternalError,
    "unavailable": UnavailableError,
}
