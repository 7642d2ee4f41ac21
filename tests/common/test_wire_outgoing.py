from pathlib import Path

import httpx
import pytest
from pydantic import SecretStr
from tests.common.fake_product import AGENT, SECRET, new_wire
from tests.common.fake_vendor import APPEND, READ, REPLACE, UPLOAD, Vendor
from tests.common.raw_server import raw_server, saying
from tests.common.wire_calls import JSON, answered, broken, later

from narrowgate_common.credentials import Credential
from narrowgate_common.errors import GatewayError
from narrowgate_common.operations import Ended
from narrowgate_common.origins import Origin
from narrowgate_common.routes import FilePart, Request
from narrowgate_common.wire import PinnedTransport
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy


@pytest.mark.anyio
async def test_a_request_says_who_sends_it_and_carries_the_credential(vendor: Vendor) -> None:
    wire = new_wire(vendor.url)
    await wire.exchange(APPEND, later())
    await wire.aclose()

    (headers,) = vendor.board.headers
    assert headers["user-agent"] == AGENT
    assert headers["authorization"] == f"Bearer {SECRET}"
    assert headers["accept-encoding"] == "gzip"
    assert headers["accept"] == "application/json"
    assert headers["content-type"] == "application/json"
    assert "cookie" not in headers


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["a.txt", 'q".txt', "a\r\nX-Evil: 1.txt", "ünï.txt", "../../x"])
async def test_a_file_is_one_part_whatever_its_name(name: str, vendor: Vendor) -> None:
    wire = new_wire(vendor.url)
    await wire.exchange(Request(UPLOAD.route, file=FilePart(name, b"content")), later())
    await wire.aclose()

    body = vendor.board.texts[0]
    head, _, rest = body.partition("\r\n\r\n")
    assert rest.startswith("content\r\n--")
    assert [line.partition(":")[0] for line in head.split("\r\n")[1:]] == [
        "Content-Disposition",
        "Content-Type",
    ]
    assert vendor.board.headers[0]["x-atlassian-token"] == "no-check"


@pytest.mark.anyio
async def test_a_form_may_say_more_beside_the_file(vendor: Vendor) -> None:
    wire = new_wire(vendor.url)
    fields = (("comment", 'one "\r\nX: 2'), ("minorEdit", "true"))
    await wire.exchange(Request(UPLOAD.route, file=FilePart("a.txt", b"content", fields=fields)), later())
    await wire.aclose()

    body = vendor.board.texts[0]
    assert body.count('name="comment"') == body.count('name="minorEdit"') == body.count("filename=") == 1
    assert "\r\n\r\ntrue\r\n--" in body
    assert "\r\n\r\ncontent\r\n--" in body


@pytest.mark.anyio
async def test_the_application_may_live_below_a_path() -> None:
    async with raw_server(saying(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")) as raw:
        wire = new_wire(f"http://127.0.0.1:{raw.port}/jira/")
        await wire.exchange(Request(READ.route, {"id": "a/../b c"}), later())
        await wire.aclose()

    assert raw.heads[0].startswith(b"GET /jira/api/notes/a%2F..%2Fb%20c HTTP/1.1\r\n")


HOSTILE = [
    "https://evil.example/rest?cursor=1",
    "http://api.example/",
    "https://api.example:8443/",
    "https://api.example@evil.example/",
    "https://evil.example\\@api.example/",
    "https://api.example.evil.example/",
    "https://api.example./",
    "https://\u0430pi.example/",
    "https://api%2eexample.evil/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
    "https://API.example:444/",
]


def pinned(reached: list[httpx.Request]) -> httpx.AsyncClient:
    def answer(request: httpx.Request) -> httpx.Response:
        reached.append(request)
        to = request.url.params.get("to", "https://evil.example/")
        return httpx.Response(302, headers={"location": to.encode()})

    origin, credential = Origin.parse("https://api.example"), Credential.bearer(SecretStr(SECRET))
    return httpx.AsyncClient(
        transport=PinnedTransport(httpx.MockTransport(answer), origin, credential), follow_redirects=True
    )


@pytest.mark.anyio
@pytest.mark.parametrize("url", HOSTILE)
async def test_a_client_that_is_misused_reaches_no_other_origin(url: str) -> None:
    reached: list[httpx.Request] = []
    async with pinned(reached) as client:
        with pytest.raises((httpx.UnsupportedProtocol, httpx.InvalidURL)):
            await client.get(url)

    assert reached == []


@pytest.mark.anyio
@pytest.mark.parametrize("url", HOSTILE)
async def test_a_client_that_is_made_to_follow_redirects_stays_at_its_origin(url: str) -> None:
    reached: list[httpx.Request] = []
    async with pinned(reached) as client:
        with pytest.raises((httpx.UnsupportedProtocol, httpx.RemoteProtocolError)):
            await client.post("https://api.example/x", params={"to": url}, content=b"body")

    assert {request.url.host for request in reached} == {"api.example"}
    assert {request.url.scheme for request in reached} == {"https"}


@pytest.mark.anyio
@pytest.mark.parametrize("url", ["https://api.example/x", "https://API.example:443/x"])
async def test_other_spellings_of_the_configured_origin_are_the_same(url: str) -> None:
    reached: list[httpx.Request] = []
    async with pinned(reached) as client:
        await client.get(url, follow_redirects=False)

    assert reached[0].headers["authorization"] == f"Bearer {SECRET}"


@pytest.mark.anyio
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("request_", [READ, REPLACE, APPEND], ids=["READ", "REPLACE", "APPEND"])
async def test_a_redirect_is_an_answer_and_nobody_follows_it(
    status: int, request_: Request, vendor: Vendor
) -> None:
    async with FaultProxy.open(vendor.url) as elsewhere:
        reply = await answered(vendor, Fault.redirect(f"{elsewhere.url}/api/notes/1", status), request_)

        assert (reply.status, elsewhere.connections, vendor.board.headers) == (status, 0, [])


@pytest.mark.anyio
async def test_a_cookie_is_dropped(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy:
        wire = new_wire(proxy.url)
        for value in ("d=1", "d=2; Domain=.example; Path=/", "d=3; Domain=127.0.0.1", "d=4; Max-Age=1000"):
            proxy.next(Fault.answer(200, b"{}", headers={**JSON, "set-cookie": value}))
            await wire.exchange(READ, later())
        await wire.exchange(READ, later())
        await wire.aclose()

    assert "cookie" not in vendor.board.headers[0]


@pytest.mark.anyio
async def test_the_environment_decides_nothing(
    vendor: Vendor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login evil password evil\n")
    async with FaultProxy.open(vendor.url) as elsewhere:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, elsewhere.url)
        monkeypatch.setenv("NETRC", str(netrc))
        monkeypatch.setenv("SSL_CERT_FILE", str(netrc))
        wire = new_wire(vendor.url)
        await wire.exchange(READ, later())
        await wire.aclose()

        assert elsewhere.connections == 0
    assert vendor.board.headers[0]["authorization"] == f"Bearer {SECRET}"


@pytest.mark.anyio
async def test_the_configured_proxy_is_used_and_only_asked_for_the_origin(vendor: Vendor) -> None:
    async with raw_server(saying(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")) as proxy:
        wire = new_wire("http://api.example", proxy=f"http://me:word@127.0.0.1:{proxy.port}")
        await wire.exchange(READ, later())
        await wire.aclose()

    assert proxy.heads[0].startswith(b"GET http://api.example/api/notes/1 HTTP/1.1\r\n")
    assert vendor.board.headers == []


@pytest.mark.anyio
@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", b"HTTP/1.1 502 Bad\r\n\r\n"]
)
async def test_a_proxy_that_refuses_has_sent_nothing_on(answer: bytes) -> None:
    async with raw_server(saying(answer)) as proxy:
        error = await broken(new_wire("https://api.example", proxy=f"http://127.0.0.1:{proxy.port}"), APPEND)

    assert (error.ended, error.trouble) == (Ended.NOT_SENT, "proxy")
    assert proxy.heads[0].startswith(b"CONNECT api.example:443 HTTP/1.1\r\n")
    assert SECRET.encode() not in proxy.heads[0]


@pytest.mark.parametrize(
    "proxy",
    [
        "socks5://me:hunter2@x.example",
        "ftp://hunter2@x",
        "hunter2",
        "http://",
        "http://x:hunter2",
    ],
)
def test_a_proxy_that_is_none_is_a_matter_of_configuration_and_not_repeated(proxy: str) -> None:
    with pytest.raises(GatewayError) as refused:
        new_wire("https://api.example", proxy=proxy)

    assert (refused.value.category, refused.value.reason) == ("configuration_error", "bad_proxy")
    assert "hunter2" not in str(refused.value)
