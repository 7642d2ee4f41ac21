"""The dialect as messages with a formatted body, in pieces under the size of an event.

Who is pinged is told by `m.mentions` alone: with it there, even if empty, no client and no server looks into the text
(https://spec.matrix.org/latest/client-server-api/#user-and-room-mentions).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from narrowgate_chat.adapters.matrix.blocks import Native
from narrowgate_chat.adapters.matrix.html_reading import markdown_of_html
from narrowgate_chat.port import Mention, Piece, Written
from narrowgate_chat.splitting import split
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render

LIMIT = 24_000
"""Bytes of both bodies. An event holds 65,536 with all that is around it, and an edit holds its bodies twice.

https://spec.matrix.org/latest/client-server-api/#size-limits
"""


def written(text: str, mentions: Sequence[Mention]) -> Written:
    """Raises bad_input for markup that the dialect cannot read."""
    native = Native()

    def fits(blocks: Sequence[Block]) -> bool:
        return _size(_bodies(native, blocks)) <= LIMIT

    parts = split(parse(text), fits)
    pinged = _mentioned(mentions)
    pieces = [_piece({**_bodies(native, part), "m.mentions": pinged}) for part in parts]
    return Written(tuple(each for each in pieces if each.markdown), tuple(native.notes))


def _bodies(native: Native, blocks: Sequence[Block]) -> dict[str, Any]:
    return {
        "msgtype": "m.text",
        "body": render(blocks),
        "format": "org.matrix.custom.html",
        "formatted_body": native.html(blocks),
    }


def _size(content: dict[str, Any]) -> int:
    return len(json.dumps(content, ensure_ascii=False).encode())


def _piece(content: dict[str, Any]) -> Piece:
    return Piece(markdown_of_html(content["formatted_body"]), content)


def _mentioned(mentions: Sequence[Mention]) -> dict[str, Any]:
    """`here` is everybody in the room too: Matrix has no narrower word."""
    people = sorted({each.user.id for each in mentions if each.user is not None})
    everybody = any(each.user is None for each in mentions)
    return {**({"user_ids": people} if people else {}), **({"room": True} if everybody else {})}
