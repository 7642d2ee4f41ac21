"""The checks against the chat's description notice what they are there for."""

from typing import Any

import pytest
from tests.vendor_chat_contract import (
    LATER_ARGUMENTS,
    LATER_FIELDS,
    chat_description,
    check_chat_request,
    check_chat_response,
    needs_chat_specs,
)
from tests.vendor_contract import ContractError

pytestmark = needs_chat_specs
MESSAGE = {"type": "message", "text": "x", "ts": "1700000000.000100", "user": "U0FERNAGNT"}
HISTORY = {
    "ok": True,
    "messages": [],
    "has_more": False,
    "pin_count": 0,
    "channel_actions_ts": None,
    "channel_actions_count": 0,
}
POSTED = {"ok": True, "channel": "C0FERN00001", "ts": MESSAGE["ts"], "message": MESSAGE}
LIMITED = {"ok": False, "error": "ratelimited"}

SOUND: list[tuple[str, int, Any]] = [
    ("conversations.history", 200, HISTORY),
    ("conversations.history", 200, HISTORY | {"response_metadata": {"next_cursor": "x"}}),
    ("conversations.history", 200, {"ok": False, "error": "not_in_channel"}),
    ("chat.postMessage", 200, POSTED),
    ("chat.postMessage", 200, {"ok": False, "error": "msg_too_long"}),
    ("chat.postMessage", 200, {"ok": False, "error": "missing_scope", "needed": "a", "provided": "b"}),
    ("chat.postMessage", 429, LIMITED),
    ("chat.postNonsense", 200, {"ok": False, "error": "unknown_method"}),
    ("files.getUploadURLExternal", 200, {"ok": True, "upload_url": "x", "file_id": "F1"}),
]
UNSOUND: list[tuple[str, int, Any]] = [
    ("conversations.history", 200, {"ok": True, "messages": []}),
    ("conversations.history", 200, HISTORY | {"messages": [MESSAGE | {"ts": "1700000000"}]}),
    ("conversations.history", 200, HISTORY | {"messages": [MESSAGE | {"nonsense": 1}]}),
    ("conversations.history", 200, HISTORY | {"nonsense": 1}),
    ("conversations.replies", 200, {"ok": True, "messages": [{"text": "x"}]}),
    ("conversations.list", 200, {"ok": True, "channels": [{"id": "C0FERN00001"}]}),
    ("chat.postMessage", 200, POSTED | {"channel": "c1"}),
    ("chat.postMessage", 200, {"ok": False, "error": "already_reacted"}),
    ("chat.postMessage", 200, {"ok": False}),
    ("chat.postMessage", 200, [POSTED]),
    ("chat.postMessage", 404, LIMITED),
    ("chat.postMessage", 429, {"ok": False, "error": "slow_down"}),
    ("chat.postNonsense", 200, {"ok": True}),
    ("files.getUploadURLExternal", 200, {"ok": True, "file_id": "F1"}),
]


@pytest.mark.parametrize(("method", "status", "body"), SOUND)
def test_a_documented_answer_passes(method: str, status: int, body: Any) -> None:
    check_chat_response(method, status, body)


@pytest.mark.parametrize(("method", "status", "body"), UNSOUND)
def test_an_undocumented_answer_is_noticed(method: str, status: int, body: Any) -> None:
    with pytest.raises(ContractError):
        check_chat_response(method, status, body)


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        (
            "chat.postMessage",
            {"channel": "C1", "text": "x", "thread_ts": "1700000000.000100", "metadata": {}},
        ),
        ("chat.postMessage", {"channel": "C1", "markdown_text": "x", "unfurl_links": False}),
        (
            "conversations.history",
            {"channel": "C1", "oldest": "1700000000.000100", "limit": "5", "inclusive": "true"},
        ),
        ("conversations.list", {"types": "im", "limit": 5}),
    ],
)
def test_a_documented_request_passes(method: str, arguments: Any) -> None:
    check_chat_request(method, arguments)


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("chat.postMessage", {"text": "x"}),
        ("chat.postMessage", {"channel": "C1", "text": "x", "thread_ts": 1700000000.0001}),
        ("chat.postMessage", {"channel": "C1", "client_msg_id": "x"}),
        ("chat.postNonsense", {}),
        ("conversations.history", {"channel": "C1", "limit": "many"}),
        ("conversations.history", {"channel": "C1", "inclusive": "maybe"}),
        ("conversations.replies", {"channel": "C1", "ts": 1700000000.0001}),
        ("users.info", {"user": 1}),
    ],
)
def test_an_undocumented_request_is_noticed(method: str, arguments: Any) -> None:
    with pytest.raises(ContractError):
        check_chat_request(method, arguments)


def test_what_came_later_says_where_it_is_documented() -> None:
    links = [row[-1] for row in (*LATER_FIELDS, *LATER_ARGUMENTS)]
    assert all(one.startswith("https://docs.slack.dev/") for one in links)
    assert all(method in chat_description().paths for method, *_ in LATER_ARGUMENTS)
