"""The errors of the service by their codes.

Made from docs/openapi.json by npm run generate; not written by hand.
"""
from __future__ import annotations

from typing import Dict, Type

from ._errors import ApiError


class InvalidRequestError(ApiError):
    """A parameter or the body is not valid. Correct the fields in `details.issues`, each with a path
    and a message, and send the request again.
    """


class UnauthorizedError(ApiError):
    """The key is missing, mistyped, revoked, expired, or the wrong kind for this endpoint. Send
    `Authorization: Bearer svc_sk_…` to the REST API, or `X-Svc-Key: svc_pk_…` to ingest. If the key
    was revoked or has expired (`details.reason` is key_expired), create a new one.
    """


class ForbiddenError(ApiError):
    """The key or signed-in member is not allowed to do this. See `details.reason`. Keys:
    missing_scope, origin_not_allowed, server_only, feature_not_included or personal_data_hidden.
    Members: missing_role, operator_only, not_owner, not_a_member, second_factor_needed,
    fresh_proof_needed or other_site. Share links: not_shared.
    """


class NotFoundError(ApiError):
    """The record does not exist in the workspace of the key, or the path does not exist. Check the id
    and the path. Records of other workspaces also return this error.
    """


class ConflictError(ApiError):
    """The request conflicts with the current data or an earlier request. Resolve the conflict in the
    message. Use a new Idempotency-Key for each different request.
    """


class GoneError(ApiError):
    """The position in `after` is too old; its changes are no longer stored. Read your records again,
    then continue from `details.next`.
    """


class PreconditionFailedError(ApiError):
    """The record has changed since you read the version in If-Match. Read the record again, reapply
    your change and send the new ETag.
    """


class PayloadTooLargeError(ApiError):
    """The body is too large. Send less data per request. For ingest, split the batch."""


class UnsupportedMediaTypeError(ApiError):
    """The body is not JSON, or its encoding is not supported. Send `Content-Type: application/json`,
    uncompressed or with `Content-Encoding: gzip`.
    """


class HeadersTooLargeError(ApiError):
    """The URL and the headers exceed 16 KiB. Shorten the query. Split long lists of ids and long
    filters into several requests.
    """


class RateLimitedError(ApiError):
    """There were too many requests in a minute, or a daily quota is used up. Wait the seconds in
    `Retry-After`, then try again. `details` contains the limit.
    """


class InternalError(ApiError):
    """The service failed. The error is logged. Try again. If the error persists, report the
    `X-Request-Id` of the response.
    """


class UnavailableError(ApiError):
    """The service is temporarily unavailable: its queue is full, its database is unreachable, or the
    disk of the database is full. Wait the seconds in `Retry-After`, then send the same request
    again. If `details.reason` is disk, the operator must free disk space first.
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
