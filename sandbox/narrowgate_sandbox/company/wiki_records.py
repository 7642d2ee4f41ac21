"""What the wiki consists of. Versions are frozen; what a write can change is an ordinary dataclass."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from narrowgate_sandbox.company.records import User

PageKind = Literal["page", "blogpost"]
PageStatus = Literal["current", "archived", "trashed", "draft"]
Resolution = Literal["open", "reopened", "resolved", "dangling"]


@dataclass(frozen=True, slots=True)
class Version:
    """`body` is storage format for pages and comments, empty for files."""

    number: int
    author: User
    at: datetime
    body: str = ""
    title: str = ""
    message: str = ""
    minor: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    id: str
    name: str
    prefix: str = "global"


@dataclass(slots=True)
class Property:
    id: str
    key: str
    value: Any
    version: Version


@dataclass(slots=True, eq=False)
class Space:
    """`personal` spaces have keys that begin with a tilde. `home` is the id of the homepage."""

    id: str
    key: str
    name: str
    author: User
    created: datetime
    description: str = ""
    home: str | None = None

    @property
    def personal(self) -> bool:
        return self.key.startswith("~")


@dataclass(slots=True, eq=False)
class Folder:
    id: str
    space: Space
    title: str
    parent: str | None
    author: User
    created: datetime


@dataclass(slots=True, eq=False)
class WikiPage:
    """A page or a blog post, with every version it had."""

    id: str
    space: Space
    author: User
    created: datetime
    versions: list[Version]
    kind: PageKind = "page"
    status: PageStatus = "current"
    parent: str | None = None
    """The id of a page or a folder."""
    position: int = 0
    labels: list[Label] = field(default_factory=list)
    properties: list[Property] = field(default_factory=list)
    draft: Version | None = None
    """What somebody edits elsewhere and has not published."""
    readers: frozenset[str] | None = None
    """The account ids that reading is restricted to, here and below."""
    editors: frozenset[str] | None = None
    """The account ids that writing is restricted to."""
    written: int = 0
    """The number of the write that made it, for searches that lag behind."""
    unseen_reads: int = 0
    """How many reads still miss a fresh page."""

    @property
    def latest(self) -> Version:
        return self.versions[-1]

    @property
    def title(self) -> str:
        return self.latest.title

    @property
    def body(self) -> str:
        return self.latest.body

    @property
    def version(self) -> int:
        return self.latest.number

    def at(self, number: int) -> Version | None:
        return next((one for one in self.versions if one.number == number), None)


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where an inline comment stands: the marker's reference in the page's body, and the words it was put on."""

    ref: str
    selection: str


@dataclass(slots=True, eq=False)
class WikiComment:
    """A comment on a page, or a reply to one; `anchor` makes it an inline comment."""

    id: str
    page: WikiPage
    author: User
    created: datetime
    versions: list[Version]
    parent: str | None = None
    anchor: Anchor | None = None
    resolution: Resolution = "open"
    resolved_by: tuple[User, datetime] | None = None
    properties: list[Property] = field(default_factory=list)
    unseen_reads: int = 0

    @property
    def latest(self) -> Version:
        return self.versions[-1]

    @property
    def body(self) -> str:
        return self.latest.body

    @property
    def version(self) -> int:
        return self.latest.number

    @property
    def inline(self) -> bool:
        return self.anchor is not None


@dataclass(slots=True, eq=False)
class WikiFile:
    """An attachment; `contents` holds the bytes and media type of each version, the first one first."""

    id: str
    file_id: str
    page: WikiPage
    title: str
    author: User
    created: datetime
    versions: list[Version]
    contents: list[tuple[bytes, str]]
    labels: list[Label] = field(default_factory=list)
    properties: list[Property] = field(default_factory=list)

    @property
    def latest(self) -> Version:
        return self.versions[-1]

    @property
    def version(self) -> int:
        return self.latest.number

    @property
    def content(self) -> bytes:
        return self.contents[-1][0]

    @property
    def media_type(self) -> str:
        return self.contents[-1][1]
