"""What a tool has before it for one call: the wiki, the scope, the safelists, the roots, the cursors."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from narrowgate_common.cursors import question_of
from narrowgate_common.errors import Category, GatewayError, bad_input, configuration_error, not_found
from narrowgate_common.outgoing import outgoing_file
from narrowgate_docs import references
from narrowgate_docs.port import Address, Document, PageRef, Standing, Wiki
from narrowgate_docs.scope import Scope
from narrowgate_docs.tools.house import House

if TYPE_CHECKING:
    from narrowgate_common.deadlines import Deadline
    from narrowgate_common.downloads import DownloadRoot
    from narrowgate_common.ledger_entry import Entry
    from narrowgate_common.uploads import UploadedFile, UploadRoot

_UNWRITABLE: Mapping[Standing, tuple[str, str]] = {
    Standing.ARCHIVED: (
        "archived",
        "That page is archived and cannot be changed; somebody has to restore it first",
    ),
    Standing.DRAFT: ("unpublished", "That page was never published; somebody has to publish it first"),
}
"""Why a page takes no changes as it is: the reason's word, and what to do."""


Found = TypeVar("Found")


@dataclass(frozen=True)
class Desk:
    """What is before a tool for one call."""

    wiki: Wiki
    house: House
    principal: str
    deadline: Deadline
    entry: Entry | None = None
    """The ledger's entry, for tools that append."""
    files: Mapping[str, str] = field(default_factory=dict)
    """What was to be sent, by path and hash, when the call was recognised."""

    @property
    def scope(self) -> Scope:
        return self.house.scope

    def address(self, pasted: str) -> Address:
        """The page that an id, an address or `SPACE/Title` names. Nothing is sent."""
        address = references.page_address(pasted, self.house.site)
        self.scope.check_address(address)
        return address

    async def document(self, pasted: str) -> Document:
        """The page, confined to the scope by what the vendor says it is in."""
        address = self.address(pasted)
        found = self.scope.confined(await self._inside(self.wiki.document(address)))
        if found.page.standing is Standing.TRASHED:
            raise in_trash()
        return found

    async def _inside(self, asked: Awaitable[Found]) -> Found:
        """Within a scope, what is no page is absent: in which space it stands is not told."""
        try:
            return await asked
        except GatewayError as error:
            if error.reason == "not_a_page" and self.scope.spaces is not None:
                raise not_found("That page") from None
            raise

    async def writable(self, pasted: str) -> Document:
        found = await self.document(pasted)
        refuse_standing(found.page)
        return found

    async def page(self, pasted: str) -> PageRef:
        """The page without its text, where its id is enough."""
        address = self.address(pasted)
        if address.id is None:
            return (await self.document(pasted)).page
        page = await self._inside(self.wiki.ref(address.id))
        self.scope.check_page(page)
        if page.standing is Standing.TRASHED:
            raise in_trash()
        return page

    async def pause(self, seconds: float) -> None:
        await self.house.sleep(seconds)

    def stamp(self) -> str:
        if self.entry is None:
            raise configuration_error(
                "Nothing that adds can be written without the ledger", reason="no_ledger"
            )
        return self.entry.stamp

    def upload_root(self) -> UploadRoot:
        if self.house.uploads is None:
            raise configuration_error("No upload root is configured", reason="no_root")
        return self.house.uploads

    def download_root(self) -> DownloadRoot:
        if self.house.downloads is None:
            raise configuration_error("No download root is configured", reason="no_root")
        return self.house.downloads

    async def upload(self, path: str) -> UploadedFile:
        return await outgoing_file(self.upload_root(), path, self.files)

    def seal(self, tool: str, arguments: Mapping[str, Any], place: object | None) -> str | None:
        """A cursor for the place, None at the end of a list."""
        if place is None:
            return None
        return self.house.cursors.seal(tool, self.principal, question_of(tool, arguments), str(place))

    def unseal(self, tool: str, arguments: Mapping[str, Any], cursor: str | None) -> str | None:
        if cursor is None:
            return None
        return self.house.cursors.open(cursor, tool, self.principal, question_of(tool, arguments))


def in_trash() -> GatewayError:
    return GatewayError(
        Category.NOT_FOUND,
        "That page is in the trash; somebody has to restore it before it can be read or changed",
        reason="in_trash",
    )


def refuse_standing(page: PageRef) -> None:
    """Raises bad_input for a page that takes no changes as it is."""
    if page.standing in _UNWRITABLE:
        reason, words = _UNWRITABLE[page.standing]
        raise bad_input(words, reason=reason)
