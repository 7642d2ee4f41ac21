"""The port's values as the structured results show them: what a person wrote stands below `untrusted`."""

from __future__ import annotations

from typing import Any

from narrowgate_common.shaping import given, name, names
from narrowgate_common.text import bound
from narrowgate_docs.port import Attachment, Comment, Draft, Hit, PageRef, Passage, Space, Standing

_PASSAGE_CHARS = 500
Data = dict[str, Any]


def page(each: PageRef) -> Data:
    """A page in a list."""
    return given(
        id=each.id,
        url=each.url,
        space=each.space,
        updated=each.updated,
        standing=None if each.standing is Standing.CURRENT else str(each.standing),
        has_children=each.has_children,
        untrusted=given(title=name(each.title)),
    )


def hit(each: Hit) -> Data:
    words = given(
        title=name(each.page.title),
        path=names(each.path),
        labels=names(each.labels),
        passages=[passage(found) for found in each.passages],
    )
    return {**page(each.page), "untrusted": words}


def passage(each: Passage) -> Data:
    return given(under=names(each.headings), text=bound(each.text, _PASSAGE_CHARS).text)


def space(each: Space) -> Data:
    return given(
        key=each.key,
        url=each.url,
        home=each.home,
        untrusted=given(name=name(each.name), kind=name(each.kind)),
    )


def comment(each: Comment, body: str) -> Data:
    """`body` is what is shown of the comment's text."""
    return given(
        id=each.id,
        url=each.url,
        created=each.created,
        parent=each.parent,
        resolved=each.resolved,
        untrusted=given(author=name(each.author), anchor=bound(each.anchor, _PASSAGE_CHARS).text, body=body),
    )


def attachment(each: Attachment) -> Data:
    return given(
        id=each.id,
        size=each.size,
        version=each.version,
        created=each.created,
        untrusted=given(
            filename=name(each.filename), media_type=name(each.media_type), author=name(each.author)
        ),
    )


def draft(each: Draft) -> Data:
    return given(saved=each.saved, untrusted=given(author=name(each.author)))
