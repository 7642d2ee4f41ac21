"""Atlassian Document Format (Jira Cloud) to Markdown and back.

Mentions read as `[@Name](user:ID)`, images as `[image: alt](address)` or `[attachment: name]`, statuses and other
things without a Markdown form as `[kind: name]`. Schema: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
"""

from __future__ import annotations

from typing import Any

from narrowgate_issues.adapters.jira.richtext import adf_reading, adf_writing, capacity, markdown_render
from narrowgate_issues.adapters.jira.richtext.found import Found
from narrowgate_issues.adapters.jira.richtext.refusal import checked

Document = dict[str, Any] | str | None


def read(document: Document) -> str:
    """Markdown that shows all of the document's text; a plain string is text. Never raises."""
    return markdown_render.render(adf_reading.read(document).blocks)


def losses(document: Document) -> tuple[str, ...]:
    """Names of what `write(read(document))` would not give back; empty: nothing is lost.

    Ids of nodes (`localId`), empty paragraphs, white space at the edges of a paragraph and the difference between
    a bare web address and a link to itself are not counted; nor are control characters.
    """
    return _losses(adf_reading.read(document))


def shown(document: Document) -> tuple[str, tuple[str, ...]]:
    """Both at once: what `read` and what `losses` give."""
    found = adf_reading.read(document)
    return markdown_render.render(found.blocks), _losses(found)


def write(markdown: str) -> dict[str, Any]:
    """The document of GitHub-flavoured Markdown. Raises `bad_input/unsupported_markup` naming what would be lost."""
    return adf_writing.document(checked(markdown, adf_writing.CAPACITY))


def _losses(found: Found) -> tuple[str, ...]:
    return capacity.named(found.hidden | capacity.beyond(adf_writing.CAPACITY, found.blocks))
