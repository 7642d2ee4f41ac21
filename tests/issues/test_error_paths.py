"""Every way a call can fail: one of six categories, within bounds, and no secret in anything that is kept or shown."""

from __future__ import annotations

import base64
import json
import ssl
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.calls import EVERY_CALL, everything
from tests.issues.harness import Result, Sent, Twist, office, renew

from narrowgate_common.errors import DETAIL_CHARS, DETAIL_LINES, MESSAGE_CHARS, Category
from narrowgate_common.operations import Operation

pytestmark = pytest.mark.anyio

OURS = "sandbox-token-alex"
SENT = base64.b64encode(f"alex.lindqvist@fernwood.example:{OURS}".encode()).decode()
THEIRS = "xoxb-" + "123456789012-123456789012-" + "AbCdEf0123456789AbCdEf01"
ADDRESS = "https://somebody:hunter2@internal.example:8443/rest?key=hunter2"
LOUD = {
    "errorMessages": [
        f"Basic {SENT} is wrong",
        f"Bearer {OURS}",
        f"token {THEIRS}",
        f"at {ADDRESS}",
        "word " * 5_000,
        *["more"] * 50,
    ],
    "errors": {THEIRS: OURS, "summary": f"see {ADDRESS} " * 500, "\x1b[31m": "\nforged: line"},
    "message": OURS,
}
"""What a vendor, a proxy or a firewall may put into an answer: our own credential, another's, and no end of words."""
PAGE = f"<html><pre>Traceback: Authorization: Basic {SENT} {OURS} {THEIRS} {ADDRESS}</pre></html>"
HEADERS = {
    "set-cookie": f"session={THEIRS}",
    "x-debug": OURS,
    "www-authenticate": f'Bearer realm="{ADDRESS}"',
}


def answering(status: int, body: Any = LOUD, **headers: str) -> Twist:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    kind = {} if isinstance(body, bytes) else {"content-type": "application/json"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _sent, _answer: httpx.Response(
        status, content=content, headers={**HEADERS, **kind, **named}
    )


def breaking(error: type[httpx.HTTPError]) -> Twist:
    def twist(_sent: Sent, _answer: httpx.Response) -> httpx.Response:
        cause = ssl.SSLCertVerificationError(1, f"certificate verify failed: {OURS}")
        raise error(f"{ADDRESS} {OURS}") from cause

    return twist


FAULTS: Mapping[str, Twist] = {
    **{f"{status}": answering(status) for status in (400, 401, 403, 404, 405, 408, 409, 410, 413, 418, 422, 451)},
    **{f"{status}, a page": answering(status, PAGE.encode()) for status in (400, 401, 403, 404, 500, 502, 503)},
    "429": answering(429, retry_after="1"),
    "429 for an hour": answering(429, retry_after="3600"),
    "429 without a delay": answering(429),
    "302": answering(302, b"", location=ADDRESS),
    "303": answering(303, b"", location=ADDRESS),
    "a login page": answering(200, PAGE.encode()),
    "taken for nobody": answering(200, {}, x_ausername="anonymous"),
    "nothing": answering(200, b""),
    "an empty object": answering(200, {}),
    "an empty list": answering(200, []),
    "half": answering(200, b'{"key": "SHOP-2", "' + OURS.encode()),
    "a list": answering(200, [LOUD]),
    "another object": answering(200, LOUD),
    "deep": answering(200, b'{"a":' * 50_000),
    "coded": answering(200, OURS.encode(), content_encoding="br"),
    "packed and cut": answering(200, b"\x1f\x8b\x08", content_encoding="gzip"),
    "reset": breaking(httpx.ReadError),
    "refused": breaking(httpx.ConnectError),
    "silent": breaking(httpx.ReadTimeout),
    "no proxy": breaking(httpx.ProxyError),
}  # fmt: skip


LISTS_OF_NOTHING = {"an empty list", "a list"}
"""Data Center lists its projects as a list."""
ACCEPTED = [FAULTS["another object"], FAULTS["a list"]]
OPEN = {"LOGGING__LEVEL": "debug", "SCOPE__RAW_QUERY": "true"}
SECRETS = (OURS, SENT, THEIRS, "hunter2")


def check_error(result: Result) -> str:
    error = result.error
    assert set(error) <= {
        "category", "message", "reason", "details", "retry_after_s", "outcome", "request_id", "next", "receipts",
    }  # fmt: skip
    assert len(error["message"]) <= MESSAGE_CHARS
    assert len(error.get("details", [])) <= DETAIL_LINES
    assert all(len(line) <= DETAIL_CHARS for line in error.get("details", []))
    assert len(json.dumps(result.data)) <= 6_000
    assert result.text.startswith(f"{error['category']}: {error['message']}")
    return str(Category(error["category"]))


def kept(home: Path) -> Iterator[tuple[str, bytes]]:
    """Everything on disk that is ours."""
    for file in (home / "state").rglob("*"):
        if file.is_file():
            yield file.name, file.read_bytes()


def tells(channels: Mapping[str, str | bytes], secrets: tuple[str, ...] = SECRETS) -> list[tuple[str, str]]:
    """Which channel tells which secret."""
    return [
        (name, secret)
        for name, said in channels.items()
        for secret in secrets
        if (secret.encode() in said if isinstance(said, bytes) else secret in said)
    ]


@pytest.mark.parametrize("fault", FAULTS)
async def test_no_failure_tells_a_secret_or_goes_beyond_its_bounds(
    tmp_path: Path, fault: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """With everything failing, and then with reads that work and writes that fail."""
    categories = set()
    async with office(tmp_path, **everything(tmp_path), **OPEN) as desk:
        tools = desk.server.dispatcher.tools
        for name, arguments in EVERY_CALL:
            for only_writes in (False, True) if tools[name].operation is not Operation.READ else (False,):
                if only_writes:
                    renew(desk)
                desk.wire.twist = _on_writes(FAULTS[fault]) if only_writes else FAULTS[fault]
                result = await desk.call(name, **arguments)
                assert tells({"text": result.text, "data": json.dumps(result.data, ensure_ascii=False)}) == []
                if result.failed:
                    categories.add(check_error(result))
                assert result.error.get("reason") != "internal", (name, arguments)
        assert tells({"sent": "".join(f"{one.path}?{one.query}" for one in desk.sent)}) == []
    told = capfd.readouterr()
    assert tells({"stdout": told.out, "stderr": told.err}) == []
    # the ledger keeps for a day what a tracker answered to an accepted write, whatever that is
    assert tells(dict(kept(tmp_path)), (OURS, SENT) if FAULTS[fault] in ACCEPTED else SECRETS) == []
    assert "Traceback" not in told.err
    assert categories


def _on_writes(twist: Twist) -> Twist:
    def only(sent: Sent, answer: httpx.Response) -> httpx.Response:
        reading = sent.method == "GET" or sent.path.endswith(("/search/jql", "/comment/list"))
        return answer if reading else twist(sent, answer)

    return only


@pytest.mark.parametrize("fault", FAULTS)
async def test_no_failure_of_data_center_tells_more(
    tmp_path: Path, fault: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Played by hand: whatever is asked, this is the answer."""
    async with office(tmp_path, CONNECTION__KIND="jira_dc", **everything(tmp_path), **OPEN) as desk:
        desk.wire.instead = lambda sent: FAULTS[fault](sent, httpx.Response(200))
        for name, arguments in EVERY_CALL:
            result = await desk.call(name, **arguments)
            assert result.failed or fault in LISTS_OF_NOTHING, name
            if result.failed:
                check_error(result)
            assert result.error.get("reason") != "internal", (name, arguments)
            assert tells({"text": result.text, "data": json.dumps(result.data, ensure_ascii=False)}) == []
    told = capfd.readouterr()
    assert tells({"stdout": told.out, "stderr": told.err}) == []
    assert tells(dict(kept(tmp_path)), (OURS, SENT) if FAULTS[fault] in ACCEPTED else SECRETS) == []


@pytest.mark.parametrize(
    ("fault", "category", "reason"),
    [
        ("400", "bad_input", "refused_by_tracker"),
        ("404", "not_found", None),
        ("403", "permission_denied", "forbidden_by_tracker"),
        ("429 for an hour", "rate_limited", "throttled"),
        ("500, a page", "upstream_error", "status_500"),
        ("nothing", "upstream_error", "unreadable"),
        ("401", "configuration_error", "credential_rejected"),
        ("401, a page", "configuration_error", "credential_rejected"),
        ("taken for nobody", "configuration_error", "credential_rejected"),
    ],
)
async def test_every_category_is_reached_from_a_tool(
    tmp_path: Path, fault: str, category: str, reason: str | None
) -> None:
    async with office(tmp_path) as desk:
        desk.wire.twist = FAULTS[fault]
        error = await desk.refused("get_issue", key="SHOP-2", include=[])
    assert (error["category"], error.get("reason")) == (category, reason)


LISTS: list[tuple[str, Mapping[str, Any]]] = [
    ("search_issues", {"text": "card"}),
    ("search_issues", {"query": "project = SHOP"}),
    ("list_projects", {}),
    ("find_users", {"text": "alex"}),
    ("find_users", {"text": "alex", "assignable_to": "SHOP-2"}),
    ("describe_fields", {"action": "create", "project": "SHOP"}),
]


@pytest.mark.parametrize("answer", ["an empty object", "another object"])
@pytest.mark.parametrize(("tool", "arguments"), LISTS)
async def test_an_answer_without_its_list_is_no_empty_list(
    tmp_path: Path, tool: str, arguments: Mapping[str, Any], answer: str
) -> None:
    async with office(tmp_path, **OPEN) as desk:
        desk.wire.twist = FAULTS[answer]
        error = await desk.refused(tool, **arguments)
    assert (error["category"], error["reason"]) == ("upstream_error", "unreadable")
