"""What is refused before anything is sent: arguments and fields that nobody declared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from narrowgate_common.selftest.rehearsal import Rehearsal
from narrowgate_common.selftest.script import Arguments, Proper
from narrowgate_common.selftest.verdicts import Verdict, absent, held

_STRANGERS: tuple[Arguments, ...] = (
    {"notify_users": False},
    {"__class__": "x"},
    {"content_file": "/etc/passwd"},
    {"target_path": "/tmp/x"},  # noqa: S108 - an argument that does not exist
    {"base_url": "http://127.0.0.1:9"},
)
_RAW = ("update", "__proto__", "Title", "labels.add", "", "x" * 300)


async def arguments(stage: Rehearsal[Any]) -> Verdict:
    given = await stage.proper()
    calls = [(name, {**each, **stranger}) for name, each in given.items() for stranger in _STRANGERS]
    calls += [(name, {**given[name], **wrong}) for name, wrong in stage.script.mistyped if name in given]
    problems = [
        f"{name} took {', '.join(sorted(each))}"
        for name, each in calls
        if not await _refused(stage, name, each)
    ]
    return held(problems, f"{len(calls)} calls")


async def fields(stage: Rehearsal[Any]) -> Verdict:
    given = await stage.proper()
    calls = [(tool, name, each) for tool, name, each in _forbidden(stage, given) if tool in given]
    if not calls:
        return absent("writes are not enabled")
    problems = [
        f"{tool} took the field {name[:40]}"
        for tool, name, each in calls
        if not await _refused(stage, tool, each, "unknown_field")
    ]
    return held(problems, f"{len(calls)} calls")


def _forbidden(stage: Rehearsal[Any], given: Proper) -> Iterator[tuple[str, str, Arguments]]:
    """Names that no configuration opens, raw ones, and what this configuration narrows away."""
    named = list(stage.script.forbidden(stage))
    named += [(tool, name) for tool in dict.fromkeys(tool for tool, _ in named) for name in _RAW]
    for tool, name in named:
        each = given.get(tool, {})
        yield tool, name, {**each, "fields": {name: "x", **each.get("fields", {})}}


async def _refused(stage: Rehearsal[Any], tool: str, given: Arguments, reason: str | None = None) -> bool:
    said = await stage.call(tool, **given)
    error = said.error
    right = error.get("category") == "bad_input" and reason in {None, error.get("reason")}
    return said.failed and said.requests == 0 and right
