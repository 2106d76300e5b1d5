"""How the client that is awaited asks the service. `_transport.py` says the same for the one that waits."""
from __future__ import annotations

import asyncio
import itertools
import os
from types import TracebackType
from typing import Any, AsyncIterator, Generic, Mapping, Optional, Type, TypeVar, Union

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


class AsyncTransport:
    def __init__(self, settings: Settings, http_client: Optional[httpx.AsyncClient]) -> None:
        self._settings = settings
        self._http = http_client or httpx.AsyncClient()
        self._is_own = http_client is None

    async def close(self) -> None:
        if self._is_own:
            await self._http.aclose()

    async def record(self, method: str, path: str, **given: Any) -> Any:
        return record_of(await self.send(Call(method, path, **given)))

    async def whole(self, method: str, path: str, **given: Any) -> Any:
        return body_of(await self.send(Call(method, path, **given)))

    async def nothing(self, method: str, path: str, **given: Any) -> None:
        await self.send(Call(method, path, **given))

    def records(
        self, path: str, *, query: Query, page_size: int, has_cursor: bool
    ) -> AsyncRecords[Any]:
        return AsyncRecords(self, path, query, page_size, has_cursor)

    def download(self, path: str, *, query: Query) -> AsyncDownload:
        return AsyncDownload(self, Call("GET", path, query))

    async def stream(self, path: str, *, query: Query) -> AsyncIterator[ServerSentEvent]:
        response = await self.send(Call("GET", path, query, is_endless=True), is_streamed=True)
        events = EventLines()
        try:
            async for line in response.aiter_lines():
                for event in events.take(line):
                    yield event
        except httpx.RequestError as error:
            raise no_answer(error) from error
        finally:
            await response.aclose()

    async def send(self, call: Call, *, is_streamed: bool = False) -> httpx.Response:
        """The answer, which is a good one. Of one that is streamed the body is not read yet."""
        arguments = call.arguments(self._settings)
        for tries in itertools.count(1):
            request = self._http.build_request(**arguments, timeout=call.timeout(self._settings))
            try:
                response = await self._http.send(request, stream=is_streamed)
                if not response.is_success:
                    await response.aread()
                    await response.aclose()
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
            await asyncio.sleep(wait)
        raise AssertionError("never")


class AsyncResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport


class AsyncRecords(Generic[T]):
    """All records of a list, asked for page by page as you go through them: `async for lead in client.leads.list(): …`.

    By cursor, where the list has one: pages stand still while records come in. Going through it again asks again.
    """

    def __init__(
        self, transport: AsyncTransport, path: str, query: Query, page_size: int, has_cursor: bool
    ) -> None:
        self._transport = transport
        self._path = path
        limit = query.get("limit")
        self._query = {**query, "limit": page_size if limit is None else limit}
        self._by_cursor = has_cursor and query.get("offset") is None

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for record in page.data:
                yield record

    async def pages(self) -> AsyncIterator[Page[T]]:
        cursor: Optional[str] = str(self._query.get("cursor") or "")
        offset = int(str(self._query.get("offset") or 0))
        while True:
            page = await self._page(cursor, offset)
            yield page
            cursor, offset = page.next_cursor, offset + len(page.data)
            is_end = not cursor if self._by_cursor else offset >= page.total
            if is_end or not page.data:
                return

    async def first_page(self) -> Page[T]:
        """The newest, or the first in the order that you asked for, with the exact `total` of all."""
        cursor = str(self._query.get("cursor") or "")
        return await self._page(cursor, int(str(self._query.get("offset") or 0)))

    async def _page(self, cursor: Optional[str], offset: int) -> Page[T]:
        place: Mapping[str, Any] = {"cursor": cursor} if self._by_cursor else {"offset": offset}
        body: Answer = await self._transport.whole(
            "GET", self._path, query={**self._query, **place}
        )
        told = body["pagination"]
        return Page(body["data"], told["total"], told.get("next_cursor"))


class AsyncDownload:
    """A file, which is asked for when you read it: `await client.exports.leads(format='csv').save('leads.csv')`."""

    def __init__(self, transport: AsyncTransport, call: Call) -> None:
        self._transport = transport
        self._call = call
        self._response: Optional[httpx.Response] = None

    async def __aenter__(self) -> AsyncDownload:
        self._response = await self._transport.send(self._call, is_streamed=True)
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if self._response is not None:
            await self._response.aclose()
            self._response = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self._response is None:
            async with self:
                async for part in self:
                    yield part
            return
        try:
            async for part in self._response.aiter_bytes():
                yield part
        except httpx.RequestError as error:
            raise no_answer(error) from error

    async def read(self) -> bytes:
        return b"".join([part async for part in self])

    async def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Into a file, as it comes."""
        async with self:
            with open(path, "wb") as file:
                async for part in self:
                    file.write(part)
