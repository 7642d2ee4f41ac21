"""The wiki's state: spaces, pages, comments and files, and the few ways in which they change."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from narrowgate_sandbox.company.normalising import normalised
from narrowgate_sandbox.company.records import User
from narrowgate_sandbox.company.temper import Temper
from narrowgate_sandbox.company.wiki_records import (
    Anchor,
    Folder,
    Label,
    Property,
    Space,
    Version,
    WikiComment,
    WikiFile,
    WikiPage,
)

_NAMES = UUID("2b0f8c5e-7d41-4d6a-9f3c-5c1e8a7b6d20")
_FIRST = {"space": 65538, "content": 98310, "label": 163841, "property": 196609}
Content = WikiPage | WikiComment | WikiFile


@dataclass(slots=True)
class Wiki:
    spaces: dict[str, Space] = field(default_factory=dict)
    """By key."""
    pages: dict[str, WikiPage] = field(default_factory=dict)
    folders: dict[str, Folder] = field(default_factory=dict)
    comments: dict[str, WikiComment] = field(default_factory=dict)
    files: dict[str, WikiFile] = field(default_factory=dict)
    labels: dict[tuple[str, str], Label] = field(default_factory=dict)
    temper: Temper = field(default_factory=Temper)
    _used: dict[str, int] = field(default_factory=dict)

    def space(self, reference: str) -> Space | None:
        """By key, whatever its case, or by id."""
        wanted = reference.casefold()
        found = (one for one in self.spaces.values() if wanted in (one.key.casefold(), one.id))
        return next(found, None)

    def titled(self, space: Space, title: str, kind: str = "page") -> WikiPage | None:
        """The page that holds a title; archived and trashed pages hold theirs too, drafts do not."""
        everything = (one for one in self.pages.values() if one.space is space and one.kind == kind)
        wanted = title.casefold()
        return next(
            (one for one in everything if one.title.casefold() == wanted and one.status != "draft"), None
        )

    def page(self, space_key: str, title: str) -> WikiPage:
        """KeyError when there is none."""
        space = self.spaces[space_key]
        found = self.titled(space, title) or self.titled(space, title, "blogpost")
        if found is None:
            raise KeyError(f"{space_key}/{title}")
        return found

    def children(self, parent: str) -> list[WikiPage]:
        """The living pages below a page or a folder, in their order."""
        found = (one for one in self.pages.values() if one.parent == parent and one.kind == "page")
        return sorted((one for one in found if one.status in ("current", "archived")), key=_place)

    def roots(self, space: Space) -> list[WikiPage]:
        everything = (one for one in self.pages.values() if one.space is space and one.kind == "page")
        return sorted(
            (one for one in everything if one.parent is None and one.status == "current"), key=_place
        )

    def ancestors(self, page: WikiPage | Folder) -> list[WikiPage | Folder]:
        """From the root down to the parent."""
        line: list[WikiPage | Folder] = []
        above = page.parent
        while above is not None:
            one = self.pages.get(above) or self.folders[above]
            line.insert(0, one)
            above = one.parent
        return line

    def comments_of(self, page: WikiPage, *, inline: bool) -> list[WikiComment]:
        """The comments themselves, without their replies."""
        found = (one for one in self.comments.values() if one.page is page and one.parent is None)
        return [one for one in found if one.inline is inline]

    def replies(self, comment: WikiComment) -> list[WikiComment]:
        return [one for one in self.comments.values() if one.parent == comment.id]

    def files_of(self, page: WikiPage) -> list[WikiFile]:
        return [one for one in self.files.values() if one.page is page]

    def file(self, page: WikiPage, title: str) -> WikiFile | None:
        return next((one for one in self.files_of(page) if one.title == title), None)

    def next_id(self, kind: str = "content") -> str:
        number = self._used.get(kind, _FIRST[kind])
        self._used[kind] = number + 1
        return str(number)

    def stored(self, body: str) -> str:
        return normalised(body) if self.temper.normalise else body

    def open_space(self, key: str, name: str, author: User, at: datetime, description: str = "") -> Space:
        space = Space(self.next_id("space"), key, name, author, at, description)
        self.spaces[key] = space
        return space

    def open_page(
        self, space: Space, title: str, body: str, author: User, at: datetime, **more: Any
    ) -> WikiPage:
        """`more` are fields of the page."""
        first = Version(1, author, at, self.stored(body), title)
        page = WikiPage(self.next_id(), space, author, at, [first], **more)
        page.position = 1 + max((one.position for one in self._beside(page)), default=-1)
        self.pages[page.id] = page
        return page

    def _beside(self, page: WikiPage) -> list[WikiPage]:
        return [one for one in self.pages.values() if one.space is page.space and one.parent == page.parent]

    def open_folder(self, space: Space, title: str, parent: str | None, author: User, at: datetime) -> Folder:
        folder = Folder(self.next_id(), space, title, parent, author, at)
        self.folders[folder.id] = folder
        return folder

    def publish(
        self,
        page: WikiPage,
        author: User,
        at: datetime,
        *,
        title: str,
        body: str,
        message: str = "",
        minor: bool = False,
    ) -> Version:
        """A new version; what was drafted elsewhere stays as it is."""
        number = 1 if page.status == "draft" else page.version + 1
        version = Version(number, author, at, self.stored(body), title, message, minor)
        if page.status == "draft":
            page.status, page.versions = "current", [version]
        else:
            page.versions.append(version)
        return version

    def rewrite(self, page: WikiPage, body: str) -> None:
        """Another body under the same version, as the wiki itself does for inline comments."""
        page.versions[-1] = replace(page.latest, body=body)

    def move(self, page: WikiPage, parent: str | None, before: WikiPage | None = None) -> None:
        """Below a parent, at its end or before one of its children; versions do not change."""
        page.parent = parent
        others = [one for one in sorted(self._beside(page), key=_place) if one is not page]
        at = others.index(before) if before in others else len(others)
        for place, one in enumerate([*others[:at], page, *others[at:]]):
            one.position = place

    def label(self, name: str, prefix: str = "global") -> Label:
        known = self.labels.get((prefix, name))
        if known is None:
            known = self.labels[prefix, name] = Label(self.next_id("label"), name, prefix)
        return known

    def add_comment(
        self,
        page: WikiPage,
        body: str,
        author: User,
        at: datetime,
        *,
        parent: str | None = None,
        anchor: Anchor | None = None,
    ) -> WikiComment:
        first = Version(1, author, at, self.stored(body), f"Re: {page.title}")
        comment = WikiComment(self.next_id(), page, author, at, [first], parent, anchor)
        self.comments[comment.id] = comment
        return comment

    def remove_comment(self, comment: WikiComment) -> None:
        for reply in self.replies(comment):
            self.remove_comment(reply)
        del self.comments[comment.id]

    def attach(
        self,
        page: WikiPage,
        author: User,
        at: datetime,
        *,
        title: str,
        media_type: str,
        content: bytes,
        comment: str = "",
    ) -> WikiFile:
        number = self.next_id()
        first = Version(1, author, at, title=title, message=comment)
        file_id = str(uuid5(_NAMES, number))
        file = WikiFile(f"att{number}", file_id, page, title, author, at, [first], [(content, media_type)])
        self.files[file.id] = file
        return file

    def renew(
        self,
        file: WikiFile,
        author: User,
        at: datetime,
        *,
        media_type: str,
        content: bytes,
        comment: str = "",
    ) -> None:
        file.versions.append(Version(file.version + 1, author, at, title=file.title, message=comment))
        file.contents.append((content, media_type))

    def set_property(self, content: Content, key: str, value: Any, author: User, at: datetime) -> Property:
        """A new property, or the next version of one."""
        known = next((one for one in content.properties if one.key == key), None)
        if known is None:
            known = Property(self.next_id("property"), key, value, Version(1, author, at))
            content.properties.append(known)
        else:
            known.value, known.version = value, Version(known.version.number + 1, author, at)
        return known

    def marker(self, page: WikiPage) -> str:
        """A fresh reference for an inline comment's marker."""
        return str(uuid5(_NAMES, f"{page.id}/{len(self.comments)}/{self._used.get('content', 0)}"))


def _place(page: WikiPage) -> tuple[int, int]:
    return page.position, int(page.id)
