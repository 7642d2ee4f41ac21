"""What must hold of an edit's result: it reads as asked, and nothing else differs."""

from __future__ import annotations

import re
from typing import Any

from tests.campaigns.rich_edits import Wanted

from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.reading import Reading, reading


def problem_of(old: Reading[Any, Any], wanted: Wanted, text: str, made: Any) -> str:
    again = reading(old.format, made.original)
    if again.markdown != made.markdown:
        return f"reads otherwise than told: {first_difference(made.markdown, again.markdown)}"
    if unnamed(made.markdown) != unnamed(text) and not made.notes:
        return f"not what was asked, and no note: {first_difference(text, made.markdown)}"
    if made.losses and not wanted.may_lose:
        return f"lost: {made.losses}"
    if wanted.leaf is not None and not outside_is_equal(old, made.original, wanted.leaf):
        return "differs outside the paragraph"
    return ""


def unnamed(text: str) -> str:
    """Without refs, which are hashes of what they name: another title is another ref."""
    return re.sub(r"\bref=[0-9a-f]{8}", "ref", text)


def first_difference(left: str, right: str) -> str:
    head = common(left, right)
    return f"{left[max(0, head - 20) : head + 60]!r} / {right[max(0, head - 20) : head + 60]!r}"


def outside_is_equal(old: Reading[Any, Any], made: Any, leaf: Block) -> bool:
    """Whether what differs lies within the leaf."""
    original = old.document.original
    own = [old.format.keep(each) for top in old.document.blocks for each in top.walk() if shape(each) == leaf]
    if isinstance(original, str):
        if "<ac:adf-fallback" in original:
            return True  # it repeats the words of its extension, and both change together
        return any(outside_of(original, made, piece) for piece in own)
    return is_text(where_it_differs(original, made))


def common(left: str, right: str) -> int:
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return count


def outside_of(original: str, made: str, piece: str) -> bool:
    """Whether all bytes but those of one occurrence of the piece are there, in their order."""
    place = original.find(piece)
    while place >= 0:
        rest = original[place + len(piece) :]
        if len(made) >= place + len(rest) and made.startswith(original[:place]) and made.endswith(rest):
            return True
        place = original.find(piece, place + 1)
    return False


def where_it_differs(old: Any, new: Any) -> Any:
    """The innermost node that holds all differences."""
    children, others = old.get("content"), new.get("content")
    if not isinstance(children, list) or not isinstance(others, list) or len(children) != len(others):
        return old
    if {**old, "content": ()} != {**new, "content": ()}:
        return old
    different = [(a, b) for a, b in zip(children, others, strict=True) if a is not b and a != b]
    return where_it_differs(*different[0]) if len(different) == 1 else old


def is_text(node: Any) -> bool:
    """A run, or what holds runs."""
    inline = {
        "text",
        "hardBreak",
        "status",
        "mention",
        "emoji",
        "date",
        "inlineCard",
        "placeholder",
        "mediaInline",
    }
    held = {each.get("type") for each in node.get("content", ())}
    return node.get("type") in inline or held <= {*inline, "inlineExtension"}
