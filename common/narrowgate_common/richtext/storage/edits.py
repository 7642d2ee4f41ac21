"""Small changes of a stretch of the original: everything between them stays."""

from __future__ import annotations

from collections.abc import Iterable

from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.storage import macros
from narrowgate_common.richtext.storage.entities import escaped, quoted
from narrowgate_common.richtext.storage.tree import Node, attribute_span

Edit = tuple[int, int, str]
"""From, to, and what stands there instead."""


def edited(source: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """Raises GatewayError (`unsupported_markup`) where two changes meet."""
    out: list[str] = []
    at = start
    for first, last, text in sorted(edits, key=lambda edit: edit[:2]):
        if first < at:
            raise refused(
                "two changes of one element meet; make them one by one", reason="unsupported_markup"
            )
        out += (source[at:first], text)
        at = last
    return "".join([*out, source[at:end]])


def attribute(node: Node, name: str, value: str) -> Edit:
    """An attribute of a start tag, added behind the name where there is none; nothing for an empty value."""
    span = attribute_span(node, name)
    if span is None:
        at = node.start + 1 + len(node.name)
        return at, at, f" {name}={quoted(value)}" if value else ""
    if value:
        return *span, f"{name}={quoted(value)}"
    space = node.source[span[0] - 1].isspace()
    return span[0] - space, span[1], ""


def renamed(node: Node, name: str) -> list[Edit]:
    """Another name in both tags."""
    if node.name == name:
        return []
    length = len(node.name)
    first = (node.start + 1, node.start + 1 + length, name)
    return [first] if node.closed_at_once else [first, (node.close + 2, node.close + 2 + length, name)]


def inside(node: Node, raw: str) -> Edit:
    """Another content."""
    if node.closed_at_once:
        slash = node.source.rindex("/", node.start, node.end)
        return slash, node.end, f">{raw}</{node.name}>"
    return node.inner, node.close, raw


def parameter(macro: Node, name: str, value: str) -> Edit:
    """A macro's parameter, set, added or, when empty, removed."""
    found = next((each for key, each in macros.parameters(macro) if key == name), None)
    if found is not None:
        return inside(found, escaped(value)) if value else (found.start, found.end, "")
    new = parameter_element(name, value) if value else ""
    if macro.closed_at_once:
        return inside(macro, new) if new else (macro.end, macro.end, "")
    return macro.inner, macro.inner, new


def parameter_element(name: str, value: str) -> str:
    return f"<ac:parameter ac:name={quoted(name)}>{escaped(value)}</ac:parameter>"
