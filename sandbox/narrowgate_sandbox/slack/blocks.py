"""What the vendor refuses in blocks, and what it adds to them.

https://docs.slack.dev/reference/block-kit/blocks
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from narrowgate_sandbox.company.chat_records import Json
from narrowgate_sandbox.slack.errors import SlackError

MOST = 50
MARKDOWN_LIMIT, TOTAL_LIMIT, TABLE_LIMIT = 12_000, 13_200, 10_000
_SECTION_LIMIT, _FIELD_LIMIT, _HEADER_LIMIT, _ID_LIMIT = 3000, 2000, 150, 255


def checked(value: Any) -> list[Json]:
    """The blocks with ids; SlackError for what is none."""
    if value is None:
        return []
    if not isinstance(value, list) or any(not isinstance(one, dict) for one in value):
        raise SlackError("invalid_blocks_format")
    problems = [said for place, one in enumerate(value) for said in _problems(place, one)]
    if len(value) > MOST:
        problems.append(f"[ERROR] no more than {MOST} items allowed [json-pointer:/blocks]")
    ids = [one["block_id"] for one in value if "block_id" in one]
    if len(set(map(str, ids))) < len(ids):
        problems.append("[ERROR] block_id already exists [json-pointer:/blocks]")
    if problems:
        raise SlackError("invalid_blocks", messages=problems)
    _check_length(value)
    return [{"block_id": f"b{place:03d}"} | one for place, one in enumerate(value)]


def _check_length(value: list[Json]) -> None:
    """The whole has a limit that is not documented: https://github.com/slackapi/bolt-js/issues/2509"""
    markdown = sum(len(one["text"]) for one in value if one["type"] == "markdown")
    if markdown > MARKDOWN_LIMIT or sum(len(one) for one in strings(value)) > TOTAL_LIMIT:
        raise SlackError("msg_blocks_too_long")


def strings(value: Any) -> Iterator[str]:
    """Every text in blocks."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key not in ("type", "block_id", "style"):
                yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value


def _problems(place: int, block: Json) -> Iterator[str]:
    where = f"[json-pointer:/blocks/{place}"
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in _CHECKS:
        yield f"[ERROR] unsupported type: {kind} {where}/type]"
        return
    if not isinstance(block.get("block_id", ""), str) or len(block.get("block_id", "")) > _ID_LIMIT:
        yield f"[ERROR] must be less than {_ID_LIMIT + 1} characters {where}/block_id]"
    yield from (f"[ERROR] {said} {where}{pointer}]" for said, pointer in _CHECKS[kind](block))


def _text(value: Any, limit: int, kinds: tuple[str, ...] = ("mrkdwn", "plain_text")) -> str | None:
    """What is wrong with a text object."""
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        return "missing required field: text"
    if value.get("type") not in kinds:
        return f"must be one of: {', '.join(kinds)}"
    if not value["text"]:
        return "must be more than 0 characters"
    return f"must be less than {limit + 1} characters" if len(value["text"]) > limit else None


Problems = list[tuple[str, str]]


def _section(block: Json) -> Problems:
    """A text, or fields, or both."""
    fields = block.get("fields")
    said = (
        []
        if fields is not None and "text" not in block
        else [(_text(block.get("text"), _SECTION_LIMIT), "/text/text")]
    )
    if isinstance(fields, list) and 1 <= len(fields) <= 10:
        said += [(_text(one, _FIELD_LIMIT), f"/fields/{place}/text") for place, one in enumerate(fields)]
    elif fields is not None:
        said += [("must have 1 to 10 items", "/fields")]
    return [(wrong, pointer) for wrong, pointer in said if wrong]


def _header(block: Json) -> Problems:
    wrong = _text(block.get("text"), _HEADER_LIMIT, ("plain_text",))
    return [(wrong, "/text/text")] if wrong else []


def _markdown(block: Json) -> Problems:
    sound = isinstance(block.get("text"), str) and block["text"]
    return [] if sound else [("missing required field: text", "/text")]


def _elements(most: int) -> Callable[[Json], Problems]:
    def check(block: Json) -> Problems:
        found = block.get("elements")
        sound = isinstance(found, list) and 1 <= len(found) <= most
        return [] if sound else [(f"must have 1 to {most} items", "/elements")]

    return check


def _table(block: Json) -> Problems:
    rows = block.get("rows")
    if not isinstance(rows, list) or not 1 <= len(rows) <= 100:
        return [("must have 1 to 100 rows", "/rows")]
    size = sum(len(one) for one in strings(rows))
    return [(f"must be less than {TABLE_LIMIT + 1} characters", "/rows")] if size > TABLE_LIMIT else []


def _image(block: Json) -> Problems:
    if not isinstance(block.get("alt_text"), str):
        return [("missing required field: alt_text", "/alt_text")]
    return (
        [] if "image_url" in block or "slack_file" in block else [("missing required field: image_url", "")]
    )


def _anything(_block: Json) -> Problems:
    return []


_CHECKS: dict[Any, Callable[[Json], Problems]] = {
    "actions": _elements(25),
    "context": _elements(10),
    "divider": _anything,
    "file": _anything,
    "header": _header,
    "image": _image,
    "markdown": _markdown,
    "rich_text": _elements(10_000),
    "section": _section,
    "table": _table,
    "video": _anything,
}
