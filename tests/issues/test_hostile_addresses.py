"""Addresses in a tracker's answers lead nowhere: every request goes to the configured site, on a declared path."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send
from tests.issues.calls import EVERY_CALL, everything
from tests.issues.harness import SITE, Office, Sent, office
from tests.issues.test_routes import route_of

pytestmark = pytest.mark.anyio

ADDRESSES = {
    "F03 another host": "https://evil.example/rest?cursor=1",
    "F05 user info": "https://127.0.0.1@evil.example/",
    "F05 backslash": "https://127.0.0.1\\@evil.example/",
    "F05 longer name": "https://127.0.0.1.evil.example/",
    "F05 encoded dot": "https://127%2e0.0.1.evil.example/",
    "F06 another script": "https://\u0430pi.example/",
    "F06 trailing dot": "http://127.0.0.1./rest/api/3/myself",
    "F06 another port": "http://127.0.0.1:8443/rest/api/3/myself",
    "F06 odd port": "http://127.0.0.1:080/rest/api/3/myself",
    "F07 this machine": "http://127.0.0.1:9/x",
    "metadata": "http://169.254.169.254/latest/meta-data/",
    "file": "file:///etc/passwd",
    "own site, another path": f"{SITE}/plugins/servlet/restbrowser?delete=all",
    "own site, climbing": f"{SITE}/rest/api/3/../../../admin",
}
LINKS = (
    "self",
    "content",
    "thumbnail",
    "avatarUrls",
    "next",
    "nextPage",
    "url",
    "iconUrl",
    "href",
    "location",
)


def led_to(address: str, value: Any, name: str = "") -> Any:
    """The answer with each of its links, and new ones, leading there; a document stays one."""
    if isinstance(value, dict) and value.get("type") == "doc":
        return value
    if isinstance(value, dict):
        planted = {key: led_to(address, item, key) for key, item in value.items()}
        return {**planted, **{link: address for link in LINKS if link not in value and link != "content"}}
    if isinstance(value, list):
        return [led_to(address, item, name) for item in value]
    return address if isinstance(value, str) and (name in LINKS or value.startswith("http")) else value


def noting(hosts: set[str]) -> Any:
    """Notes the host that each request was meant for."""

    def around(app: ASGIApp) -> ASGIApp:
        async def noted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http":
                hosts.update(value.decode() for name, value in scope["headers"] if name == b"host")
            await app(scope, receive, send)

        return noted

    return around


def check(desk: Office, hosts: set[str]) -> None:
    assert desk.sent
    assert hosts == {"127.0.0.1"}
    for sent in desk.sent:
        assert route_of(desk, sent) in desk.server.outbound.allowed
        assert "evil" not in sent.query
        assert ".." not in sent.path


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
async def test_a_link_in_an_answer_is_not_followed(tmp_path: Path, address: str) -> None:
    hosts: set[str] = set()

    def twist(_sent: Sent, answer: httpx.Response) -> httpx.Response:
        if "json" not in answer.headers.get("content-type", ""):
            return answer
        return httpx.Response(
            answer.status_code,
            json=led_to(address, answer.json()),
            headers={"link": f'<{address}>; rel="next"'},
        )

    async with office(tmp_path, None, noting(hosts), **everything(tmp_path)) as desk:
        desk.wire.twist = twist
        for tool, arguments in EVERY_CALL:
            await desk.call(tool, **arguments)
        check(desk, hosts)


IDENTIFIERS = [
    "../../user",
    "1/../../user",
    "1?expand=all",
    "1#x",
    "1;x",
    "%2e%2e",
    "..",
    "https://evil.example/",
    "",
]


@pytest.mark.parametrize("identifier", IDENTIFIERS)
async def test_an_identifier_from_an_answer_cannot_leave_its_place(tmp_path: Path, identifier: str) -> None:
    """E17: what a tracker calls an id or a key is checked before it becomes a part of the next request."""
    hosts: set[str] = set()

    def planted(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: identifier
                if key in {"id", "key", "accountId"} and isinstance(item, str)
                else planted(item)
                for key, item in value.items()
            }
        return [planted(item) for item in value] if isinstance(value, list) else value

    async with office(tmp_path, None, noting(hosts), **everything(tmp_path)) as desk:
        desk.wire.twist = lambda _sent, answer: (
            httpx.Response(answer.status_code, json=planted(answer.json()))
            if "json" in answer.headers.get("content-type", "")
            else answer
        )
        for tool, arguments in EVERY_CALL:
            result = await desk.call(tool, **arguments)
            assert result.error.get("reason") != "internal", (tool, result.text)
        check(desk, hosts)


REDIRECTS: Mapping[str, int] = {
    "moved": 301,
    "found": 302,
    "see other": 303,
    "kept method": 307,
    "for good": 308,
}


@pytest.mark.parametrize("status", REDIRECTS.values(), ids=REDIRECTS)
async def test_a_redirect_leads_no_call_anywhere(tmp_path: Path, status: int) -> None:
    hosts: set[str] = set()
    async with office(tmp_path, None, noting(hosts), **everything(tmp_path)) as desk:
        for address in (
            "https://evil.example/",
            f"{SITE}/login",
            "file:///etc/passwd",
            "http://127.0.0.1:9/",
        ):
            desk.wire.twist = lambda _sent, _answer, to=address: httpx.Response(
                status, headers={"location": to, "set-cookie": "d=1; Domain=.example"}
            )
            for tool, arguments in EVERY_CALL:
                error = await desk.refused(tool, **arguments)
                assert error["category"] == "upstream_error"
                assert "evil" not in str(error)
        check(desk, hosts)


@pytest.mark.parametrize(
    ("filename", "part"),
    [
        ("../../rest/x", ".._.._rest_x"),
        ("a\\..\\b", "a_.._b"),
        ("plan?x=1#y.txt", "plan?x=1#y.txt"),
        ("ü b.txt", "ü b.txt"),
    ],
)
async def test_a_file_name_is_one_part_of_its_address(tmp_path: Path, filename: str, part: str) -> None:
    """Data Center's address of a file ends in its name."""
    issue = {
        "key": "OPS-1",
        "id": "1",
        "fields": {
            "project": {"key": "OPS"},
            "attachment": [{"id": "7", "filename": filename, "content": "https://evil.example/"}],
        },
    }
    async with office(tmp_path, CONNECTION__KIND="jira_dc", **everything(tmp_path)) as desk:
        desk.wire.instead = lambda sent: (
            httpx.Response(200, json=issue) if "/issue/" in sent.path else httpx.Response(200, content=b"x")
        )
        await desk.ok("download_attachment", key="OPS-1", attachment="7")
        assert (desk.sent[-1].path, desk.sent[-1].query) == (f"/secure/attachment/7/{part}", "")
