"""The last step of every result: projected, bounded, and the vendor's text inside its boundary."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from narrowgate_common.boundary import Boundary
from narrowgate_common.errors import DETAIL_CHARS, MESSAGE_CHARS, GatewayError
from narrowgate_common.text import bound, one_line, project
from narrowgate_common.tools import Data, Rendering, Tool

UNTRUSTED = "untrusted"
_LEAF_FLOOR = 200
"""A text is not cut below this: a result with thousands of short ones has to page instead."""


_BESIDE_A_CURSOR = 2_000
"""A cursor goes on behind what it came with, so it must not crowd that out."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What leaves the boundary: text for the model, the same as data, and whether it is an error."""

    text: str
    data: Data
    is_error: bool = False


def answer(tool: Tool[Any], data: Data, *, max_chars: int) -> Answer:
    """The one way from a tool's data to a result; text and data come from the same projected value."""
    shown = fit(projected(data), max_chars)
    return Answer(assembled(tool.render(shown), max_chars), shown)


def projected(value: Any) -> Any:
    """The same shape with every string passed through the projection, whoever wrote it."""
    if isinstance(value, str):
        return project(value)
    if isinstance(value, dict):
        return {key: projected(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [projected(item) for item in value]
    return projected(dict(value)) if isinstance(value, Mapping) else value


def fit(data: Data, max_chars: int) -> Data:
    """The data cut down to the limit, longest texts first, and marked `truncated` where it was.

    Only texts below `untrusted` are cut: half a cursor, key, address or version would be worse than none.
    Pages are made to fit by the tools; this is the bound that holds whatever a vendor sends.
    """
    if "cursor" in data:
        max_chars = max(max_chars, _size(data["cursor"]) + _BESIDE_A_CURSOR)
    if _size(data) <= max_chars:
        return data
    limit = max_chars
    while limit > _LEAF_FLOOR:
        limit //= 2
        shorter = _cut(data, limit)
        if _size(shorter) <= max_chars:
            return {**shorter, "truncated": True}
    return {**_dropped(_cut(data, _LEAF_FLOOR), max_chars), "truncated": True}


def _cut(value: Any, limit: int, *, theirs: bool = False) -> Any:
    if isinstance(value, str):
        return bound(value, limit).text if theirs else value
    if isinstance(value, dict):
        return {key: _cut(item, limit, theirs=theirs or key == UNTRUSTED) for key, item in value.items()}
    if isinstance(value, list):
        return [_cut(item, limit, theirs=theirs) for item in value]
    return value


def _dropped(data: Data, max_chars: int) -> Data:
    """The tails of the longest lists go, until the rest fits."""
    kept = dict(data)
    while _size(kept) > max_chars:
        lists = [name for name, value in kept.items() if isinstance(value, list) and value]
        if not lists:
            return {key: value for key, value in kept.items() if not isinstance(value, (dict, list))}
        longest = max(lists, key=lambda name: _size(kept[name]))
        kept[longest] = kept[longest][: len(kept[longest]) // 2]
    return kept


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))


def assembled(rendering: Rendering, max_chars: int) -> str:
    parts = [rendering.head]
    if rendering.body:
        body = bound(project(rendering.body), max_chars).text
        parts.append(Boundary.around(body).wrap(body))
    parts.append(rendering.tail)
    return "\n".join(part for part in parts if part)


def failure(error: GatewayError) -> Answer:
    """`category: message`, then what helps, a line each; a vendor's words never make a line of their own."""
    told = error.as_dict()
    told["message"] = one_line(error.message, MESSAGE_CHARS)
    lines = [f"{error.category}: {told['message']}"]
    if error.details:
        told["details"] = [one_line(line, DETAIL_CHARS) for line in error.details]
        lines += [f"- {line}" for line in told["details"]]
    if error.outcome is not None:
        lines.append(f"outcome: {error.outcome}")
    if error.retry_after_s is not None:
        lines.append(f"retry after {error.retry_after_s:g} s")
    if error.request_id is not None:
        lines.append(f"request_id: {error.request_id}")
    if error.next_call is not None:
        lines.append(f"next: {json.dumps(error.next_call, ensure_ascii=False)}")
    return Answer(project("\n".join(lines)), {"error": projected(told)}, is_error=True)
