"""The spaces this server is confined to, on the way in and on the way back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narrowgate_common.errors import bad_input, not_found

if TYPE_CHECKING:
    from narrowgate_docs.port import Address, Document, Hit, PageRef, Space


@dataclass(frozen=True, slots=True)
class Scope:
    """No spaces means every space the account can see. Keys are compared as they are: case tells them apart."""

    spaces: frozenset[str] | None = None

    def admits(self, space: str) -> bool:
        return self.spaces is None or space in self.spaces

    def check_space(self, space: str) -> None:
        if not self.admits(space):
            raise bad_input(
                "That space is outside what this server may touch",
                reason="out_of_scope",
                details=[f"allowed: {', '.join(sorted(self.spaces or ()))}"],
            )

    def check_address(self, address: Address) -> None:
        """Outside is answered exactly like absent, before anything is sent."""
        if address.space is not None and not self.admits(address.space):
            raise not_found("That page")

    def narrowed(self, spaces: Iterable[str]) -> tuple[str, ...]:
        """What a search is confined to: the caller may narrow the scope and never widen it."""
        chosen = tuple(dict.fromkeys(spaces))
        for space in chosen:
            self.check_space(space)
        return chosen or tuple(sorted(self.spaces or ()))

    def confined(self, document: Document) -> Document:
        """The space the vendor says it is in decides, not the address. Raises not_found."""
        self.check_page(document.page)
        return document

    def check_page(self, page: PageRef) -> None:
        if not self.admits(page.space):
            raise not_found("That page")

    def visible(self, hits: Iterable[Hit]) -> tuple[Hit, ...]:
        """For lists: what is outside is left out. This is the guarantee; the query's own clause only saves work."""
        return tuple(hit for hit in hits if self.admits(hit.page.space))

    def visible_pages(self, pages: Iterable[PageRef]) -> tuple[PageRef, ...]:
        return tuple(page for page in pages if self.admits(page.space))

    def visible_spaces(self, spaces: Iterable[Space]) -> tuple[Space, ...]:
        return tuple(space for space in spaces if self.admits(space.key))
