"""What the tools ask of any documentation system, in its users' words and no vendor's.

Strings that a person could have written are vendor text and untrusted; `id`, `space`, `url`, numbers and times are
checked by the adapter that built the value. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite, Rich

Location = Literal["footer", "inline"]
Resolution = Literal["open", "resolved", "any"]


class Standing(StrEnum):
    """Whether a page can be worked with."""

    CURRENT = "current"
    DRAFT = "draft"
    ARCHIVED = "archived"
    TRASHED = "trashed"


class Order(StrEnum):
    RELEVANCE = "relevance"
    UPDATED = "updated"
    CREATED = "created"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class Filter:
    """A search in structured form: every given part must hold. Compiled by the adapter with proper quoting.

    `creator` and `contributor` hold "me" or a user id. The time bounds are dates (`2026-11-30`) or relative (`-7d`).
    `ancestor` is a page id.
    """

    text: str | None = None
    title: str | None = None
    spaces: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    ancestor: str | None = None
    creator: str | None = None
    contributor: str | None = None
    updated_after: str | None = None
    updated_before: str | None = None
    created_after: str | None = None
    created_before: str | None = None
    order: Order = Order.RELEVANCE


@dataclass(frozen=True, slots=True)
class Address:
    """A page as people name it: by id, or by its title in a space."""

    id: str | None = None
    space: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class User:
    """`id` is what the vendor's queries take."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Space:
    """A place for pages, as its `key` and people name it."""

    key: str
    name: str
    kind: str
    url: str
    home: str | None = None
    """The id of its first page."""


@dataclass(frozen=True, slots=True)
class PageRef:
    """A page as another one mentions it, or as a list shows it."""

    id: str
    title: str
    space: str
    url: str
    parent: str | None = None
    """The parent's id; None at the top of a space, or where the vendor does not tell."""
    standing: Standing = Standing.CURRENT
    updated: str = ""
    has_children: bool | None = None
    """None where the vendor does not tell."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What of a page's text answers a search, and the headings above it."""

    text: str
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One page that a search found."""

    page: PageRef
    passages: tuple[Passage, ...] = ()
    labels: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    """The titles of the pages above it, the topmost first; empty where the vendor does not tell."""
    version: int = 0


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a page; its bytes come from `download`."""

    id: str
    filename: str
    size: int
    media_type: str
    created: str
    author: str
    version: int = 1


@dataclass(frozen=True, slots=True)
class Document:
    """A page with its text. `body.markdown` can be edited unless `body.locked` says why not."""

    page: PageRef
    number: int
    """The vendor's version number."""
    body: Rich
    source: str
    """The exact original, as the vendor stores it."""
    labels: tuple[str, ...] | None = None
    """None where they did not come along."""
    created: str = ""
    author: str = ""
    """Who wrote this version; empty where the vendor does not tell by name."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Changes to a page that somebody has not published yet."""

    author: str
    saved: str


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote about a page."""

    id: str
    page: str
    """The page's id."""
    url: str
    location: Location
    author: str
    created: str
    body: str
    """Markdown."""
    parent: str | None = None
    """The comment it answers."""
    resolved: bool | None = None
    """Of inline comments; None for others."""
    anchor: str = ""
    """The words of the page it belongs to, of inline comments."""
    source: str = ""
    """The exact original."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Words of a page that a comment is to belong to: the occurrence `index` (from 0) of `count`."""

    text: str
    count: int
    index: int


class Wiki(Protocol):
    """One documentation system, for the time of one call. Every method sends declared routes only.

    All methods raise GatewayError; a read of something absent or out of sight raises `not_found`.
    """

    async def whoami(self) -> User: ...

    def rewritten(self, before: Rich, markdown: str, *, allow_removals: bool = False) -> Rewrite:
        """A text in place of another, or of none. Raises bad_input for what cannot be written, or would be lost."""
        ...

    def commented(self, markdown: str, stamp: str) -> Rewrite:
        """A comment's text, with the stamp where the vendor may keep it."""
        ...

    def occurrences(self, found: Document, words: str) -> tuple[str, ...]:
        """Every place where these words stand in the page's visible text, each with what stands around it."""
        ...

    async def spaces(self, keys: Sequence[str], *, limit: int, token: str | None) -> Page[Space]:
        """Those of these keys, or all that are visible."""
        ...

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Hit]: ...

    async def search_native(
        self, query: str, *, spaces: Sequence[str], limit: int, token: str | None
    ) -> Page[Hit]:
        """A query in the vendor's language, confined to `spaces` where there are any."""
        ...

    async def document(self, address: Address) -> Document: ...

    async def document_at(self, page: PageRef, number: int) -> Rich | None:
        """The text of an earlier version, None where the vendor no longer has it."""
        ...

    async def draft(self, found: Document) -> Draft | None:
        """Unpublished changes to a page, where there are any."""
        ...

    async def rendered(self, page: PageRef) -> str:
        """The vendor's own rendering, as Markdown that cannot be written back."""
        ...

    async def children(
        self, space: str, parent: str | None, *, limit: int, token: str | None
    ) -> Page[PageRef]:
        """The pages below one, or at the top of a space, in the vendor's order."""
        ...

    async def ref(self, page_id: str) -> PageRef:
        """A page without its text."""
        ...

    async def comments(
        self, page: PageRef, location: Location, resolution: Resolution, *, limit: int, token: str | None
    ) -> Page[Comment]:
        """Top-level comments, oldest first."""
        ...

    async def replies(self, comment: Comment, *, limit: int, token: str | None) -> Page[Comment]: ...

    async def comment(self, comment_id: str) -> Comment: ...

    async def attachments(self, page: PageRef, *, limit: int, token: str | None) -> Page[Attachment]: ...

    async def attachment_named(self, page: PageRef, filename: str) -> Attachment | None: ...

    async def create_page(self, space: str, title: str, body: Rewrite, *, parent: str | None) -> PageRef: ...

    async def find_titled(self, space: str, title: str) -> Document | None:
        """The page of that title, in whatever standing it still takes the title; titles are unique in a space."""
        ...

    async def write_page(self, found: Document, *, title: str, body: str, message: str) -> None:
        """The whole page anew as the version after `found`. Guarded: an ambiguous end is not repeated."""
        ...

    async def move_page(self, found: Document, parent: str) -> None:
        """Below another page, at the end of its children."""
        ...

    async def add_labels(self, page: PageRef, labels: Sequence[str]) -> None: ...

    async def remove_label(self, page: PageRef, label: str) -> None: ...

    async def add_comment(
        self, page: PageRef, body: Rewrite, *, reply_to: Comment | None, anchor: Anchor | None
    ) -> Comment: ...

    async def find_comment(
        self, page: PageRef, stamp: str, *, reply_to: Comment | None, anchor: Anchor | None
    ) -> Comment | None:
        """The comment that carries this stamp, if the vendor keeps stamps and shows it already."""
        ...

    async def attach_file(
        self, page: PageRef, filename: str, content: bytes, media_type: str, *, stamp: str
    ) -> Attachment:
        """A new file, or a new version of the one that has this name."""
        ...

    async def find_attached(self, page: PageRef, filename: str, *, stamp: str) -> Attachment | None: ...

    def download(self, page: PageRef, attachment: Attachment) -> AsyncGenerator[bytes]:
        """The attachment's bytes as the vendor stores them, streamed."""
        ...
