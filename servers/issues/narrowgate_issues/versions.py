"""What a reader has seen of an issue, as a token: enough to tell which fields, and which blocks of text, changed since.

`2026-11-30T09:12:01.250+0100/<6 characters a field>/<8 characters a block of the description>[/part]`
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from narrowgate_common.fingerprints import canonical

VERSION_CHARS = 1_200
_FIELD, _BLOCK = 6, 8
_MOST_BLOCKS = 100
"""Of a text whose changes by others can be told apart; the token of a longer one says only that it changed."""
_FORM = re.compile(r"[0-9TZ:.+-]{0,40}/[A-Za-z0-9_-]{0,600}/[A-Za-z0-9_-]{0,800}(/part)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Version:
    """`fields` are digests in the order of the adapter's names; `partial` says that not all of the text was shown."""

    touched: str = ""
    fields: str = ""
    blocks: tuple[str, ...] = ()
    partial: bool = False

    def __str__(self) -> str:
        return "/".join(
            [self.touched, self.fields, "".join(self.blocks), *(["part"] if self.partial else [])]
        )

    @classmethod
    def parse(cls, token: str) -> Version:
        """What is no token is a version of which everything has changed since."""
        if not _FORM.fullmatch(token):
            return cls()
        touched, fields, blocks, *part = token.split("/")
        cut = tuple(blocks[at : at + _BLOCK] for at in range(0, len(blocks), _BLOCK))
        return cls(touched, fields, cut, bool(part))

    def changed(self, now: Version, names: Sequence[str]) -> frozenset[str]:
        """Which of the named fields differ."""
        if len(self.fields) != len(now.fields) or len(now.fields) != _FIELD * len(names):
            return frozenset(names)
        pairs = zip(names, range(0, len(now.fields), _FIELD), strict=True)
        return frozenset(
            name for name, at in pairs if self.fields[at : at + _FIELD] != now.fields[at : at + _FIELD]
        )


def version(touched: str, values: Mapping[str, Any], blocks: Collection[str]) -> Version:
    """`values` are the fields as the tracker keeps them, in the order of their names."""
    fields = "".join(_NOTHING if value is None else _digest(value) for value in values.values())
    return Version(touched, fields, tuple(blocks) if len(blocks) <= _MOST_BLOCKS else ())


def _digest(value: Any) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(canonical(value)).digest())[:_FIELD].decode()


_NOTHING = _digest(None)
"""Half of an issue's fields."""
