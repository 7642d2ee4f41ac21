"""A text in the dialect as the messages it will be: pieces under the vendor's limits, and what each will read as."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from narrowgate_chat.adapters.slack.reading import markdown
from narrowgate_chat.adapters.slack.writing import Page
from narrowgate_chat.adapters.slack.writing_inline import Words, plain
from narrowgate_chat.port import Mention, Piece, Written
from narrowgate_chat.splitting import split
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.parsing import parse

_TEXT_CHARS = 3_900
"""Of 4,000, which the vendor calls best; of longer ones some were delivered several times."""
_BLOCKS_CHARS = 10_000
"""Of all blocks together, where the vendor has a limit near 13,000 that it does not document."""
_MOST_BLOCKS = 45
_MOST_ELEMENTS = 900
_ADDRESS = re.compile(r'"url": "([^"]*)"')
"""The words of blocks stand in the plain text too; where links lead does not."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Named:
    """How those who are mentioned will be read."""

    mentions: Sequence[Mention]
    handles: dict[str, str]

    def user(self, user_id: str) -> str:
        known = (each.user for each in self.mentions if each.user is not None and each.user.id == user_id)
        user = next(known, None)
        return self.handles.get(user_id, user_id) if user is None else user.handle or user.id

    def channel(self, channel_id: str) -> str:
        return channel_id


def written(text: str, mentions: Sequence[Mention]) -> Written:
    """Raises bad_input for what cannot be read or divided."""
    words = Words(mentions)
    notes: dict[str, None] = {}

    def native(blocks: Sequence[Block]) -> Json:
        page = Page(words)
        made = page.written(blocks)
        notes.update(page.notes)
        return {"blocks": made, "text": plain(made)}

    pieces = [native(part) for part in split(parse(text), lambda blocks: _fits(native(blocks)))]
    named = _Named(mentions, {})
    shown = tuple(Piece(markdown(each, named), each) for each in pieces if each["blocks"])
    return Written(shown, tuple(notes))


def _fits(native: Json) -> bool:
    blocks = native["blocks"]
    if len(native["text"]) > _TEXT_CHARS or len(blocks) > _MOST_BLOCKS:
        return False
    dumped = json.dumps(blocks, ensure_ascii=False)
    addresses = sum(map(len, _ADDRESS.findall(dumped)))
    return len(native["text"]) + addresses <= _BLOCKS_CHARS and dumped.count('{"') <= _MOST_ELEMENTS
