"""The client that waits for its answers."""
from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

import httpx

from ._errors import FootfallError
from ._ingest import Ingest, OnError
from ._operations import Operations
from ._requests import settings_of
from ._transport import Transport


class Footfall(Operations):
    """`client.leads.list()`, `client.stats(…)`: the REST API. `client.ingest`: sends messages.

    One is enough for a program, and threads may share it.
    """

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
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        """
        Args:
            base_url: Address of the service, such as https://footfall.example.com.
            api_key: A secret key, svc_sk_…; for the REST API.
            write_key: A write key, svc_pk_… or svc_dev_…; for `ingest`.
            signing_secret: Proves what `ingest` sends: docs/guides/trust.md.
            timeout: Seconds to wait for an answer of the REST API, for each try.
            max_tries: How often a request is sent that may be sent again; 1: never again.
            on_error: Gets what `ingest` could not deliver; by default it is logged.
            http_client: In place of one of its own, for a proxy or certificates. You close it.
        """
        settings = settings_of(api_key, base_url, timeout, max_tries)
        transport = Transport(settings, http_client)
        super().__init__(transport)
        self._ingest = (
            Ingest(
                write_key=write_key,
                base_url=base_url,
                signing_secret=signing_secret,
                on_error=on_error,
            )
            if write_key is not None
            else None
        )

    @property
    def ingest(self) -> Ingest:
        if self._ingest is None:
            raise FootfallError("Sending needs a write key: Footfall(write_key='svc_pk_…')")
        return self._ingest

    def close(self) -> None:
        """Sends what waits, for at most 5 seconds, and ends the connections."""
        if self._ingest is not None:
            self._ingest.close()
        self._transport.close()

    def __enter__(self) -> Footfall:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
