"""Rich texts as the tools speak of them: Markdown, and behind it what the vendor needs to change them in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Rich:
    """A text as it was read. `original` is the adapter's; `locked` is why it cannot be edited, empty where it can."""

    markdown: str = ""
    hidden: tuple[str, ...] = ()
    """What Markdown does not show and an edit keeps."""
    locked: str = ""
    blocks: tuple[str, ...] = ()
    """The Markdown block by block, where it can be edited."""
    original: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A text as it will stand: what it will read as, and what goes with the old one."""

    markdown: str
    original: Any = field(compare=False, repr=False)
    losses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What the vendor's format holds only in another form."""
