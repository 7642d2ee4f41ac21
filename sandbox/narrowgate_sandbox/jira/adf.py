"""What the tracker asks of a document, and the two things it makes of one: plain text and HTML.

The rules are those of the vendor's published schema that a writer can easily break, not all of it.
Source: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

TEXT_LIMIT = 32_767
DEPTH = 60

_INLINE = frozenset(
    {
        "text",
        "hardBreak",
        "mention",
        "emoji",
        "date",
        "status",
        "inlineCard",
        "inlineExtension",
        "placeholder",
        "mediaInline",
    }
)
_LISTS = frozenset({"bulletList", "orderedList"})
_MEDIA = frozenset({"mediaSingle", "mediaGroup"})
_COMMON = frozenset({"paragraph", "codeBlock"}) | _LISTS | _MEDIA
_TASKS = frozenset({"taskList", "decisionList"})
_CARDS = frozenset({"blockCard", "embedCard"})
_CELL = (
    _COMMON
    | _TASKS
    | _CARDS
    | frozenset({"heading", "blockquote", "panel", "rule", "nestedExpand", "extension"})
)
_IN_EXPAND = _COMMON | _TASKS | _CARDS | frozenset(
    {"heading", "blockquote", "panel", "rule", "table", "nestedExpand", "extension", "bodiedExtension"}
)  # fmt: skip
_ROOT = _IN_EXPAND - {"nestedExpand"} | {"expand", "layoutSection", "syncBlock", "bodiedSyncBlock"}

_CHILDREN: dict[str, frozenset[str]] = {
    "doc": _ROOT,
    "paragraph": _INLINE,
    "heading": _INLINE,
    "caption": _INLINE,
    "codeBlock": frozenset({"text"}),
    "blockquote": _COMMON | {"extension"},
    "bulletList": frozenset({"listItem"}),
    "orderedList": frozenset({"listItem"}),
    "listItem": _COMMON - {"mediaGroup"} | {"taskList", "extension"},
    "taskList": frozenset({"taskItem", "taskList", "blockTaskItem"}),
    "taskItem": _INLINE,
    "blockTaskItem": frozenset({"paragraph", "extension"}),
    "decisionList": frozenset({"decisionItem"}),
    "decisionItem": _INLINE,
    "panel": _COMMON | _TASKS | _CARDS | {"heading", "rule", "extension"},
    "expand": _IN_EXPAND,
    "nestedExpand": _IN_EXPAND - {"table", "nestedExpand", "bodiedExtension"},
    "table": frozenset({"tableRow"}),
    "tableRow": frozenset({"tableHeader", "tableCell"}),
    "tableHeader": _CELL,
    "tableCell": _CELL,
    "layoutSection": frozenset({"layoutColumn"}),
    "layoutColumn": _IN_EXPAND - {"nestedExpand"} | {"expand"},
    "mediaSingle": frozenset({"media", "caption"}),
    "mediaGroup": frozenset({"media"}),
    "bodiedExtension": _IN_EXPAND - {"nestedExpand", "bodiedExtension"},
    "bodiedSyncBlock": _ROOT,
}
_LEAVES = _INLINE | _CARDS | frozenset({"rule", "media", "extension", "syncBlock"})
_MAY_BE_EMPTY = frozenset(
    {"doc", "paragraph", "heading", "caption", "codeBlock", "taskItem", "decisionItem", "tableRow"}
)
_NEEDS: dict[str, tuple[str, ...]] = {
    "heading": ("level",),
    "panel": ("panelType",),
    "mention": ("id",),
    "emoji": ("shortName",),
    "date": ("timestamp",),
    "status": ("text", "color"),
    "taskList": ("localId",),
    "taskItem": ("localId", "state"),
    "decisionList": ("localId",),
    "decisionItem": ("localId", "state"),
    "extension": ("extensionKey", "extensionType"),
    "bodiedExtension": ("extensionKey", "extensionType"),
    "inlineExtension": ("extensionKey", "extensionType"),
}
_ONE_OF: dict[tuple[str, str], frozenset[Any]] = {
    ("panel", "panelType"): frozenset({"info", "note", "tip", "warning", "error", "success", "custom"}),
    ("status", "color"): frozenset({"neutral", "purple", "blue", "red", "yellow", "green"}),
    ("taskItem", "state"): frozenset({"TODO", "DONE"}),
    ("heading", "level"): frozenset(range(1, 7)),
}
_MARKS = frozenset(
    {
        "strong",
        "em",
        "code",
        "underline",
        "strike",
        "subsup",
        "textColor",
        "backgroundColor",
        "link",
        "annotation",
        "fontSize",
    }
)
_BESIDE_CODE = frozenset({"code", "link", "annotation"})


def is_document(value: Any) -> bool:
    """Whether this is a document at all, whatever it holds."""
    return isinstance(value, dict) and value.get("type") == "doc" and value.get("version") == 1


def is_valid(document: Any) -> bool:
    return is_document(document) and isinstance(document.get("content"), list) and _fits(document, 0)


def _fits(node: Any, depth: int) -> bool:
    if not isinstance(node, dict) or depth > DEPTH:
        return False
    kind = node.get("type")
    if not isinstance(kind, str) or not _attributes_fit(kind, node):
        return False
    children = node.get("content", [])
    if kind in _LEAVES:
        return not children and (kind != "text" or (bool(_text_of(node)) and _marks_fit(node)))
    allowed = _CHILDREN.get(kind)
    if allowed is None or not isinstance(children, list) or not (children or kind in _MAY_BE_EMPTY):
        return False
    return all(_is_one_of(child, allowed) and _fits(child, depth + 1) for child in children)


def _is_one_of(child: Any, allowed: frozenset[str]) -> bool:
    return isinstance(child, dict) and child.get("type") in allowed


def _attributes_fit(kind: str, node: dict[str, Any]) -> bool:
    attrs = node.get("attrs", {})
    if not isinstance(attrs, dict) or any(attrs.get(name) in (None, "") for name in _NEEDS.get(kind, ())):
        return False
    if kind == "media" and attrs.get("type") != "external":
        return bool(attrs.get("id")) and isinstance(attrs.get("collection"), str)
    chosen = ((attrs[name], allowed) for (owner, name), allowed in _ONE_OF.items() if owner == kind)
    return all(isinstance(value, str | int) and value in allowed for value, allowed in chosen)


def _marks_fit(node: dict[str, Any]) -> bool:
    """Known ones; a link with its address; and beside `code` hardly any."""
    marks = node.get("marks", [])
    if not isinstance(marks, list) or not all(isinstance(mark, dict) for mark in marks):
        return False
    kinds = {mark.get("type") for mark in marks}
    linked = all((mark.get("attrs") or {}).get("href") for mark in marks if mark.get("type") == "link")
    return linked and kinds <= _MARKS and ("code" not in kinds or kinds <= _BESIDE_CODE)


def _text_of(node: dict[str, Any]) -> str:
    text = node.get("text")
    return text if isinstance(text, str) else ""


def nodes(document: Any) -> Iterator[dict[str, Any]]:
    """Every node in reading order."""
    waiting = [document]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            children = node.get("content")
            waiting.extend(reversed(children if isinstance(children, list) else []))


def says_something(document: Any) -> bool:
    """Whether there is anything to see: a letter, a mention, a picture."""
    leaves = (node for node in nodes(document) if node.get("type") in _LEAVES - {"hardBreak"})
    return any(node.get("type") != "text" or _text_of(node).strip() for node in leaves)


def plain_text(document: Any) -> str:
    """The words a search finds."""
    words = []
    for node in nodes(document):
        attrs = node.get("attrs") or {}
        words.append(_text_of(node) or str(attrs.get("text") or attrs.get("title") or ""))
        words.append("" if node.get("type") in _INLINE else " ")
    return " ".join("".join(words).split())


def media_ids(document: Any) -> list[str]:
    """The uploaded files that the document shows."""
    shown = (node.get("attrs") or {} for node in nodes(document) if node.get("type") == "media")
    return [str(attrs.get("id")) for attrs in shown if attrs.get("type") == "file"]


def html(document: Any) -> str:
    """A rough rendering: paragraphs and their text, which is all the company's people look at."""
    if not isinstance(document, dict):
        return ""
    blocks = (plain_text(block) for block in document.get("content", []))
    return "\n".join(f"<p>{escape(block)}</p>" for block in blocks)
