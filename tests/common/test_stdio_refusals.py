"""A request that cannot be read is answered; whoever waits for it would wait for ever."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.stdio_refusals import refusal

CALL: dict[str, Any] = {"jsonrpc": "2.0", "id": 5, "method": "tools/call"}


def call(**more: Any) -> str:
    return json.dumps({**CALL, **more})


@pytest.mark.parametrize("identity", [5, 0, "five", ""])
@pytest.mark.parametrize("text", ["\ud800", "a\udc00b", "\udc00\ud800"])
def test_a_request_with_half_a_surrogate_pair_is_answered_with_its_id(identity: str | int, text: str) -> None:
    answer = refusal(call(id=identity, params={"name": "get_issue", "arguments": {"key": text}}))

    assert answer is not None
    assert answer.endswith("}\n")
    told = json.loads(answer)
    assert (told["jsonrpc"], told["id"], told["error"]["code"]) == ("2.0", identity, -32700)


def test_a_request_nested_too_deeply_is_answered() -> None:
    deep = "[" * 400 + "]" * 400

    assert refusal(call(params="?").replace('"?"', deep)) is not None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "garbage",
        "[" * 100_000,
        call(),
        call(params={"a": "\U0001f600"}),
        '{"method": "notifications/initialized", "params": "\\ud800"}',
        '{"id": 1, "result": "\\ud800"}',
        '{"id": {"a": 1}, "method": "x", "params": "\\ud800"}',
        '{"id": true, "method": "x", "params": "\\ud800"}',
        '"\\ud800"',
    ],
)
def test_what_can_be_read_or_names_no_request_is_left_to_the_library(line: str) -> None:
    assert refusal(line) is None


@given(st.text())
def test_no_line_is_too_odd_to_be_judged(line: str) -> None:
    refusal(line)
