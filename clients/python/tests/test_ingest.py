"""What is sent, against a running service."""
import gzip
import json
import os
import subprocess
import sys
import time
from datetime import datetime, timedelta, timezone
from typing import List

import pytest
from conftest import SIGNING_SECRET, URL, WRITE_KEY, ingest_to
from faults import FaultProxy

from footfall import DeliveryError, Footfall, signature_of

SCRIPT = f"""
import os, sys
from footfall import Footfall
client = Footfall(base_url={URL!r}, write_key={WRITE_KEY!r}, signing_secret={SIGNING_SECRET!r})
"""


def events_of(client: Footfall, mark: str) -> List[str]:
    return sorted(event["name"] for event in client.events.list(filter=f"name:{mark}"))


def run(script: str, *args: str) -> None:
    subprocess.run([sys.executable, "-c", SCRIPT + script, *args], check=True, timeout=30)


def test_messages_arrive_signed(client: Footfall, mark: str) -> None:
    address = f"{mark}@firm.example"
    client.ingest.page("https://shop.example/pricing", user_id=mark)
    client.ingest.identify(user_id=mark, email=address, name="Ada", traits={"plan": "team"})
    client.ingest.conversion(
        "subscribed", user_id=mark, value=49, currency="EUR", external_id=mark, lead=True
    )
    assert client.ingest.flush(20)
    assert (client.ingest.status().queued, client.ingest.status().lost) == (0, 0)
    (person,) = client.identities.list(email=address)
    assert (person["name"], person["traits"]["plan"]) == ("Ada", "team")
    (conversion,) = client.conversions.list(identity_id=person["id"])
    assert (conversion["verification_level"], conversion["value"]) == ("signed", 49)


def test_the_same_message_twice_is_one(client: Footfall, mark: str) -> None:
    hour_ago = (datetime.now(timezone.utc) - timedelta(hours=1)).isoformat()
    for _ in range(2):
        client.ingest.track(mark, user_id=mark, message_id=mark, timestamp=hour_ago)
    assert client.ingest.flush(20)
    assert events_of(client, mark) == [mark]


def test_many_messages_go_in_batches_packed(proxy: FaultProxy, client: Footfall, mark: str) -> None:
    ingest = ingest_to(proxy.url, flush_interval=0.2)
    for number in range(250):
        ingest.track(f"{mark}-{number:03}", user_id=mark)
    assert ingest.close(20)
    sizes = []
    for _, path, headers, body in proxy.seen:
        text = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
        assert path == "/ingest/batch" and headers["x-svc-signature"].startswith("t=")
        sizes.append(len(json.loads(text)["batch"]))
    assert sum(sizes) == 250 and max(sizes) == 100
    assert len(events_of(client, mark)) == 250


def test_a_batch_is_sent_again_until_it_is_stored_once(
    proxy: FaultProxy, client: Footfall, mark: str
) -> None:
    proxy.faults = [(503, {"retry-after": "0"}), (0, {}), (413, {})]
    ingest = ingest_to(proxy.url)
    for number in range(3):
        ingest.track(f"{mark}-{number}", user_id=mark)
    assert ingest.close(20)
    assert ingest.status().lost == 0
    assert len(proxy.seen) == 5  # 503, lost, 413, and two halves
    assert len(events_of(client, mark)) == 3


def test_what_is_lost_is_told(proxy: FaultProxy, mark: str) -> None:
    lost: List[DeliveryError] = []
    ingest = ingest_to(proxy.url, on_error=lost.append, max_queue=2, flush_interval=30)
    ingest.track("first of three", user_id=mark)
    ingest.track(mark, user_id=mark)
    ingest.conversion(mark, user_id=mark, currency="no currency")
    ingest.track(mark, user_id=mark, properties={"now": object()})
    assert ingest.flush(20)
    reasons = [error.reason for error in lost]
    assert reasons[0].startswith("More than 2") and "JSON" in reasons[1] and len(reasons) == 3
    assert lost[2].messages[0]["currency"] == "no currency"
    ingest.close()
    ingest.track(mark, user_id=mark)
    assert lost[3].reason == "close() was called before"
    assert ingest.status().lost == 4


def test_close_has_an_end(mark: str) -> None:
    lost: List[DeliveryError] = []
    ingest = ingest_to("http://127.0.0.1:9", on_error=lost.append)
    ingest.track(mark, user_id=mark)
    begun = time.monotonic()
    assert not ingest.close(0.5)
    assert time.monotonic() - begun < 5
    assert [error.messages[0]["name"] for error in lost] == [mark]


def test_a_wrong_key_is_told_and_not_tried_again(proxy: FaultProxy, mark: str) -> None:
    lost: List[DeliveryError] = []
    with Footfall(base_url=proxy.url, write_key=f"{WRITE_KEY[:-1]}_", on_error=lost.append) as wrong:
        wrong.ingest.track(mark, user_id=mark)
    assert [error.status for error in lost] == [401] and len(proxy.seen) == 1


def test_a_program_that_ends_sends_what_waits(client: Footfall, mark: str) -> None:
    run("client.ingest.track(sys.argv[1], user_id=sys.argv[1])", mark)
    assert events_of(client, mark) == [mark]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_each_process_of_a_fork_sends_its_own_once(client: Footfall, mark: str) -> None:
    script = """
mark = sys.argv[1]
client.ingest.track(f"{mark}-before", user_id=mark)
child = os.fork()
client.ingest.track(f"{mark}-{'parent' if child else 'child'}", user_id=mark)
if child:
    assert os.waitpid(child, 0)[1] == 0
"""
    run(script, mark)
    assert events_of(client, mark) == [f"{mark}-before", f"{mark}-child", f"{mark}-parent"]


def test_a_name_is_proved_to_a_page(client: Footfall, mark: str) -> None:
    # printf u-17 | openssl dgst -sha256 -hmac secret
    proof = "bf3dd8f6684819eaae0a5a01e0fb60fa2f68a7acf082a891729109daf62aa6ab"
    assert signature_of("u-17", "secret") == proof
