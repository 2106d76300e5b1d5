"""The client whose answers are awaited, against a running service."""
import asyncio
import inspect
import json
from pathlib import Path

import pytest
from conftest import KEY, SIGNING_SECRET, URL, WRITE_KEY
from faults import FaultProxy

from footfall import AnswerTimeoutError, AsyncFootfall, Footfall, NotFoundError, etag


def client_of(url: str = URL, **options: float) -> AsyncFootfall:
    return AsyncFootfall(
        base_url=url, api_key=KEY, write_key=WRITE_KEY, signing_secret=SIGNING_SECRET, **options  # type: ignore[arg-type]
    )


def test_it_has_the_same_operations(client: Footfall) -> None:
    other = client_of()
    for name, resource in vars(client).items():
        if name.startswith("_"):
            continue
        mirrored = getattr(other, name)
        for method, function in inspect.getmembers(resource, inspect.ismethod):
            if not method.startswith("_"):
                theirs = inspect.signature(getattr(mirrored, method)).parameters
                assert list(theirs) == list(inspect.signature(function).parameters)
    asyncio.run(other.close())


def test_reading_writing_and_files(mark: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with client_of() as client:
            made = await asyncio.gather(*(client.leads.create(source=mark) for _ in range(5)))
            listed = client.leads.list(source=mark, limit=2)
            assert {lead["id"] async for lead in listed} == {lead["id"] for lead in made}
            assert [len(page.data) async for page in listed.pages()] == [2, 2, 1]
            assert (await listed.first_page()).total == 5
            lead = await client.leads.get(made[0]["id"])
            await client.leads.update(lead["id"], if_match=etag(lead), properties={"a": 1})
            with pytest.raises(NotFoundError):
                await client.leads.get("01a1f843-753c-76b8-835a-667c2bb1be56")
            export = client.exports.leads(source=mark, format="ndjson", fields=["id"])
            await export.save(tmp_path / "leads")
            assert await export.read() == (tmp_path / "leads").read_bytes()
            assert len((tmp_path / "leads").read_text().splitlines()) == 5
            new = await client.lists.create(name=mark)
            await client.lists.delete(new["id"])
            begin = (await client.changes.list())["next"]
            made.append(await client.leads.create(source=mark))
            events = [event async for event in client.changes.stream(after=begin, seconds=1)]
            assert made[-1]["id"] in json.loads(events[0].data)["ids"]
            assert (await client.stats(metrics=["leads"]))["rows"] is not None

    asyncio.run(main())


def test_sending_keeps_no_loop_waiting(client: Footfall, mark: str) -> None:
    async def main() -> None:
        async with client_of() as own:
            own.ingest.track(mark, user_id=mark)
            assert await own.ingest.flush(20)
            assert own.ingest.status().queued == 0
            own.ingest.track(mark, user_id=mark)

    asyncio.run(main())
    assert len(list(client.events.list(filter=f"name = {mark}"))) == 2


def test_what_passes_is_tried_again(proxy: FaultProxy, mark: str) -> None:
    async def main() -> None:
        async with client_of(proxy.url) as client:
            proxy.faults = [(0, {}), (503, {"retry-after": "0"})]
            lead = await client.leads.create(source=mark)
            assert [one["id"] async for one in client.leads.list(source=mark)] == [lead["id"]]
        async with client_of(proxy.url, timeout=0.3, max_tries=1) as client:
            proxy.faults = [(-1, {})]
            with pytest.raises(AnswerTimeoutError):
                await client.live()

    asyncio.run(main())
