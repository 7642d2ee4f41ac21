"""What a reader has seen of a page, as a token: the vendor's number, and digests of the body and of its Markdown.

`7.3fA9-c1b2d4E.9d_8e7f6aB0[.part]`. A number alone does not tell a body apart: a new inline comment puts its marker
into the body and leaves the number.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass, replace

VERSION_CHARS = 60
_DIGEST_BYTES = 9
_FORM = re.compile(r"([0-9]{1,9})\.([A-Za-z0-9_-]{12})\.([A-Za-z0-9_-]{12})(\.part)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Version:
    """`partial` says that not all of the text was shown. `body` and `text` are digests."""

    number: int
    body: str
    text: str
    partial: bool = False

    def __str__(self) -> str:
        return f"{self.number}.{self.body}.{self.text}{'.part' if self.partial else ''}"

    @classmethod
    def parse(cls, token: str) -> Version | None:
        """None for what is no token."""
        found = _FORM.fullmatch(token.strip())
        if found is None:
            return None
        return cls(int(found[1]), found[2], found[3], found[4] is not None)

    @classmethod
    def of(cls, number: int, source: str, markdown: str) -> Version:
        return cls(number, _digest(source), _digest(markdown))

    def cut(self) -> Version:
        return replace(self, partial=True)

    def same_text(self, other: Version) -> bool:
        """Whether a reader would have seen the same, whatever else is in the body."""
        return self.text == other.text


def _digest(text: str) -> str:
    hashed = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return base64.urlsafe_b64encode(hashed[:_DIGEST_BYTES]).decode()
