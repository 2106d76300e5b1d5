"""Of a running service, named by the environment: scripts/try-python.mjs starts one."""
import os
import uuid
from typing import Iterator

import pytest
from faults import FaultProxy

from footfall import Footfall, Ingest

URL = os.environ["FOOTFALL_URL"]
KEY = os.environ["FOOTFALL_KEY"]
READ_KEY = os.environ["FOOTFALL_READ_KEY"]
WRITE_KEY = os.environ["FOOTFALL_WRITE_KEY"]
SIGNING_SECRET = os.environ["FOOTFALL_SIGNING_SECRET"]


@pytest.fixture
def client() -> Iterator[Footfall]:
    with Footfall(
        base_url=URL, api_key=KEY, write_key=WRITE_KEY, signing_secret=SIGNING_SECRET
    ) as one:
        yield one


@pytest.fixture
def proxy() -> Iterator[FaultProxy]:
    with FaultProxy(URL) as one:
        yield one


@pytest.fixture
def mark() -> str:
    """By which a test finds what is its own."""
    return f"t-{uuid.uuid4().hex[:12]}"


def ingest_to(url: str, **options: object) -> Ingest:
    return Ingest(
        write_key=WRITE_KEY, base_url=url, signing_secret=SIGNING_SECRET, **options  # type: ignore[arg-type]
    )
