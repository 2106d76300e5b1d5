"""Client of Footfall: reads and writes its REST API, and sends events."""
from . import types
from ._answers import Page, ServerSentEvent, etag
from ._async_client import AsyncFootfall
from ._async_transport import AsyncDownload, AsyncRecords
from ._client import Footfall
from .errors import (
    ConflictError,
    ForbiddenError,
    InternalError,
    InvalidRequestError,
    NotFoundError,
    PreconditionFailedError,
    RateLimitedError,
    UnauthorizedError,
    UnavailableError,
)
from ._errors import AnswerTimeoutError, ApiError, DeliveryError, FootfallError, NoAnswerError
from ._ingest import AsyncIngest, Ingest, Status
from ._signatures import signature_of
from ._transport import Download, Records
from ._version import version as __version__

__all__ = [
    "AnswerTimeoutError",
    "ApiError",
    "AsyncDownload",
    "AsyncFootfall",
    "AsyncIngest",
    "AsyncRecords",
    "ConflictError",
    "DeliveryError",
    "Download",
    "Footfall",
    "FootfallError",
    "ForbiddenError",
    "Ingest",
    "InternalError",
    "InvalidRequestError",
    "NoAnswerError",
    "NotFoundError",
    "Page",
    "PreconditionFailedError",
    "RateLimitedError",
    "Records",
    "ServerSentEvent",
    "Status",
    "UnauthorizedError",
    "UnavailableError",
    "__version__",
    "etag",
    "signature_of",
    "types",
]
