"""What can go wrong."""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional


class FootfallError(Exception):
    """Every error of this package."""


class ApiError(FootfallError):
    """The service answered, and did not do what it was asked.

    Decide by `code` (or by the class, of which there is one for each code), and show `message` to a person.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: Optional[Mapping[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.details: Mapping[str, Any] = details or {}
        #: By which the service's log can be searched.
        self.request_id = request_id
        #: Seconds after which it may be tried again, where the service said so.
        self.retry_after = retry_after

    def __str__(self) -> str:
        told = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.message} [{self.status} {self.code}]{told}"


class NoAnswerError(FootfallError):
    """The service cannot be reached, or the connection ended before it had answered."""


class AnswerTimeoutError(NoAnswerError):
    """The service did not answer in time."""


class DeliveryError(FootfallError):
    """Messages that are not stored, and will not be sent again."""

    def __init__(self, reason: str, messages: List[Dict[str, Any]], status: int) -> None:
        super().__init__(reason)
        self.reason = reason
        #: As they were sent.
        self.messages = messages
        #: Of the last answer; 0 without one.
        self.status = status
