"""The client whose answers are awaited, for asyncio."""
from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

import httpx

from ._async_operations import AsyncOperations
from ._async_transport import AsyncTransport
from ._errors import FootfallError
from ._ingest import AsyncIngest, Ingest, OnError
from ._requests import settings_of


class AsyncFootfall(AsyncOperations):
    """`await client.leads.get(id)`, `async for lead in client.leads.list()`. Its arguments are those of `Footfall`."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: Optional[str] = None,
        write_key: Optional[str] = None,
        signing_secret: Optional[str] = None,
        timeout: float = 30.0,
        max_tries: int = 4,
        on_error: Optional[OnError] = None,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        settings = settings_of(api_key, base_url, timeout, max_tries)
        super().__init__(AsyncTransport(settings, http_client))
        self._ingest = (
            AsyncIngest(
                Ingest(
                    write_key=write_key,
                    base_url=base_url,
                    signing_secret=signing_secret,
                    on_error=on_error,
                )
            )
            if write_key is not None
            else None
        )

    @property
    def ingest(self) -> AsyncIngest:
        if self._ingest is None:
            raise FootfallError("Sending needs a write key: AsyncFootfall(write_key='svc_pk_…')")
        return self._ingest

    async def close(self) -> None:
        """Sends what waits, for at most 5 seconds, and ends the connections."""
        if self._ingest is not None:
            await self._ingest.close()
        await self._transport.close()

    async def __aenter__(self) -> AsyncFootfall:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()
