"""Each fault of the proxy, as an HTTP client meets it, and what reached the upstream meanwhile."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from narrowgate_sandbox import Fault, FaultProxy, Sandbox
from narrowgate_sandbox.hosting import serving

ALEX = httpx.BasicAuth("alex.lindqvist@fernwood.example", "sandbox-token-alex")
MYSELF = "/rest/api/3/myself"
COMMENT = "/rest/api/3/issue/SHOP-2/comment"
HELLO = {
    "body": {
        "type": "doc",
        "version": 1,
        "content": [{"type": "paragraph", "content": [{"type": "text", "text": "hello"}]}],
    }
}


@pytest.fixture(scope="module")
def box() -> Iterator[Sandbox]:
    with Sandbox.start() as running:
        yield running


@contextmanager
def client_of(proxy: FaultProxy, timeout: float = 5.0) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=proxy.url, auth=ALEX, timeout=timeout, trust_env=False, verify=False
    ) as client:
        yield client


async def until(condition: Callable[[], bool]) -> None:
    """Let the loop turn; the suite's own time limit ends what never comes true."""
    while not condition():  # noqa: ASYNC110 - what is waited for happens in the same loop, without an event
        await asyncio.sleep(0)


ENDS: list[tuple[Fault, type[Exception], bool]] = [
    (Fault.RESET_BEFORE, httpx.ReadError, False),
    (Fault.RESET_AFTER, httpx.ReadError, True),
    (Fault.CLOSE_BEFORE, httpx.RemoteProtocolError, False),
    (Fault.CLOSE_AFTER, httpx.RemoteProtocolError, True),
    (Fault.HANG, httpx.ReadTimeout, False),
    (Fault.HANG_AFTER, httpx.ReadTimeout, True),
    (Fault.TRUNCATE, httpx.RemoteProtocolError, True),
    (Fault.CUT_HEADER, httpx.RemoteProtocolError, True),
    (Fault.GARBAGE, httpx.RemoteProtocolError, True),
]


@pytest.mark.parametrize(("fault", "seen_as", "reached"), ENDS, ids=[one[0].name for one in ENDS])
def test_a_broken_connection_is_seen_by_the_client_and_told_by_the_log(
    box: Sandbox, fault: Fault, seen_as: type[Exception], *, reached: bool
) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy, timeout=0.3) as client:
        proxy.next(fault)
        before = len(box.company.issue("SHOP-2").comments)
        with pytest.raises(seen_as):
            client.post(COMMENT, json=HELLO)
        after = len(box.company.issue("SHOP-2").comments)
        assert (after - before) == (1 if reached else 0)
        assert [(one.method, one.path, one.fault, one.forwarded) for one in proxy.seen] == [
            ("POST", COMMENT, fault.name, reached)
        ]
        assert client.get(MYSELF).status_code == 200


def test_a_refused_connection_never_arrives_and_the_port_comes_back(box: Sandbox) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        assert client.get(MYSELF).status_code == 200
        proxy.refuse()
        with pytest.raises(httpx.ConnectError):
            client.get(MYSELF)
        proxy.accept()
        assert client.get(MYSELF).status_code == 200
        assert proxy.count() == 2


def test_a_queued_refusal_drops_the_kept_connection_and_ends_by_itself(box: Sandbox) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.PASS, Fault.refuse(for_s=0.2), Fault.error(503))
        assert client.get(MYSELF).status_code == 200
        refused = 0
        while True:
            try:
                answer = client.get(MYSELF)
            except httpx.ConnectError:
                refused += 1
            else:
                break
        assert refused >= 1
        assert answer.status_code == 503
        assert proxy.count() == 2


STATUSES = [408, 429, 500, 502, 503, 504]


@pytest.mark.parametrize("status", STATUSES)
def test_an_error_status_is_answered_with_or_without_the_upstreams_doing(box: Sandbox, status: int) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.error(status), Fault.error(status, forwarded=True))
        assert [client.get(MYSELF).status_code for _ in range(2)] == [status, status]
        assert [one.forwarded for one in proxy.seen] == [False, True]
        assert proxy.seen[1].status == 200
        assert proxy.connections == 1


RETRIES = ["0", "7", "Mon, 30 Nov 2026 09:00:05 GMT"]


@pytest.mark.parametrize("retry_after", RETRIES)
def test_a_throttle_names_its_delay_and_its_reason(box: Sandbox, retry_after: str) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.throttle(429, retry_after, RateLimit_Reason="jira-burst-based"))
        answer = client.get(MYSELF)
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == retry_after
        assert answer.headers["ratelimit-reason"] == "jira-burst-based"


def test_bodies_that_are_not_what_was_asked_for_come_through_as_they_are(box: Sandbox) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.html(), Fault.bad_json(), Fault.empty(), Fault.huge(3_000_000))
        html, bad, empty, huge = (client.get(MYSELF) for _ in range(4))
        assert html.headers["content-type"] == "text/html"
        assert html.text.startswith("<!DOCTYPE html>")
        for answer in (bad, empty):
            assert answer.headers["content-type"] == "application/json"
            with pytest.raises(ValueError):
                answer.json()
        assert len(huge.json()) == 3_000_000 - 2
        assert proxy.forwarded == []


def test_a_gzip_bomb_is_small_on_the_wire_and_large_when_unpacked(box: Sandbox) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.gzip_bomb(10_000_000))
        with client.stream("GET", MYSELF) as answer:
            assert int(answer.headers["content-length"]) < 50_000
            assert sum(len(piece) for piece in answer.iter_bytes()) == 10_000_000


def test_a_redirect_names_the_given_place(box: Sandbox) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.redirect("http://169.254.169.254/latest", 307))
        answer = client.get(MYSELF)
        assert (answer.status_code, answer.headers["location"]) == (307, "http://169.254.169.254/latest")


def test_a_dripped_body_is_whole_and_an_endless_one_never_ends(box: Sandbox) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.drip(step=200, every_s=0.001), Fault.drip(step=400, every_s=0.001, endless=True))
        assert client.get(MYSELF).json()["displayName"] == "Alex Lindqvist"
        with client.stream("GET", MYSELF) as answer:
            pieces = answer.iter_bytes()
            received = sum(len(next(pieces)) for _ in range(20))
            assert received < int(answer.headers["content-length"])


def test_rules_catch_their_requests_and_leave_the_queue_to_the_others(box: Sandbox) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.error(500))
        proxy.rule(Fault.error(502), method="POST", path="/comment", times=2)
        proxy.match(Fault.error(504), lambda method, path: method == "PUT" and "fields" in path, times=None)
        wanted = ["POST", "GET", "POST", "POST", "PUT", "PUT", "GET"]
        statuses = [
            client.request(method, f"{COMMENT}?fields=1", json={} if method != "GET" else None).status_code
            for method in wanted
        ]
        assert statuses == [502, 500, 502, 400, 504, 504, 200]
        assert proxy.count("POST", "/comment") == 3
        assert proxy.count("POST", "/comment", forwarded=True) == 1
        proxy.clear()
        assert client.put(f"{COMMENT}?fields=1", json={}).status_code == 405


def test_a_decision_knows_the_body_and_stands_above_rules_and_queue(box: Sandbox) -> None:
    def decides(method: str, path: str, body: bytes) -> Fault | None:
        return Fault.error(502) if (method, path) == ("POST", COMMENT) and b"unlucky" in body else None

    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.error(500))
        proxy.decides = decides
        bodies = [{"text": "unlucky"}, {"text": "other"}, {"text": "other"}, {"text": "unlucky"}]
        assert [client.post(COMMENT, json=body).status_code for body in bodies] == [502, 500, 400, 502]
        proxy.clear()
        assert client.post(COMMENT, json=bodies[0]).status_code == 400


def test_a_streamed_upload_and_a_kept_connection_pass_unharmed(box: Sandbox) -> None:
    with FaultProxy.start(box.url) as proxy, client_of(proxy) as client:
        head = {"X-Atlassian-Token": "no-check", "Content-Type": "multipart/form-data; boundary=bb"}
        part = (
            b'--bb\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n' + b"z" * 200_000
        )
        pieces = (part[at : at + 9_000] for at in range(0, len(part), 9_000))
        sent = client.post(
            "/rest/api/3/issue/SHOP-9/attachments", headers=head, content=(*pieces, b"\r\n--bb--\r\n")
        )
        assert sent.json()[0]["size"] == 200_000
        assert client.get(sent.json()[0]["content"] + "?redirect=false").content == b"z" * 200_000
        assert client.head(MYSELF).status_code == 200
        assert proxy.connections == 1


@pytest.mark.anyio
async def test_the_proxy_works_in_the_clients_own_loop(box: Sandbox) -> None:
    async with (
        FaultProxy.open(box.url) as proxy,
        httpx.AsyncClient(base_url=proxy.url, auth=ALEX, timeout=0.3, trust_env=False) as client,
    ):
        proxy.next(Fault.RESET_BEFORE, Fault.HANG, Fault.PASS)
        # anyio may notice the reset before it reads, and then takes it for an end.
        with pytest.raises((httpx.ReadError, httpx.RemoteProtocolError)):
            await client.get(MYSELF)
        with pytest.raises(httpx.ReadTimeout):
            await client.get(MYSELF)
        assert (await client.get(MYSELF)).status_code == 200
        proxy.refuse()
        with pytest.raises(httpx.ConnectError):
            await client.get(MYSELF)


@pytest.mark.anyio
async def test_closing_ends_hanging_and_endless_requests_and_leaves_no_task(box: Sandbox) -> None:
    before = asyncio.all_tasks()
    async with httpx.AsyncClient(auth=ALEX, timeout=30, trust_env=False) as client:
        async with FaultProxy.open(box.url) as proxy:
            proxy.next(Fault.HANG, Fault.drip(1, 5.0, endless=True), Fault.huge(80_000_000))
            waiting = [asyncio.create_task(client.get(proxy.url + MYSELF)) for _ in range(3)]
            await until(lambda: proxy.count() == 3)
        ended = await asyncio.gather(*waiting, return_exceptions=True)
        assert len([one for one in ended if isinstance(one, httpx.TransportError)]) >= 2
    assert asyncio.all_tasks() == before


def test_an_upstream_that_is_gone_closes_the_connection_and_is_not_counted_as_reached() -> None:
    with FaultProxy.start("http://127.0.0.1:9") as proxy, client_of(proxy) as client:
        with pytest.raises(httpx.RemoteProtocolError):
            client.get(MYSELF)
        assert [one.forwarded for one in proxy.seen] == [False]


def test_starting_and_closing_leaves_no_thread(box: Sandbox) -> None:
    before = threading.active_count()
    for _ in range(3):
        with FaultProxy.start(box.url):
            pass
    assert threading.active_count() == before


async def in_chunks(_scope: Scope, _receive: Receive, send: Send) -> None:
    """An upstream that does not say how long its answer is."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for piece in (b"one ", b"two ", b"three"):
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def test_an_answer_in_chunks_comes_through_whole_or_cut() -> None:
    with serving(in_chunks) as url, FaultProxy.start(url) as proxy, client_of(proxy) as client:
        proxy.next(Fault.PASS, Fault.TRUNCATE)
        assert client.get("/").text == "one two three"
        with pytest.raises(httpx.RemoteProtocolError):
            client.get("/")
