"""What a reader found in a document."""

from __future__ import annotations

from dataclasses import dataclass

from narrowgate_issues.adapters.jira.richtext.tree import Block


@dataclass(frozen=True, slots=True)
class Found:
    """The blocks that show the document, and names of what they do not show."""

    blocks: tuple[Block, ...]
    hidden: frozenset[str]
