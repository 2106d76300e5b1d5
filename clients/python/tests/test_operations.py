"""Operations against a running service."""
import json
import threading
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from conftest import KEY, READ_KEY, URL

from footfall import (
    ApiError,
    Footfall,
    FootfallError,
    ForbiddenError,
    InvalidRequestError,
    NoAnswerError,
    NotFoundError,
    PreconditionFailedError,
    UnauthorizedError,
    etag,
)


def test_a_list_is_read_to_its_end_page_by_page(client: Footfall, mark: str) -> None:
    made = [client.leads.create(source=mark, code=f"{mark}-{number}") for number in range(5)]
    listed = client.leads.list(source=mark, limit=2)
    assert [lead["id"] for lead in listed] == [lead["id"] for lead in reversed(made)]
    assert [len(page.data) for page in listed.pages()] == [2, 2, 1]
    first = listed.first_page()
    assert (first.total, len(first.data)) == (5, 2)
    rest = client.leads.list(source=mark, limit=2, cursor=first.next_cursor)
    assert [lead["id"] for lead in rest] == [lead["id"] for lead in reversed(made[:3])]
    by_offset = client.leads.list(source=mark, limit=2, offset=1)
    assert len(list(by_offset)) == 4
    oldest = client.leads.list(source=mark, sort="created_at", filter=f'code = "{mark}-3"')
    assert [lead["code"] for lead in oldest] == [f"{mark}-3"]


def test_pages_stand_still_while_records_come_in(client: Footfall, mark: str) -> None:
    made = {client.leads.create(source=mark)["id"] for _ in range(4)}
    seen = []
    for lead in client.leads.list(source=mark, limit=1):
        seen.append(lead["id"])
        if len(seen) < 4:
            client.leads.create(source=mark)
    assert set(seen) == made and len(seen) == 4


def test_a_list_of_one_record_is_read_to_its_end(client: Footfall, mark: str) -> None:
    client.ingest.identify(user_id=mark, email=f"{mark}@firm.example")
    for number in range(4):
        client.ingest.track(f"step {number}", user_id=mark)
    assert client.ingest.flush(20)
    (person,) = client.identities.list(email=f"{mark}@firm.example")
    names = [activity["type"] for activity in client.identities.list_activity(person["id"], limit=2)]
    assert len(names) >= 5


def test_records_are_made_changed_and_removed(client: Footfall, mark: str) -> None:
    made = client.lists.create(name=mark, color="#FF0000")
    client.lists.update(made["id"], description="Hot")
    assert client.lists.get(made["id"])["description"] == "Hot"
    lead = client.leads.create(source=mark, company_id=None, properties={"plan": "team"})
    assert client.lists.add_members(made["id"], visitor_ids=[lead["visitor_id"]])["added"] == 1
    assert [member["visitor_id"] for member in client.lists.list_members(made["id"])] == [
        lead["visitor_id"]
    ]
    client.lists.delete(made["id"])
    with pytest.raises(NotFoundError):
        client.lists.get(made["id"])


def test_only_what_was_read_is_changed(client: Footfall, mark: str) -> None:
    lead = client.leads.create(source=mark)
    version = etag(client.leads.get(lead["id"]))
    assert version is not None
    client.leads.update(lead["id"], if_match=version, properties={"owner": "kim"})
    with pytest.raises(PreconditionFailedError) as caught:
        client.leads.update(lead["id"], if_match=version, properties={"owner": "sam"})
    assert caught.value.status == 412
    assert client.leads.get(lead["id"])["properties"] == {"owner": "kim"}


def test_the_same_idempotency_key_makes_one_record(client: Footfall, mark: str) -> None:
    first = client.leads.create(source=mark, idempotency_key=mark)
    assert client.leads.create(source=mark, idempotency_key=mark)["id"] == first["id"]
    with pytest.raises(ApiError) as caught:
        client.leads.create(source="other", idempotency_key=mark)
    assert caught.value.code == "conflict"


def test_an_error_tells_code_message_details_and_request(client: Footfall) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        client.leads.list(limit=101).first_page()
    error = caught.value
    assert (error.status, error.code) == (400, "invalid_request")
    assert error.details["issues"] == [{"path": "query.limit", "message": "must be at most 100"}]
    assert error.request_id and error.request_id in str(error)
    with pytest.raises(NotFoundError):
        client.visitors.get("01a1f843-753c-76b8-835a-667c2bb1be56")
    with pytest.raises(UnauthorizedError), Footfall(base_url=URL, api_key=f"{KEY[:-1]}_") as other:
        other.users.list().first_page()


def test_what_cannot_be_right_is_refused_at_once(client: Footfall) -> None:
    for wrong in ["", "footfall.example.com", "ftp://a.example", "https://", "https://a:b@c.example"]:
        with pytest.raises(ValueError, match="base_url"):
            Footfall(base_url=wrong, api_key=KEY)
    with pytest.raises(ValueError, match="secret key"):
        Footfall(base_url=URL, api_key="svc_pk_x")
    with pytest.raises(ValueError, match="write key"):
        Footfall(base_url=URL, write_key="svc_sk_x")
    with pytest.raises(ValueError, match="no id"):
        client.leads.get("")
    with pytest.raises(FootfallError, match="api_key"), Footfall(base_url=URL) as other:
        other.live()
    with pytest.raises(FootfallError, match="write_key"), Footfall(base_url=URL) as other:
        other.ingest.track("x", user_id="u")
    # An id cannot leave its place in the path.
    with pytest.raises(ApiError):
        client.leads.get("../users")
    with pytest.raises(NoAnswerError), Footfall(
        base_url="http://127.0.0.1:9", api_key=KEY, max_tries=1
    ) as other:
        other.live()


def test_what_is_no_footfall_is_said_to_be_none() -> None:
    with pytest.raises((ApiError, NoAnswerError)), Footfall(
        base_url=f"{URL}/docs", api_key=KEY, max_tries=1
    ) as client:
        client.live()


def test_figures_search_and_changes(client: Footfall, mark: str) -> None:
    begin = client.changes.list()["next"]
    lead = client.leads.create(source=mark, code=mark)
    assert lead["id"] in [
        one for change in client.changes.list(after=begin)["data"] for one in change["ids"]
    ]
    events = list(client.changes.stream(after=begin, seconds=1))
    assert events[-1].event == "end"
    told = [event for event in events if event.event == "change"]
    assert any(lead["id"] in json.loads(event.data)["ids"] for event in told) and told[0].id
    assert [hit["id"] for hit in client.search(q=mark)["data"]] == [lead["id"]]
    hour = timedelta(hours=1)
    now = datetime.now(timezone.utc)
    assert client.stats(metrics=["leads"], from_=now - hour)["rows"] is not None
    assert client.live()["visitors"] is not None
    assert client.lists.preview(of="identities", filter="email:firm.example")["of"] == "identities"
    recent = client.leads.list(source=mark, created_after=now - hour, created_before=now + hour)
    assert len(list(recent)) == 1


def test_exports_are_files(client: Footfall, mark: str, tmp_path: Path) -> None:
    client.leads.create(source=mark, code="A1")
    file = tmp_path / "leads.csv"
    client.exports.leads(source=mark, format="csv", fields=["code", "source"]).save(file)
    assert file.read_text().splitlines()[1:] == [f"A1,{mark}"]
    text = client.exports.leads(source=mark, format="ndjson", fields=["code"]).read()
    assert json.loads(text) == {"code": "A1"}
    with client.exports.leads(source=mark, format="parquet") as parts:
        assert b"".join(parts)[:4] == b"PAR1"
    with pytest.raises(InvalidRequestError):
        client.exports.leads(sort="nonsense").read()  # type: ignore[arg-type]


def test_threads_share_a_client(client: Footfall, mark: str) -> None:
    threads = [
        threading.Thread(target=lambda: client.leads.create(source=mark)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert client.leads.list(source=mark).first_page().total == 8


def test_what_a_key_may_not_is_forbidden() -> None:
    with Footfall(base_url=URL, api_key=READ_KEY) as reader:
        reader.leads.list().first_page()
        with pytest.raises(ForbiddenError) as caught:
            reader.leads.create(source="x")
    assert caught.value.details["reason"] == "missing_scope"
