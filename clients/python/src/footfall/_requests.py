"""Requests, and when they are sent again: what the two clients have in common."""
from __future__ import annotations

import random
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional, Sequence, Union
from urllib.parse import quote

import httpx

from ._answers import Answer
from .errors import by_code
from ._errors import AnswerTimeoutError, ApiError, FootfallError, NoAnswerError
from ._version import version

QueryValue = Union[str, int, bool, datetime, Sequence[str], None]
Query = Mapping[str, QueryValue]

USER_AGENT = f"footfall-python/{version}"
CONNECT_SECONDS = 10.0
#: The service says every 15 seconds that a stream lives.
STREAM_SILENCE_SECONDS = 45.0
#: Who is told to wait for longer is told at once.
LONGEST_WAIT = 60.0
_REPEATED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True)
class Settings:
    api_key: Optional[str]
    base_url: str
    timeout: float
    max_tries: int


@dataclass
class Call:
    """One request, which may be sent several times."""

    method: str
    path: str
    query: Query = field(default_factory=dict)
    body: Optional[Mapping[str, Any]] = None
    idempotency_key: Optional[str] = None
    if_match: Optional[str] = None
    is_endless: bool = False

    def timeout(self, settings: Settings) -> httpx.Timeout:
        seconds = settings.timeout
        read = max(seconds, STREAM_SILENCE_SECONDS) if self.is_endless else seconds
        return httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS), read=read)

    def arguments(self, settings: Settings) -> Dict[str, Any]:
        """Of httpx' `build_request`."""
        if settings.api_key is None:
            raise FootfallError("The REST API needs a secret key: Footfall(api_key='svc_sk_…')")
        headers = {"authorization": f"Bearer {settings.api_key}", "user-agent": USER_AGENT}
        if self.idempotency_key is None and self.method == "POST" and settings.max_tries > 1:
            # The same for every try: the service does the work once.
            self.idempotency_key = str(uuid.uuid4())
        if self.idempotency_key is not None:
            headers["idempotency-key"] = self.idempotency_key
        if self.if_match is not None:
            headers["if-match"] = self.if_match
        return {
            "method": self.method,
            "url": f"{settings.base_url}/api/v1{self.path}",
            "params": {name: _text_of(value) for name, value in self.query.items() if value is not None},
            "json": None if self.body is None else dict(self.body),
            "headers": headers,
        }

    @property
    def may_be_repeated(self) -> bool:
        """Whether a second time changes nothing more: the answer to the first may be lost."""
        if self.method == "PATCH":
            # With If-Match the second would be refused, because the first was done.
            return self.if_match is None
        return self.method in ("GET", "DELETE") or self.idempotency_key is not None


def seconds_until_next(
    call: Call, tries: int, settings: Settings, response: Optional[httpx.Response]
) -> Optional[float]:
    """How long to wait before it is sent again; None where it is not. `response`: None without an answer."""
    if tries >= settings.max_tries or not call.may_be_repeated:
        return None
    if response is not None and response.status_code not in _REPEATED_STATUSES:
        return None
    asked = None if response is None else retry_after(response.headers)
    if asked is not None:
        return asked + random.uniform(0, 0.25) if asked <= LONGEST_WAIT else None
    return float(min(LONGEST_WAIT, 0.5 * 2 ** (tries - 1)) * random.uniform(0.5, 1))


def retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """Seconds, told as such or as a date."""
    told = headers.get("retry-after")
    if told is None:
        return None
    try:
        return max(0.0, float(told))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(told)
    except (TypeError, ValueError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=timezone.utc)
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())


def error_of(response: httpx.Response) -> ApiError:
    """Of an answer whose body was read."""
    try:
        body: Any = response.json()
    except ValueError:
        body = None
    body = body if isinstance(body, dict) else {}
    code = body.get("error")
    code = code if isinstance(code, str) else "unknown"
    message = body.get("message")
    details = body.get("details")
    return by_code.get(code, ApiError)(
        message if isinstance(message, str) else f"The service answered {response.status_code}.",
        status=response.status_code,
        code=code,
        details=details if isinstance(details, dict) else None,
        request_id=response.headers.get("x-request-id"),
        retry_after=retry_after(response.headers),
    )


def no_answer(error: httpx.HTTPError) -> NoAnswerError:
    reason = str(error) or type(error).__name__
    if isinstance(error, httpx.TimeoutException):
        return AnswerTimeoutError(f"The service did not answer in time: {reason}")
    return NoAnswerError(f"The service gave no answer: {reason}")


def body_of(response: httpx.Response) -> Answer:
    try:
        body: Any = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise NoAnswerError(f"{response.url} is not Footfall: it answered something else than JSON.")
    return Answer(body)


def record_of(response: httpx.Response) -> Answer:
    record = Answer(body_of(response).get("data") or {})
    record.etag = response.headers.get("etag")
    return record


def path_of(form: str, *ids: str) -> str:
    """With each id in the place of `{}`, so that none can leave its place."""
    for one in ids:
        if not isinstance(one, str) or one in ("", ".", ".."):
            raise ValueError(f"{one!r} is no id")
    return form.format(*(quote(one, safe="") for one in ids))


def address_of(base_url: str) -> str:
    address = base_url.rstrip("/") if isinstance(base_url, str) else ""
    url = httpx.URL(address) if address.startswith(("http://", "https://")) else None
    if url is None or not url.host or url.userinfo or url.query or url.fragment:
        raise ValueError("base_url has to be an address, such as https://footfall.example.com")
    return address


def settings_of(
    api_key: Optional[str], base_url: str, timeout: float, max_tries: int
) -> Settings:
    if api_key is not None and not api_key.startswith("svc_sk_"):
        raise ValueError("api_key has to be a secret key, svc_sk_…; a write key is write_key")
    if timeout <= 0 or max_tries < 1:
        raise ValueError("timeout has to be more than 0 seconds, and max_tries at least 1")
    return Settings(api_key, address_of(base_url), timeout, max_tries)


def iso_of(moment: datetime) -> str:
    """One without a time zone is local time, as everywhere in Python."""
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _text_of(value: QueryValue) -> str:
    if isinstance(value, datetime):
        return iso_of(value)
    if isinstance(value, (list, tuple)):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
