from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest
from tests.common.certificates import Authority, serving_with
from tests.common.fake_product import SECRET, Notebook, Time, new_wire
from tests.common.fake_vendor import explain
from tests.common.raw_server import raw_server, saying
from tests.common.wire_calls import failure

from narrowgate_common.calls import Call
from narrowgate_common.deadlines import Deadline
from narrowgate_common.hops import Hop, hop
from narrowgate_common.operations import Operation
from narrowgate_common.origins import Origin
from narrowgate_common.outbound import Outbound, Session
from narrowgate_common.routes import Grant, Request, Route
from narrowgate_common.wire import Wire

HOME = Origin.parse("https://wiki.example/app")
MEDIA = "https://media.example"
FILE = Route("file", Operation.READ, "GET", "/files/{id}", answers="bytes", hops=(MEDIA,))
PLAIN = Route("plain", Operation.READ, "GET", "/files/{id}", answers="bytes")
BYTES = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
SIGNED = f"{MEDIA}/file/7/binary?token=a.b-c&name=%E6%A7%8B"


@dataclass
class Hosts:
    """Every host at once: what is asked of any, and what it answers by its place."""

    answers: dict[str, httpx.Response]
    asked: list[httpx.Request] = field(default_factory=list)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return self.answers[f"{request.url.scheme}://{request.url.netloc.decode()}{request.url.path}"]

    @property
    def places(self) -> list[str]:
        return [str(request.url) for request in self.asked]


def sending_on(location: str, status: int = 302) -> Hosts:
    return Hosts({
        "https://wiki.example/app/files/7": httpx.Response(status, headers={"location": location}),
        f"{MEDIA}/file/7/binary": httpx.Response(200, content=b"the bytes"),
    })  # fmt: skip


@dataclass
class Way:
    sender: Session
    file: Route


@asynccontextmanager
async def session(wire: Wire, hops: tuple[str, ...] = (MEDIA,)) -> AsyncIterator[Way]:
    file = replace(FILE, hops=hops)
    routes = frozenset({file, PLAIN})
    outbound = Outbound(wire, routes, explain, sleep=Time().sleep)
    call = Call("t", Operation.READ, routes, Deadline.after(20), guard=Notebook())
    yield Way(outbound.session(call), file)
    await outbound.aclose()


async def fetched(hosts: Callable[[httpx.Request], httpx.Response], route: Route | None = None) -> bytes:
    async with session(new_wire(str(HOME), httpx.MockTransport(hosts))) as way:
        return await drained(way, route)


async def drained(way: Way, route: Route | None = None) -> bytes:
    async with aclosing(way.sender.stream(Request(route or way.file, {"id": "7"}))) as chunks:
        return b"".join([chunk async for chunk in chunks])


@pytest.mark.anyio
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_declared_host_is_asked_for_the_bytes_without_the_credential(status: int) -> None:
    hosts = sending_on(SIGNED, status)

    assert await fetched(hosts) == b"the bytes"
    first, second = hosts.asked
    assert first.headers["authorization"] == f"Bearer {SECRET}"
    assert SECRET not in str(second.url) + str(second.headers)
    assert (second.method, str(second.url)) == ("GET", SIGNED)
    assert not {"authorization", "cookie", "referer"} & set(second.headers)


@pytest.mark.anyio
async def test_a_route_that_declares_no_host_is_not_sent_on() -> None:
    hosts = sending_on(SIGNED)

    error = await failure(fetched(hosts, PLAIN))

    assert (error.category, error.reason, len(hosts.asked)) == ("upstream_error", "redirect", 1)


ELSEWHERE = [
    "https://evil.example/file/7/binary",
    "http://media.example/file/7/binary",
    "https://media.example:8443/file/7/binary",
    "https://media.example.evil.example/file/7/binary",
    "https://evil.example/?https://media.example/",
    "https://evil.example#https://media.example/",
    "https://user@media.example/file/7/binary",
    "https://user:word@media.example/file/7/binary",
    "https://media.example@evil.example/file/7/binary",
    "https://evil.example\\@media.example/",
    "https://media.example\\.evil.example/",
    "https://media.example:443@evil.example/",
    "https://media.example./file/7/binary",
    "https://m\u0435dia.example/file/7/binary",
    "https://media.example /file",
    "https://media.example/\r\nx: y",
    "//media.example/file/7/binary",
    "/files/8",
    "file:///etc/passwd",
    "http://169.254.169.254/latest/meta-data/",
    "https://wiki.example/app/files/8",
    "https://media.example:99999/",
    "https://media.example/" + "a" * 8000,
    "",
]


@pytest.mark.parametrize("location", ELSEWHERE)
def test_nowhere_else_is_gone(location: str) -> None:
    assert hop(location, [MEDIA], HOME) is None


@pytest.mark.anyio
@pytest.mark.parametrize("location", [each for each in ELSEWHERE if each.isascii() and each.isprintable()])
async def test_nobody_else_hears_of_it(location: str) -> None:
    hosts = sending_on(location)

    error = await failure(fetched(hosts))

    assert (error.reason, len(hosts.asked)) == ("redirect", 1)


def test_case_and_the_usual_port_are_no_other_host() -> None:
    assert hop("HTTPS://Media.Example:443/a?b=c#d", [MEDIA], HOME) == Hop(Origin.parse(MEDIA), "/a?b=c")


def test_a_host_without_a_path_is_asked_for_its_root() -> None:
    assert hop("https://media.example?a=b", [MEDIA], HOME) == Hop(Origin.parse(MEDIA), "/?a=b")


def test_a_system_on_loopback_may_send_on_to_itself_alone() -> None:
    home = Origin.parse("http://127.0.0.1:8000/app")
    itself = Origin.parse("http://127.0.0.1:8000")

    assert hop("http://127.0.0.1:8000/media/7", [MEDIA], home) == Hop(itself, "/media/7")
    assert hop("http://127.0.0.1:8000/media/7", [], home) is None
    assert hop("http://127.0.0.1:8001/media/7", [MEDIA], home) is None
    assert hop("http://localhost:8000/media/7", [MEDIA], home) is None
    assert hop("https://wiki.example/media/7", [MEDIA], HOME) is None


@pytest.mark.anyio
@pytest.mark.parametrize("second", [SIGNED, "https://wiki.example/app/files/7", "https://evil.example/"])
async def test_a_second_step_is_not_taken(second: str) -> None:
    hosts = sending_on(SIGNED)
    hosts.answers[f"{MEDIA}/file/7/binary"] = httpx.Response(302, headers={"location": second})

    error = await failure(fetched(hosts))

    assert (error.reason, len(hosts.asked)) == ("redirect", 2)


@pytest.mark.anyio
@pytest.mark.parametrize("status", [401, 403, 404, 429, 500])
async def test_a_refusal_of_the_second_host_says_nothing_about_our_credential(status: int) -> None:
    """The address may have been too old, so the vendor is asked for another one."""
    hosts = sending_on(SIGNED)
    hosts.answers[f"{MEDIA}/file/7/binary"] = httpx.Response(status)

    error = await failure(fetched(hosts))

    assert (error.category, error.reason) == ("upstream_error", f"status_{status}")
    assert hosts.places == ["https://wiki.example/app/files/7", SIGNED] * 3


@pytest.mark.anyio
async def test_what_the_second_host_codes_otherwise_is_refused() -> None:
    hosts = sending_on(SIGNED)
    coded = httpx.Response(200, headers={"content-encoding": "br"}, content=b"xx")
    hosts.answers[f"{MEDIA}/file/7/binary"] = coded

    error = await failure(fetched(hosts))

    assert error.reason == "encoding"


@pytest.mark.anyio
async def test_a_request_that_is_no_download_is_never_sent_on() -> None:
    hosts = sending_on(SIGNED)
    wire = new_wire(str(HOME), httpx.MockTransport(hosts))

    reply = await wire.exchange(Request(FILE, {"id": "7"}), Deadline.after(20))
    await wire.aclose()

    assert (reply.status, len(hosts.asked)) == (302, 1)


def redirecting(location: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n".encode()


@pytest.mark.anyio
async def test_over_real_connections_another_port_of_loopback_gets_no_byte() -> None:
    async with (
        raw_server(saying(BYTES)) as other,
        raw_server(saying(redirecting(f"http://127.0.0.1:{other.port}/x"))) as home,
        session(new_wire(f"http://127.0.0.1:{home.port}")) as way,
    ):
        error = await failure(drained(way))

    assert (error.reason, other.connections) == ("redirect", 0)


@pytest.mark.anyio
async def test_a_second_host_is_not_shown_the_client_certificate(tmp_path: Path) -> None:
    ours = Authority.make(tmp_path, "ours")
    server, client = ours.issue("server"), ours.issue("client")
    demanding = serving_with(server, wanting=ours.file)
    for media_tls in (serving_with(server), demanding):
        async with raw_server(saying(BYTES), media_tls) as media:
            there = f"https://127.0.0.1:{media.port}"
            async with raw_server(saying(redirecting(f"{there}/x")), demanding) as home:
                at_home = f"https://127.0.0.1:{home.port}"
                wire = new_wire(at_home, ca_file=str(ours.file), client_certificate=client)
                async with session(wire, hops=(there,)) as way:
                    if media_tls is demanding:
                        await failure(drained(way))
                    else:
                        assert await drained(way) == b"ok"

        assert len(media.heads) == (0 if media_tls is demanding else 1)
        assert SECRET.encode() not in b"".join(media.heads)


def test_the_manifest_names_the_second_host() -> None:
    rows = Grant("download", FILE, "https://wiki.example").rows()

    assert rows == (
        ("GET", "https://wiki.example/files/{id}", "read", "download"),
        ("GET", f"{MEDIA}/", "read", "download (sent on by /files/{id}, without credentials)"),
    )
    assert len(Grant("download", PLAIN, "https://wiki.example").rows()) == 1
