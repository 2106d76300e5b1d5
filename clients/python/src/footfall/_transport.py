"""How the client that waits asks the service. `_async_transport.py` says the same for the one that is awaited."""
from __future__ import annotations

import itertools
import os
import time
from types import TracebackType
from typing import Any, Generic, Iterator, Mapping, Optional, Type, TypeVar, Union

import httpx

from ._answers import Answer, EventLines, Page, ServerSentEvent
from ._requests import (
    Call,
    Query,
    Settings,
    body_of,
    error_of,
    no_answer,
    record_of,
    seconds_until_next,
)

T = TypeVar("T")


class Transport:
    def __init__(self, settings: Settings, http_client: Optional[httpx.Client]) -> None:
        self._settings = settings
        self._http = http_client or httpx.Client()
        self._is_own = http_client is None

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def record(self, method: str, path: str, **given: Any) -> Any:
        return record_of(self.send(Call(method, path, **given)))

    def whole(self, method: str, path: str, **given: Any) -> Any:
        return body_of(self.send(Call(method, path, **given)))

    def nothing(self, method: str, path: str, **given: Any) -> None:
        self.send(Call(method, path, **given))

    def records(self, path: str, *, query: Query, page_size: int, has_cursor: bool) -> Records[Any]:
        return Records(self, path, query, page_size, has_cursor)

    def download(self, path: str, *, query: Query) -> Download:
        return Download(self, Call("GET", path, query))

    def stream(self, path: str, *, query: Query) -> Iterator[ServerSentEvent]:
        response = self.send(Call("GET", path, query, is_endless=True), is_streamed=True)
        events = EventLines()
        try:
            for line in response.iter_lines():
                yield from events.take(line)
        except httpx.RequestError as error:
            raise no_answer(error) from error
        finally:
            response.close()

    def send(self, call: Call, *, is_streamed: bool = False) -> httpx.Response:
        """The answer, which is a good one. Of one that is streamed the body is not read yet."""
        arguments = call.arguments(self._settings)
        for tries in itertools.count(1):
            request = self._http.build_request(**arguments, timeout=call.timeout(self._settings))
            try:
                response = self._http.send(request, stream=is_streamed)
                if not response.is_success:
                    response.read()
                    response.close()
            except httpx.RequestError as error:
                wait = seconds_until_next(call, tries, self._settings, None)
                if wait is None:
                    raise no_answer(error) from error
            else:
                if response.is_success:
                    return response
                wait = seconds_until_next(call, tries, self._settings, response)
                if wait is None:
                    raise error_of(response)
            time.sleep(wait)
        raise AssertionError("never")


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class Records(Generic[T]):
    """All records of a list, asked for page by page as you go through them: `for lead in client.leads.list(): …`.

    By cursor, where the list has one: pages stand still while records come in. Going through it again asks again.
    """

    def __init__(
        self, transport: Transport, path: str, query: Query, page_size: int, has_cursor: bool
    ) -> None:
        self._transport = transport
        self._path = path
        limit = query.get("limit")
        self._query = {**query, "limit": page_size if limit is None else limit}
        self._by_cursor = has_cursor and query.get("offset") is None

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def pages(self) -> Iterator[Page[T]]:
        cursor: Optional[str] = str(self._query.get("cursor") or "")
        offset = int(str(self._query.get("offset") or 0))
        while True:
            page = self._page(cursor, offset)
            yield page
            cursor, offset = page.next_cursor, offset + len(page.data)
            is_end = not cursor if self._by_cursor else offset >= page.total
            if is_end or not page.data:
                return

    def first_page(self) -> Page[T]:
        """The newest, or the first in the order that you asked for, with the exact `total` of all."""
        return next(self.pages())

    def _page(self, cursor: Optional[str], offset: int) -> Page[T]:
        place: Mapping[str, Any] = {"cursor": cursor} if self._by_cursor else {"offset": offset}
        body: Answer = self._transport.whole("GET", self._path, query={**self._query, **place})
        told = body["pagination"]
        return Page(body["data"], told["total"], told.get("next_cursor"))


class Download:
    """A file, which is asked for when you read it: `client.exports.leads(format='csv').save('leads.csv')`."""

    def __init__(self, transport: Transport, call: Call) -> None:
        self._transport = transport
        self._call = call
        self._response: Optional[httpx.Response] = None

    def __enter__(self) -> Download:
        self._response = self._transport.send(self._call, is_streamed=True)
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if self._response is not None:
            self._response.close()
            self._response = None

    def __iter__(self) -> Iterator[bytes]:
        if self._response is None:
            with self:
                yield from self
            return
        try:
            yield from self._response.iter_bytes()
        except httpx.RequestError as error:
            raise no_answer(error) from error

    def read(self) -> bytes:
        return b"".join(self)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Into a file, as it comes."""
        with self, open(path, "wb") as file:
            for part in self:
                file.write(part)
