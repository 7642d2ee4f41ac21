"""The dialect as posts of Mattermost, in pieces under its limit.

A post is kept and read back as it was written, so that what a piece reads as is what it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_chat.adapters.mattermost.blocks import Native
from narrowgate_chat.adapters.mattermost.pings import Allowed
from narrowgate_chat.port import Mention, Piece, Written
from narrowgate_chat.splitting import split
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.parsing import parse

LIMIT = 16_383
"""Code points, as the server counts them; older databases hold 4,000.

https://docs.mattermost.com/configure/site-configuration-settings.html
"""


def written(text: str, mentions: Sequence[Mention]) -> Written:
    """Raises bad_input for markup that the dialect cannot read."""
    native = Native(Allowed.of(mentions))

    def fits(blocks: Sequence[Block]) -> bool:
        return len(native.text(blocks)) <= LIMIT

    texts = [native.text(part) for part in split(parse(text), fits)]
    return Written(tuple(Piece(each, each) for each in texts if each), tuple(native.notes))
