"""Sends messages from a thread of its own: in batches, tried again, signed."""
from __future__ import annotations

import asyncio
import atexit
import json
import logging
import os
import threading
import time
import weakref
from collections import deque
from dataclasses import dataclass, replace
from typing import Any, Callable, Deque, Dict, List, Optional, Set

import httpx

from ._delivery import Delivery, Lost, Queued
from ._errors import DeliveryError
from ._messages import Messages
from ._requests import address_of

logger = logging.getLogger("footfall")

BATCH_BYTES = 900_000
MOST_AT_ONCE = 1000
EXIT_SECONDS = 10.0

OnError = Callable[[DeliveryError], None]


@dataclass(frozen=True)
class Status:
    #: Messages that wait, or are under way.
    queued: int
    #: Messages that are not stored, and will not be sent again.
    lost: int


class Ingest(Messages):
    __doc__ = Messages.__doc__

    def __init__(
        self,
        *,
        write_key: str,
        base_url: str,
        signing_secret: Optional[str] = None,
        flush_at: int = 100,
        flush_interval: float = 1.0,
        max_queue: int = 10_000,
        timeout: float = 10.0,
        max_tries: int = 10,
        on_error: Optional[OnError] = None,
    ) -> None:
        """
        Args:
            write_key: svc_pk_…, or svc_dev_… for test data.
            base_url: Address of the service, such as https://footfall.example.com.
            signing_secret: Proves what is sent, so that it may change people: `./footfall signing-secrets create`.
            flush_at: Messages that are sent at once, at most 1,000.
            flush_interval: Seconds that a message waits for others.
            max_queue: Messages that may wait; beyond, the oldest are given up.
            timeout: Seconds to wait for an answer.
            max_tries: How often a batch is sent before it is given up; ten take some four minutes.
            on_error: Gets what was lost, and why, in the thread that sends. By default the first of each reason is logged.
        """
        if not write_key.startswith("svc_") or write_key.startswith("svc_sk_"):
            raise ValueError("write_key has to be a write key, svc_pk_… or svc_dev_…")
        if min(flush_at, max_queue, max_tries) < 1 or timeout <= 0 or flush_interval < 0:
            raise ValueError("flush_at, max_queue, max_tries and timeout have to be more than 0")
        self._delivery = Delivery(
            write_key, address_of(base_url), signing_secret, timeout, max_tries, threading.Event()
        )
        self._flush_at = min(flush_at, MOST_AT_ONCE)
        self._flush_interval = flush_interval
        self._max_queue = max_queue
        self._on_error = on_error or self._warn
        self._told: Set[str] = set()
        self._lost = 0
        self._begin()
        itself = weakref.ref(self)
        atexit.register(_close_at_exit, itself)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=lambda: _begin_in_child(itself))

    def _begin(self) -> None:
        self._changed = threading.Condition()
        self._waiting: Deque[Queued] = deque()
        self._under_way: List[Queued] = []
        self._number = 0
        #: What is told up to here is sent without waiting for more.
        self._wanted = 0
        self._due_at = 0.0
        self._is_closed = False
        self._thread: Optional[threading.Thread] = None
        self._delivery = replace(self._delivery, ending=threading.Event())

    def status(self) -> Status:
        with self._changed:
            return Status(len(self._waiting) + len(self._under_way), self._lost)

    def flush(self, timeout: Optional[float] = None) -> bool:
        """Until everything that waits now is stored or given up; False where `timeout` seconds were too few."""
        with self._changed:
            last = self._wanted = self._number
            self._changed.notify_all()
            return self._changed.wait_for(lambda: self._first_number() > last, timeout)

    def close(self, timeout: float = 5.0) -> bool:
        """Sends what waits, for at most `timeout` seconds, and takes nothing more. Call it before the process ends."""
        with self._changed:
            self._is_closed = True
        is_done = self.flush(timeout)
        self._delivery.ending.set()
        with self._changed:
            left = [*self._under_way, *self._waiting]
            self._under_way = []
            self._waiting.clear()
            self._changed.notify_all()
        if left:
            self._lose([Lost(left, "The service had not answered when close() ended", 0)])
        return is_done

    def _first_number(self) -> int:
        for queued in (*self._under_way[:1], *list(self._waiting)[:1]):
            return queued.number
        return self._number + 1

    def _add(self, message: Dict[str, Any]) -> None:
        try:
            # As it is now: what the caller changes afterwards is another thing.
            text = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
        except (TypeError, ValueError, RecursionError) as error:
            unsent = Queued(0, b"", message)
            self._lose([Lost([unsent], f"It cannot be written as JSON: {error}", 0)])
            return
        lost: List[Lost] = []
        with self._changed:
            self._number += 1
            queued = Queued(self._number, text, message)
            if self._is_closed:
                lost.append(Lost([queued], "close() was called before", 0))
            else:
                lost.extend(self._put(queued))
        self._lose(lost)

    def _put(self, queued: Queued) -> List[Lost]:
        if not self._waiting:
            self._due_at = time.monotonic() + self._flush_interval
        self._waiting.append(queued)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="footfall", daemon=True)
            self._thread.start()
        if len(self._waiting) in (1, self._flush_at):
            self._changed.notify_all()
        if len(self._waiting) <= self._max_queue:
            return []
        return [Lost([self._waiting.popleft()], f"More than {self._max_queue} messages wait", 0)]

    def _run(self) -> None:
        changed, ending = self._changed, self._delivery.ending
        with httpx.Client() as http:
            while True:
                with changed:
                    while not self._is_due():
                        if self._is_closed and not self._waiting:
                            return
                        changed.wait(self._seconds_left())
                    batch = self._under_way = self._next_batch()
                lost = list(self._delivery.deliver(batch, http))
                if not ending.is_set():
                    self._lose(lost)
                with changed:
                    self._under_way = []
                    changed.notify_all()

    def _is_due(self) -> bool:
        if not self._waiting:
            return False
        return (
            self._waiting[0].number <= self._wanted
            or len(self._waiting) >= self._flush_at
            or time.monotonic() >= self._due_at
        )

    def _seconds_left(self) -> Optional[float]:
        return max(0.0, self._due_at - time.monotonic()) if self._waiting else None

    def _next_batch(self) -> List[Queued]:
        batch: List[Queued] = []
        size = 0
        while self._waiting and len(batch) < self._flush_at:
            size += len(self._waiting[0].json) + 1
            if size > BATCH_BYTES and batch:
                break
            batch.append(self._waiting.popleft())
        return batch

    def _lose(self, lost: List[Lost]) -> None:
        for one in lost:
            with self._changed:
                self._lost += len(one.messages)
            messages = [queued.message for queued in one.messages]
            try:
                self._on_error(DeliveryError(one.reason, messages, one.status))
            except Exception:
                logger.exception("on_error failed")

    def _warn(self, error: DeliveryError) -> None:
        """The first of each reason."""
        if len(self._told) >= 100 or error.reason in self._told:
            return
        self._told.add(error.reason)
        logger.warning(
            "%d messages are lost (%d): %s", len(error.messages), error.status, error.reason
        )


class AsyncIngest(Messages):
    __doc__ = Messages.__doc__

    def __init__(self, ingest: Ingest) -> None:
        self._ingest = ingest

    def status(self) -> Status:
        return self._ingest.status()

    async def flush(self, timeout: Optional[float] = None) -> bool:
        """Until everything that waits now is stored or given up; False where `timeout` seconds were too few."""
        return await asyncio.to_thread(self._ingest.flush, timeout)

    async def close(self, timeout: float = 5.0) -> bool:
        """Sends what waits, for at most `timeout` seconds, and takes nothing more. Call it before the process ends."""
        return await asyncio.to_thread(self._ingest.close, timeout)

    def _add(self, message: Dict[str, Any]) -> None:
        self._ingest._add(message)


def _close_at_exit(itself: "weakref.ref[Ingest]") -> None:
    ingest = itself()
    if ingest is not None and ingest.status().queued > 0:
        ingest.close(EXIT_SECONDS)


def _begin_in_child(itself: "weakref.ref[Ingest]") -> None:
    """Neither the thread nor the lock's state is any use there; what waits is sent by the parent."""
    ingest = itself()
    if ingest is not None:
        ingest._begin()
