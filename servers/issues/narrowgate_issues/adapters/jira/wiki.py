"""Jira's wiki markup (Data Center) to Markdown and back.

Mentions read as `[@name](user:name)`, images as `[image: alt](address)` or `[attachment: name]`; a macro that
is not known here stays as the text it is. Notation: https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
"""

from __future__ import annotations

from narrowgate_issues.adapters.jira.richtext import capacity, markdown_render, wiki_reading, wiki_writing
from narrowgate_issues.adapters.jira.richtext.found import Found
from narrowgate_issues.adapters.jira.richtext.refusal import checked


def read(document: str | None) -> str:
    """Markdown that shows all of the document's text. Never raises."""
    return markdown_render.render(wiki_reading.read(document).blocks)


def losses(document: str | None) -> tuple[str, ...]:
    """Names of what `write(read(document))` would not give back; empty: nothing is lost.

    Two notations of one thing (`bq.` and a quote macro, `{noformat}` and `{code}` without a language, `-` and `*`
    bullets, a bare web address and a link to itself), white space at the edges of a line and control characters
    are not counted.
    """
    return _losses(wiki_reading.read(document))


def shown(document: str | None) -> tuple[str, tuple[str, ...]]:
    """Both at once: what `read` and what `losses` give."""
    found = wiki_reading.read(document)
    return markdown_render.render(found.blocks), _losses(found)


def write(markdown: str) -> str:
    """The wiki markup of GitHub-flavoured Markdown. Raises `bad_input/unsupported_markup` naming what would be lost."""
    return wiki_writing.document(checked(markdown, wiki_writing.CAPACITY))


def _losses(found: Found) -> tuple[str, ...]:
    return capacity.named(found.hidden | capacity.beyond(wiki_writing.CAPACITY, found.blocks))
