"""From what was asked to what would be written: picked, checked, merged with what others changed, rewritten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import anyio.to_thread

from narrowgate_common.errors import bad_input
from narrowgate_common.outgoing import check_outgoing
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.safelist import FieldValue, pick
from narrowgate_docs.fields import BODY_CHARS
from narrowgate_docs.port import Document, PageRef
from narrowgate_docs.tools.desk import Desk
from narrowgate_docs.tools.since import Since

_LONG = 50_000
"""Characters of a text that take long enough to be worth the way to a thread."""

NewText = Callable[[Since], str]
"""The whole text that a writer wants, made from what the writer saw."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a write is to make of a page: None and empty for what stays."""

    title: str | None = None
    text: NewText | None = None
    labels: tuple[str, ...] = ()
    remove_labels: tuple[str, ...] = ()
    parent: PageRef | None = None
    allow_removals: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A write that may leave: the page's title and body as they will stand, and what goes beside them."""

    title: str
    body: Rewrite | None
    wanted: Wanted
    merged: bool = False
    """Whether others' changes are part of it."""
    labels: tuple[str, ...] = ()
    """Those that are not there yet."""
    remove_labels: tuple[str, ...] = ()
    """Those that are there."""
    moves: bool = False

    def source(self, document: Document) -> str:
        return document.source if self.body is None else str(self.body.original)

    def writes(self, document: Document) -> bool:
        """Whether the page itself differs."""
        return self.title != document.page.title or self.source(document) != document.source


def picked(fields: Mapping[str, Any], action: str, desk: Desk) -> dict[str, FieldValue]:
    """The fields that may be written, checked as far as they can be before anything is asked of the vendor."""
    found = pick(fields, desk.house.safelists[action])
    labels, removed = names_of(found, "labels"), names_of(found, "remove_labels")
    for label in (*labels, *removed):
        if label.split() != [label]:
            raise bad_input("Labels have no spaces; join the words with a hyphen", reason="wrong_type")
        check_outgoing(label)
    if {each.casefold() for each in labels} & {each.casefold() for each in removed}:
        raise bad_input("The same label cannot be added and removed", reason="conflicting_fields")
    return found


def names_of(found: Mapping[str, FieldValue], name: str) -> tuple[str, ...]:
    value = found.get(name)
    return value if isinstance(value, tuple) else ()


async def wanted_parent(found: Mapping[str, FieldValue], space: str, desk: Desk) -> PageRef | None:
    """The page to stand below, in the scope and in the same space."""
    if "parent" not in found:
        return None
    parent = await desk.page(str(found["parent"]))
    if parent.space != space:
        raise bad_input("That parent is in another space; pages stay in theirs", reason="other_space")
    return parent


async def drafted(since: Since, wanted: Wanted, desk: Desk) -> Change:
    """Raises bad_input for what may not leave, cannot be written, or would lose something."""
    document = since.document
    title = wanted.title or document.page.title
    check_outgoing(title, document.page.title)
    body = None
    if wanted.text is not None:
        text = since.onto_current(wanted.text(since))
        check_outgoing(text, document.body.markdown)
        body = await rewritten(document.body, text, desk, allow_removals=wanted.allow_removals)
    here = {label.casefold() for label in document.labels or ()}
    return Change(
        title,
        body,
        wanted,
        merged=since.base is not None and body is not None,
        labels=tuple(each for each in wanted.labels if each.casefold() not in here),
        remove_labels=tuple(each for each in wanted.remove_labels if each.casefold() in here),
        moves=wanted.parent is not None and wanted.parent.id != document.page.parent,
    )


async def rewritten(before: Rich, markdown: str, desk: Desk, *, allow_removals: bool = False) -> Rewrite:
    """One text in place of another; a long one is made in a thread, so that other calls go on meanwhile."""

    def make() -> Rewrite:
        return desk.wiki.rewritten(before, markdown, allow_removals=allow_removals)

    long = len(before.markdown) + len(markdown) >= _LONG
    made = await anyio.to_thread.run_sync(make) if long else make()
    if len(str(made.original).encode()) > BODY_CHARS:
        raise bad_input("The page would be larger than 5 MiB; split it", reason="too_large")
    return made
