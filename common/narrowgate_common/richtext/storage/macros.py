"""Macros: their parameters and bodies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrowgate_common.richtext.storage.refs import ref, tag_without_ids
from narrowgate_common.richtext.storage.tree import Node

PARAMETERS = {"ac:parameter": "ac:name", "ac:default-parameter": ""}
RICH_BODY, PLAIN_BODY = "ac:rich-text-body", "ac:plain-text-body"
_SIMPLE_NAME = re.compile(r"[a-z][a-z0-9-]{0,60}")

RESERVED = frozenset({"layout", "section", "cell", "div", "macro", "table", "row", "table-cell"})
"""Names of containers that are no macros; a macro of such a name is shown as `macro` with its name."""


def parameters(node: Node) -> Iterator[tuple[str, Node]]:
    for each in node.elements():
        if each.name in PARAMETERS:
            yield each.attr(PARAMETERS[each.name]) if PARAMETERS[each.name] else "", each


def value(parameter: Node) -> str | None:
    """None when it holds more than characters."""
    return None if any(parameter.elements()) else parameter.words()


def values(node: Node) -> dict[str, str]:
    """The parameters that are characters; of two with one name, the first."""
    found: dict[str, str] = {}
    for name, each in parameters(node):
        text = value(each)
        if text is not None:
            found.setdefault(name, text)
    return found


def body(node: Node) -> Node | None:
    return node.child(RICH_BODY)


def plain_body(node: Node) -> str:
    found = node.child(PLAIN_BODY)
    return found.words().replace("\r\n", "\n").replace("\r", "\n") if found else ""


def is_simple_name(name: str) -> bool:
    """Whether a macro's name may be a container's."""
    return _SIMPLE_NAME.fullmatch(name) is not None and name not in RESERVED


def head_ref(node: Node, visible: str = "title") -> str:
    """Of everything but the body, ids and the parameter that is shown; nothing where nothing is left."""
    others = [each.raw for name, each in parameters(node) if name != visible]
    return ref("".join([tag_without_ids(node.tag), *others])) if others else ""
