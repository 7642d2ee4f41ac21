"""Every way to name a page in a call, as far as the safelists leave it open."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.selftest.script import Arguments, Proper, ToolCall
from narrowgate_docs.selftest.script import Stage


def naming(stage: Stage, given: Proper, page: str) -> list[ToolCall]:
    """All calls in which the page is named and that are in order otherwise."""
    about: Sequence[ToolCall] = (
        ("get_page", {"page": page}),
        ("get_page", {"page": page, "view": "rendered"}),
        ("list_comments", {"page": page}),
        ("list_pages", {"parent": page}),
        ("search_pages", {"below": page}),
        ("add_comment", {"page": page}),
        ("edit_page", {"page": page}),
        ("update_page", {"page": page}),
        ("download_attachment", {"page": page}),
    )
    calls = [(tool, {**given[tool], **each}) for tool, each in about if tool in given]
    return [call for call in [*calls, *_below("create_page", given, page)] if _is_open(stage, *call)]


def moving(stage: Stage, given: Proper, parent: str) -> list[ToolCall]:
    """The page that is to be moved is read first, and so something is sent."""
    return [call for call in _below("update_page", given, parent) if _is_open(stage, *call)]


def _below(tool: str, given: Proper, parent: str) -> list[ToolCall]:
    if tool not in given:
        return []
    return [(tool, {**given[tool], "fields": {**given[tool]["fields"], "parent": parent}})]


def _is_open(stage: Stage, tool: str, given: Arguments) -> bool:
    """What the safelist leaves out is refused for that."""
    if tool == "edit_page":
        return "body" in stage.server.house.safelists["update"]
    action = "create" if tool == "create_page" else "update"
    return set(given.get("fields", {})) <= stage.server.house.safelists[action].keys()
