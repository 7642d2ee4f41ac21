"""What others changed since a page was read: merged where it touches other blocks, refused where it does not."""

from __future__ import annotations

from dataclasses import dataclass

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.rich_text import Rich
from narrowgate_common.richtext.merging import merged, seen
from narrowgate_docs.port import Document
from narrowgate_docs.tools.desk import Desk
from narrowgate_docs.tools.reading import seen_as
from narrowgate_docs.versions import Version


def seen_version(token: str) -> Version:
    """Raises bad_input for what get_page never gave."""
    found = Version.parse(token)
    if found is None:
        raise bad_input("That is no version; take it from get_page as it is", reason="stale_version")
    return found


@dataclass(frozen=True, slots=True)
class Since:
    """A page as it is, and the text that the writer saw: the same, or an earlier one from the vendor's history."""

    document: Document
    base: Rich | None = None
    """None where the writer saw the current text, whatever else was changed in the body."""

    @classmethod
    async def of(cls, document: Document, version: Version, desk: Desk) -> Since:
        """Raises bad_input (`stale_version`) where nobody knows any more what the writer saw."""
        if version.same_text(seen_as(document)):
            return cls(document)
        base = None
        if version.number != document.number:
            base = await desk.wiki.document_at(document.page, version.number)
        if base is None or not version.same_text(Version.of(version.number, "", base.markdown)):
            raise _stale(document)
        return cls(document, base)

    @property
    def text(self) -> str:
        """What the writer saw."""
        return (self.base or self.document.body).markdown

    def onto_current(self, wanted: str) -> str:
        """The writer's text with what others changed in other blocks. Raises bad_input (`changed_meanwhile`)."""
        if self.base is None:
            return wanted
        return merged(seen(self.base.blocks), self.document.body.blocks, wanted)


def _stale(document: Document) -> GatewayError:
    return bad_input(
        "The page was changed since that version and it cannot be told how; read it again, then repeat what is "
        "still wanted",
        reason="stale_version",
        details=[f"it is at version {document.number} now"],
    )
