"""What is sent again, and when, on a bad way to the service."""
import time

import pytest
from conftest import KEY
from faults import FaultProxy

from footfall import (
    AnswerTimeoutError,
    ApiError,
    Footfall,
    NoAnswerError,
    UnavailableError,
    etag,
)


def client_of(proxy: FaultProxy, **options: float) -> Footfall:
    return Footfall(base_url=proxy.url, api_key=KEY, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 0])
def test_reading_goes_on_after_what_passes(proxy: FaultProxy, status: int) -> None:
    proxy.faults = [(status, {})]
    with client_of(proxy) as client:
        client.leads.list().first_page()
    assert len(proxy.seen) == 2


def test_the_service_says_when(proxy: FaultProxy) -> None:
    proxy.faults = [(503, {"retry-after": "1"})]
    begun = time.monotonic()
    with client_of(proxy) as client:
        client.live()
    assert time.monotonic() - begun >= 1


def test_who_has_to_wait_for_long_is_told_at_once(proxy: FaultProxy) -> None:
    proxy.faults = [(429, {"retry-after": "3600"})]
    with client_of(proxy) as client, pytest.raises(ApiError) as caught:
        client.live()
    assert caught.value.retry_after == 3600
    assert len(proxy.seen) == 1


def test_the_tries_have_an_end(proxy: FaultProxy) -> None:
    proxy.faults = [(503, {"retry-after": "0"})] * 9
    with client_of(proxy, max_tries=3) as client, pytest.raises(UnavailableError):
        client.live()
    assert len(proxy.seen) == 3


def test_what_the_service_refuses_is_not_sent_again(proxy: FaultProxy) -> None:
    with client_of(proxy) as client, pytest.raises(ApiError):
        client.leads.list(limit=101).first_page()
    assert len(proxy.seen) == 1


def test_a_record_is_made_once_though_the_answer_was_lost(proxy: FaultProxy, mark: str) -> None:
    proxy.faults = [(0, {}), (503, {"retry-after": "0"})]
    with client_of(proxy) as client:
        lead = client.leads.create(source=mark)
        assert [one["id"] for one in client.leads.list(source=mark)] == [lead["id"]]
    keys = {headers["idempotency-key"] for method, _, headers, _ in proxy.seen if method == "POST"}
    assert len(proxy.seen) == 4 and len(keys) == 1


def test_without_tries_a_post_has_no_key_and_is_sent_once(proxy: FaultProxy, mark: str) -> None:
    proxy.faults = [(503, {})]
    with client_of(proxy, max_tries=1) as client, pytest.raises(UnavailableError):
        client.leads.create(source=mark)
    ((_, _, headers, _),) = proxy.seen
    assert "idempotency-key" not in headers


def test_a_change_is_sent_again_but_not_with_if_match(proxy: FaultProxy, mark: str) -> None:
    with client_of(proxy) as client:
        lead = client.leads.create(source=mark)
        read = client.leads.get(lead["id"])
        proxy.faults = [(0, {})]
        client.leads.update(lead["id"], properties={"a": 1})
        read = client.leads.get(lead["id"])
        proxy.faults = [(0, {})]
        with pytest.raises(NoAnswerError):
            client.leads.update(lead["id"], if_match=etag(read), properties={"a": 2})
        assert client.leads.get(lead["id"])["properties"] == {"a": 2}


def test_no_answer_in_time(proxy: FaultProxy) -> None:
    proxy.faults = [(-1, {})] * 2
    with client_of(proxy, timeout=0.3, max_tries=2) as client, pytest.raises(AnswerTimeoutError):
        client.live()
    assert len(proxy.seen) == 2
