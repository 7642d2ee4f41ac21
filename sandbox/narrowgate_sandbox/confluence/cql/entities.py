"""What a search can find, in one shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from narrowgate_sandbox.company.records import User
from narrowgate_sandbox.company.wiki_records import Space, WikiComment, WikiFile, WikiPage
from narrowgate_sandbox.confluence import texts
from narrowgate_sandbox.confluence.call import Call


@dataclass(frozen=True, slots=True)
class Entity:
    """`thing` is the content itself; `line` holds the ids of everything above it."""

    kind: str
    id: str
    thing: WikiPage | WikiComment | WikiFile | Space
    title: str
    text: str
    space: Space
    creator: User
    contributors: tuple[User, ...]
    created: datetime
    modified: datetime
    line: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


def everything(call: Call, *, spaces: bool) -> Iterator[Entity]:
    """What the caller may see and the index knows already."""
    for page in call.wiki.pages.values():
        if page.status == "current" and call.sees(page) and _indexed(call, page):
            yield _page(call, page)
    for comment in call.wiki.comments.values():
        if comment.page.status == "current" and call.sees(comment.page):
            yield _comment(comment)
    for file in call.wiki.files.values():
        if file.page.status == "current" and call.sees(file.page):
            yield _file(file)
    if spaces:
        yield from (_space(one) for one in call.wiki.spaces.values() if call.sees_space(one))


def _indexed(call: Call, page: WikiPage) -> bool:
    return page.written == 0 or page.written + call.company.search_lag <= call.company.writes


def _page(call: Call, page: WikiPage) -> Entity:
    return Entity(
        page.kind,
        page.id,
        page,
        page.title,
        texts.words(page.body),
        page.space,
        page.author,
        tuple(one.author for one in page.versions),
        page.created,
        page.latest.at,
        tuple(one.id for one in call.wiki.ancestors(page)),
        tuple(one.name for one in page.labels),
    )


def _comment(one: WikiComment) -> Entity:
    return Entity(
        "comment",
        one.id,
        one,
        one.latest.title,
        texts.words(one.body),
        one.page.space,
        one.author,
        tuple(version.author for version in one.versions),
        one.created,
        one.latest.at,
        (one.page.id,),
    )


def _file(one: WikiFile) -> Entity:
    return Entity(
        "attachment",
        one.id,
        one,
        one.title,
        "",
        one.page.space,
        one.author,
        tuple(version.author for version in one.versions),
        one.created,
        one.latest.at,
        (one.page.id,),
        tuple(label.name for label in one.labels),
    )


def _space(one: Space) -> Entity:
    return Entity(
        "space",
        one.id,
        one,
        one.name,
        one.description,
        one,
        one.author,
        (one.author,),
        one.created,
        one.created,
    )
