"""Markdown that a format can hold, or a refusal that names what it cannot."""

from __future__ import annotations

from narrowgate_common.errors import bad_input
from narrowgate_issues.adapters.jira.richtext.capacity import Capacity, beyond
from narrowgate_issues.adapters.jira.richtext.tree import Block


def checked(markdown: str, capacity: Capacity) -> tuple[Block, ...]:
    """Raises `bad_input/unsupported_markup`; its details name what would be lost."""
    # markdown-it-py costs start-up time, and most calls only read
    from narrowgate_issues.adapters.jira.richtext.markdown_parse import parse

    parsed = parse(markdown)
    names = [*parsed.refused, *sorted(beyond(capacity, parsed.blocks) - set(parsed.refused))]
    if names:
        raise bad_input(
            "this field cannot hold some of the Markdown; write it in another way or leave it out",
            reason="unsupported_markup",
            details=names,
        )
    return parsed.blocks
