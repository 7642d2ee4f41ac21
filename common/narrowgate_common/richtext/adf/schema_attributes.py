"""Attributes of nodes and marks by the published schema: a table of what each may hold.

Source: https://unpkg.com/@atlaskit/adf-schema/json-schema/v1/full.json
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Check = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Attributes:
    """One form of them: what must be there, and what may be beside it."""

    required: Mapping[str, Check]
    optional: Mapping[str, Check]

    def trouble(self, attrs: Mapping[str, Any]) -> str | None:
        for name in self.required:
            if name not in attrs:
                return f"has no {name}"
        for name, value in attrs.items():
            check = self.required.get(name) or self.optional.get(name)
            if check is None:
                return f"has an unknown attribute {name[:40]}"
            if not check(value):
                return f"has a {name} that is not allowed"
        return None


def _anything(_: Any) -> bool:
    return True


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _some_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and all(map(_number, value))


def _texts(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(map(_text, value))


def _between(low: float, high: float = float("inf")) -> Check:
    return lambda value: _number(value) and low <= value <= high


def _one_of(*values: str) -> Check:
    allowed = frozenset(values)
    return lambda value: isinstance(value, str) and value in allowed


def _like(pattern: str) -> Check:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.search(value) is not None


def _datasource(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) != {"id", "parameters", "views"}:
        return False
    views = value["views"]
    return _text(value["id"]) and isinstance(views, list) and views != [] and all(map(_view, views))


def _view(value: Any) -> bool:
    return isinstance(value, dict) and _text(value.get("type")) and set(value) <= {"properties", "type"}


_ID = {"localId": _text}
_COLOR = _like(r"^#[0-9a-fA-F]{6}$")
_LAYOUT = _one_of("wide", "full-width", "center", "wrap-right", "wrap-left", "align-end", "align-start")
_EXTENSION = Attributes(
    {"extensionKey": _some_text, "extensionType": _some_text},
    {
        "parameters": _anything,
        "text": _text,
        "layout": _one_of("wide", "full-width", "default"),
        "localId": _some_text,
    },
)
_INLINE_EXTENSION = Attributes(
    _EXTENSION.required, {"parameters": _anything, "text": _text, "localId": _some_text}
)
_ONLY_ID = (Attributes({}, _ID),)
_EXPAND = (Attributes({}, {"title": _text, **_ID}),)
_TASK = (Attributes({"state": _one_of("TODO", "DONE"), **_ID}, {}),)
_SYNC = (Attributes({"resourceId": _text, **_ID}, {}),)
_CELL = (
    Attributes(
        {},
        {
            "colspan": _number,
            "rowspan": _number,
            "colwidth": _numbers,
            "background": _text,
            "valign": _one_of("top", "middle", "bottom"),
            **_ID,
        },
    ),
)
_MEDIA_SIZE = {"alt": _text, "height": _number, "width": _number, **_ID}
_PLACED = {"localId": _text, "layout": _LAYOUT}

NODES: dict[str, tuple[Attributes, ...]] = {
    "doc": (),
    "text": (),
    "mediaGroup": (),
    "paragraph": _ONLY_ID,
    "blockquote": _ONLY_ID,
    "bulletList": _ONLY_ID,
    "listItem": _ONLY_ID,
    "tableRow": _ONLY_ID,
    "rule": _ONLY_ID,
    "caption": _ONLY_ID,
    "layoutSection": _ONLY_ID,
    "heading": (Attributes({"level": _between(1, 6)}, _ID),),
    "orderedList": (Attributes({}, {"order": _between(0), **_ID}),),
    "taskList": (Attributes(_ID, {}),),
    "taskItem": _TASK,
    "blockTaskItem": _TASK,
    "decisionList": (Attributes(_ID, {}),),
    "decisionItem": (Attributes({"state": _text, **_ID}, {}),),
    "codeBlock": (
        Attributes(
            {}, {"language": _text, "uniqueId": _text, "wrap": _flag, "hideLineNumbers": _flag, **_ID}
        ),
    ),
    "panel": (
        Attributes(
            {"panelType": _one_of("info", "note", "tip", "warning", "error", "success", "custom")},
            {"panelIcon": _text, "panelIconId": _text, "panelIconText": _text, "panelColor": _text, **_ID},
        ),
    ),
    "expand": _EXPAND,
    "nestedExpand": _EXPAND,
    "table": (
        Attributes(
            {},
            {
                "displayMode": _one_of("default", "fixed"),
                "isNumberColumnEnabled": _flag,
                "layout": _one_of("wide", "full-width", "center", "align-end", "align-start", "default"),
                "localId": _some_text,
                "width": _number,
            },
        ),
    ),
    "tableCell": _CELL,
    "tableHeader": _CELL,
    "layoutColumn": (
        Attributes({"width": _between(0, 100)}, {"valign": _one_of("top", "middle", "bottom"), **_ID}),
    ),
    "mediaSingle": (
        Attributes(
            {"layout": _LAYOUT}, {"width": _between(0, 100), "widthType": _one_of("percentage"), **_ID}
        ),
        Attributes({"layout": _LAYOUT, "width": _between(0), "widthType": _one_of("pixel")}, _ID),
    ),
    "media": (
        Attributes(
            {"type": _one_of("link", "file"), "id": _some_text, "collection": _text},
            {"occurrenceKey": _some_text, **_MEDIA_SIZE},
        ),
        Attributes({"type": _one_of("external"), "url": _text}, _MEDIA_SIZE),
    ),
    "mediaInline": (
        Attributes(
            {"id": _some_text, "collection": _text},
            {
                "type": _one_of("link", "file", "image"),
                "occurrenceKey": _some_text,
                "data": _anything,
                **_MEDIA_SIZE,
            },
        ),
    ),
    "mention": (
        Attributes(
            {"id": _text},
            {"text": _text, "accessLevel": _text, "userType": _one_of("DEFAULT", "SPECIAL", "APP"), **_ID},
        ),
    ),
    "emoji": (Attributes({"shortName": _text}, {"id": _text, "text": _text, **_ID}),),
    "date": (Attributes({"timestamp": _some_text}, _ID),),
    "status": (
        Attributes(
            {
                "text": _some_text,
                "color": _like(r"^(neutral|purple|blue|red|yellow|green|#[0-9a-fA-F]{6})$"),
            },
            {"style": _text, **_ID},
        ),
    ),
    "hardBreak": (Attributes({}, {"text": _one_of("\n"), **_ID}),),
    "placeholder": (Attributes({"text": _text}, _ID),),
    "inlineCard": (Attributes({"url": _text}, _ID), Attributes({"data": _anything}, _ID)),
    "blockCard": (
        Attributes({"url": _text}, _ID),
        Attributes({"data": _anything}, _ID),
        Attributes({"datasource": _datasource}, {"url": _text, "width": _number, **_PLACED}),
    ),
    "embedCard": (
        Attributes(
            {"url": _text, "layout": _LAYOUT},
            {"width": _between(0, 100), "originalHeight": _number, "originalWidth": _number, **_ID},
        ),
    ),
    "extension": (_EXTENSION,),
    "bodiedExtension": (_EXTENSION,),
    "inlineExtension": (_INLINE_EXTENSION,),
    "syncBlock": _SYNC,
    "bodiedSyncBlock": _SYNC,
}
"""The forms of each node's attributes; none where it may have no attributes at all."""

MARKS: dict[str, tuple[Attributes, ...]] = {
    "strong": (),
    "em": (),
    "code": (),
    "strike": (),
    "underline": (),
    "subsup": (Attributes({"type": _one_of("sub", "sup")}, {}),),
    "textColor": (Attributes({"color": _COLOR}, {}),),
    "backgroundColor": (Attributes({"color": _COLOR}, {}),),
    "link": (
        Attributes(
            {"href": _text}, {"title": _text, "id": _text, "collection": _text, "occurrenceKey": _text}
        ),
    ),
    "annotation": (Attributes({"id": _text, "annotationType": _one_of("inlineComment")}, {}),),
    "alignment": (Attributes({"align": _one_of("center", "end")}, {}),),
    "indentation": (Attributes({"level": _between(1, 6)}, {}),),
    "breakout": (Attributes({"mode": _one_of("wide", "full-width")}, {"width": _number}),),
    "border": (
        Attributes({"size": _between(1, 3), "color": _like(r"^#[0-9a-fA-F]{8}$|^#[0-9a-fA-F]{6}$")}, {}),
    ),
    "dataConsumer": (Attributes({"sources": _texts}, {}),),
    "fragment": (Attributes({"localId": _some_text}, {"name": _text}),),
    "fontSize": (Attributes({"fontSize": _one_of("small")}, {}),),
}
