"""Decodes a body piece by piece and counts what comes out: a client would inflate a piece whole, however large."""

from __future__ import annotations

import zlib
from typing import Any, Literal

from narrowgate_common.operations import Ended
from narrowgate_common.replies import BrokenExchangeError

Coding = Literal["identity", "gzip"]
_GZIP = 31
"""zlib's window bits for a gzip frame."""


class BodyDecoder:
    """One body of at most `limit` decoded bytes. Every method raises BrokenExchangeError.

    Accepted is what was asked for: no coding, or gzip once with nothing behind it.
    """

    def __init__(self, given: str, *, asked: Coding, limit: int) -> None:
        coding = given.strip().lower()
        if coding not in {"", "identity", asked}:
            raise _broken("encoding")
        self._inflate = zlib.decompressobj(_GZIP) if coding == "gzip" else None
        self._room = limit
        self._begun = False

    def feed(self, raw: bytes) -> bytes:
        self._begun = self._begun or bool(raw)
        piece = raw if self._inflate is None else _inflated(self._inflate, raw, self._room + 1)
        self._room -= len(piece)
        if self._room < 0:
            raise _broken("too_large")
        return piece

    def end(self) -> None:
        """Some send the header with an empty body; anything else must have come to its end."""
        if self._inflate is not None and self._begun and not self._inflate.eof:
            raise _broken("cut_body")


def _inflated(inflate: Any, raw: bytes, most: int) -> bytes:
    try:
        piece: bytes = inflate.decompress(raw, most)
    except zlib.error:
        raise _broken("encoding") from None
    if inflate.unused_data:
        raise _broken("encoding")
    return piece


def _broken(trouble: str) -> BrokenExchangeError:
    return BrokenExchangeError(Ended.AMBIGUOUS, trouble)
