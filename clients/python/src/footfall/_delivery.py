"""Sends a batch until it is stored, refused or given up."""
from __future__ import annotations

import gzip
import random
import threading
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Dict, Iterator, List, Optional

import httpx

from ._requests import LONGEST_WAIT, USER_AGENT, iso_of, retry_after
from ._signatures import request_signature

PACKED_FROM_BYTES = 1024


@dataclass(frozen=True)
class Queued:
    #: Its place among all that were ever told.
    number: int
    #: As it is sent.
    json: bytes
    message: Dict[str, Any]


@dataclass(frozen=True)
class Lost:
    """What was lost of a batch, and why."""

    messages: List[Queued]
    reason: str
    #: Of the last answer; 0 without one.
    status: int


@dataclass(frozen=True)
class Delivery:
    key: str
    base_url: str
    signing_secret: Optional[str]
    timeout: float
    max_tries: int
    #: Ends waits, and further tries.
    ending: threading.Event

    def deliver(self, batch: List[Queued], http: httpx.Client) -> Iterator[Lost]:
        """Nothing where everything was stored, now or before."""
        messages = b",".join(queued.json for queued in batch)
        tries = 0
        while True:
            tries += 1
            # When it is sent: by it the service tells a wrong clock from an old message.
            sent_at = iso_of(datetime.now(timezone.utc)).encode()
            body = b'{"sent_at":"' + sent_at + b'","batch":[' + messages + b"]}"
            try:
                response = http.post(
                    f"{self.base_url}/ingest/batch", timeout=self.timeout, **self._content(body)
                )
                status, reason = response.status_code, _reason_of(response)
            except httpx.RequestError as error:
                response, status, reason = None, 0, str(error) or type(error).__name__
            if response is not None and response.is_success:
                yield from _refused(batch, response)
                return
            if status == 413 and len(batch) > 1:
                middle = (len(batch) + 1) // 2
                yield from self.deliver(batch[:middle], http)
                yield from self.deliver(batch[middle:], http)
                return
            may_pass = status in (0, 408, 429) or status >= 500
            if not may_pass or tries >= self.max_tries or self.ending.is_set():
                yield Lost(batch, reason, status)
                return
            self.ending.wait(_seconds_until_next(tries, response))

    def _content(self, body: bytes) -> Dict[str, Any]:
        headers = {
            "content-type": "application/json",
            "x-svc-key": self.key,
            "user-agent": USER_AGENT,
        }
        if self.signing_secret is not None:
            # Each time anew: a signature holds for five minutes.
            headers["x-svc-signature"] = request_signature(body, self.signing_secret)
        if len(body) < PACKED_FROM_BYTES:
            return {"content": body, "headers": headers}
        headers["content-encoding"] = "gzip"
        return {"content": gzip.compress(body, 6), "headers": headers}


def _refused(batch: List[Queued], response: httpx.Response) -> Iterator[Lost]:
    """Of an answer that took the request: messages that were refused one by one, by their reason."""
    data = _parsed(response).get("data")
    results = data.get("results") if isinstance(data, dict) else None
    for queued, result in zip(batch, results if isinstance(results, list) else []):
        if isinstance(result, dict) and result.get("status") == "rejected":
            yield Lost([queued], str(result.get("error") or "rejected"), response.status_code)


def _reason_of(response: httpx.Response) -> str:
    message = _parsed(response).get("message")
    return message if isinstance(message, str) else f"The service answered {response.status_code}."


def _parsed(response: httpx.Response) -> Dict[str, Any]:
    try:
        body: Any = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _seconds_until_next(tries: int, response: Optional[httpx.Response]) -> float:
    """Retry-After; else doubling from half a second, with jitter."""
    asked = None if response is None else retry_after(response.headers)
    if asked is not None:
        return min(asked, LONGEST_WAIT) + random.uniform(0, 0.25)
    return float(min(LONGEST_WAIT, 0.5 * 2 ** (tries - 1)) * random.uniform(0.5, 1))
