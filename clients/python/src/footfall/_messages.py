"""What can be told of a visitor, as docs/guides/ingest.md has it."""
from __future__ import annotations

import secrets
import time
import uuid
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Union

from ._requests import iso_of
from ._version import version

if TYPE_CHECKING:
    from .types import Context

Moment = Union[datetime, str]


class Messages:
    """Of each message, one of `visitor_id`, `user_id` and `email` is needed.

    `visitor_id` is that of the browser, `user_id` your own id of the person. `timestamp`: when it happened, now if it is left
    out. `message_id` makes it harmless to tell the same twice. No call waits, and none fails but by wrong arguments.
    """

    def track(
        self,
        name: str,
        *,
        visitor_id: Optional[str] = None,
        session_id: Optional[str] = None,
        user_id: Optional[str] = None,
        email: Optional[str] = None,
        properties: Optional[Mapping[str, Any]] = None,
        context: Optional[Context] = None,
        timestamp: Optional[Moment] = None,
        message_id: Optional[str] = None,
    ) -> None:
        """Something that a visitor did."""
        self._tell("event", locals())

    def page(
        self,
        url: Optional[str] = None,
        *,
        visitor_id: Optional[str] = None,
        session_id: Optional[str] = None,
        user_id: Optional[str] = None,
        email: Optional[str] = None,
        properties: Optional[Mapping[str, Any]] = None,
        context: Optional[Context] = None,
        timestamp: Optional[Moment] = None,
        message_id: Optional[str] = None,
    ) -> None:
        """A page that a visitor looked at; its address, or `context['page']`."""
        given = {**locals(), "name": "page_view"}
        if given.pop("url") is not None:
            page = {**((context or {}).get("page") or {}), "url": url}
            given["context"] = {**(context or {}), "page": page}
        self._tell("event", given)

    def identify(
        self,
        *,
        visitor_id: Optional[str] = None,
        session_id: Optional[str] = None,
        user_id: Optional[str] = None,
        email: Optional[str] = None,
        name: Optional[str] = None,
        traits: Optional[Mapping[str, Any]] = None,
        context: Optional[Context] = None,
        timestamp: Optional[Moment] = None,
        message_id: Optional[str] = None,
    ) -> None:
        """Who a visitor is. `email` or `user_id` is needed."""
        self._tell("identify", locals())

    def conversion(
        self,
        name: str,
        *,
        visitor_id: Optional[str] = None,
        session_id: Optional[str] = None,
        user_id: Optional[str] = None,
        email: Optional[str] = None,
        value: Optional[float] = None,
        currency: Optional[str] = None,
        external_id: Optional[str] = None,
        code: Optional[str] = None,
        lead: Optional[bool] = None,
        properties: Optional[Mapping[str, Any]] = None,
        context: Optional[Context] = None,
        timestamp: Optional[Moment] = None,
        message_id: Optional[str] = None,
    ) -> None:
        """A goal that was reached. `external_id` counts once."""
        self._tell("conversion", locals())

    def _tell(self, type: str, given: Mapping[str, Any]) -> None:
        told = {name: value for name, value in given.items() if name != "self" and value is not None}
        moment = told.get("timestamp") or datetime.now(timezone.utc)
        self._add(
            {
                **told,
                "type": type,
                "message_id": told.get("message_id") or new_message_id(),
                "timestamp": moment if isinstance(moment, str) else iso_of(moment),
                "context": {
                    "library": {"name": "footfall-python", "version": version},
                    **told.get("context", {}),
                },
            }
        )

    def _add(self, message: Dict[str, Any]) -> None:
        raise NotImplementedError


def new_message_id() -> str:
    """UUIDv7: begins with its time, so that what is stored by it lies in order of time."""
    number = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    number = number & ~(0xF << 76) | 0x7 << 76
    return str(uuid.UUID(int=number & ~(0x3 << 62) | 0x2 << 62))
