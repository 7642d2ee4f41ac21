"""Bounds of what a tool takes: refused before anything is sent, and before anything long is looked at closely."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from tests.issues.calls import CALLS, everything
from tests.issues.harness import leaves, office

pytestmark = pytest.mark.anyio

LONG = {
    "characters": "x" * 40_001,
    "a million marks": "e" + "\u0301" * 1_000_000,
    "marks that take turns": "\u0301\u0323" * 20_001,
    "what grows when it is folded": "\ufdfa" * 1_000_000,
    "half a character": "a\ud800b",
    "half a character, the other": "\udfff",
}


def planted(arguments: Any, path: tuple[str | int, ...], value: str) -> Any:
    changed = inner = deepcopy(dict(arguments))
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return changed


def strings(tool: str) -> Iterator[tuple[Any, tuple[str | int, ...]]]:
    for arguments in CALLS[tool]:
        yield from ((arguments, path) for path, value in leaves(arguments) if isinstance(value, str))


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("tool", sorted(set(CALLS) - {"list_projects"}))
async def test_no_argument_takes_a_text_beyond_its_bounds(tmp_path: Path, tool: str, text: str) -> None:
    async with office(tmp_path, **everything(tmp_path), SCOPE__RAW_QUERY="true") as desk:
        for arguments, path in strings(tool):
            error = await desk.refused(tool, **planted(arguments, path, text))
            assert error["category"] == "bad_input", path
            assert len(json.dumps(error)) < 2_000
        assert desk.sent == []


@pytest.mark.parametrize(
    ("tool", "argument", "value"),
    [
        (tool, argument, value)
        for tool, argument in (
            ("search_issues", "limit"),
            ("list_projects", "limit"),
            ("find_users", "limit"),
            ("get_issue", "offset"),
        )
        for value in (-1, 10**9, 2**63, 10**4000, 1.0, "1", True, None)
    ],
)
async def test_a_count_beyond_its_bounds_is_refused(
    tmp_path: Path, tool: str, argument: str, value: Any
) -> None:
    async with office(tmp_path) as desk:
        required = {"find_users": {"text": "a"}, "get_issue": {"key": "SHOP-2"}}.get(tool, {})
        error = await desk.refused(tool, **required, **{argument: value})
        assert (error["category"], error["reason"]) == ("bad_input", "invalid_arguments")
        assert desk.sent == []


@pytest.mark.parametrize(
    "cursor", ["", "x", "A" * 5_000, "A" * 1_000_000, "eyJ0b2tlbiI6MX0", "../../x", "MA"]
)
@pytest.mark.parametrize("tool", ["search_issues", "list_projects", "get_issue"])
async def test_a_cursor_that_was_not_given_out_is_refused(tmp_path: Path, tool: str, cursor: str) -> None:
    async with office(tmp_path) as desk:
        required = {"key": "SHOP-2"} if tool == "get_issue" else {}
        error = await desk.refused(tool, **required, cursor=cursor)
        assert error["category"] == "bad_input"
        assert desk.sent == []


async def test_a_cursor_of_one_server_is_none_of_another(tmp_path: Path) -> None:
    """Both read only, so that each has a key of its own that nobody keeps."""
    async with office(tmp_path) as desk:
        cursor = (await desk.ok("search_issues", limit=1))["cursor"]
        assert await desk.ok("search_issues", limit=1, cursor=cursor)
    async with office(tmp_path) as another:
        assert (await another.refused("search_issues", limit=1, cursor=cursor))["reason"] == "stale_cursor"


async def test_a_list_of_names_has_a_bound(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        for tool, arguments in (
            ("search_issues", {"labels": ["a"] * 51}),
            ("search_issues", {"projects": ["SHOP"] * 51}),
            ("get_issue", {"key": "SHOP-2", "include": ["links"] * 6}),
            ("update_issue", {"key": "SHOP-9", "fields": {"add_labels": [f"l{n}" for n in range(101)]}}),
            ("update_issue", {"key": "SHOP-9", "edits": [{"field": "title", "old": "a", "new": "b"}] * 21}),
            ("update_issue", {"key": "SHOP-9", "fields": {f"f{n}": "x" for n in range(101)}}),
        ):
            assert (await desk.refused(tool, **arguments))["category"] == "bad_input"
        assert desk.sent == []
