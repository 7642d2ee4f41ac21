"""The signs that begin items, in another place: each line of an item spells out the path to it."""

from __future__ import annotations

from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.wiki import macros
from narrowgate_common.richtext.wiki.lines import MARKER, kind, lines

MAX_SIGNS = 20


def remarked(piece: str, drop: int, prefix: str) -> str:
    """Every line that begins an item with `prefix` for its first `drop` signs."""
    out: list[str] = []
    at = 0
    for line in lines(piece, macros.cut(piece)):
        match = MARKER.match(line.head)
        if match is None or kind(line, in_list=True) != "list" or len(match[1]) < drop:
            continue
        start = line.pieces[0].start
        signs = prefix + match[1][drop:]
        if len(signs) > MAX_SIGNS:
            raise refused("the list nests too deeply", reason="too_deep")
        out += [piece[at : start + match.start(1)], signs]
        at = start + match.end(1)
    return "".join([*out, piece[at:]])
