"""What a tool has before it for one call: the tracker, the scope, the safelists, the roots, the cursors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from narrowgate_common.cursors import question_of
from narrowgate_common.errors import Category, GatewayError, configuration_error, not_found
from narrowgate_common.outgoing import outgoing_file
from narrowgate_issues import references
from narrowgate_issues.port import Issue, Part, Tracker
from narrowgate_issues.scope import Scope
from narrowgate_issues.tools.house import House

if TYPE_CHECKING:
    from narrowgate_common.deadlines import Deadline
    from narrowgate_common.downloads import DownloadRoot
    from narrowgate_common.ledger_entry import Entry
    from narrowgate_common.uploads import UploadedFile, UploadRoot


@dataclass(frozen=True)
class Desk:
    """What is before a tool for one call."""

    tracker: Tracker
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

    def key(self, pasted: str) -> str:
        """The issue that a key or address names, if it lies in the scope. Nothing is sent."""
        key = references.issue_key(pasted, self.house.site)
        self.scope.check_key(key)
        return key

    async def issue(self, key: str, *include: Part, comments_token: str | None = None) -> Issue:
        """The issue, confined to the scope by what the tracker says it is, not by what it was asked as."""
        try:
            found = await self.tracker.get_issue(key, include, comments_token=comments_token)
            return self.scope.confined(found)
        except GatewayError as error:
            if error.category is not Category.NOT_FOUND:
                raise
        raise not_found(
            f"Issue {key}"
        )  # the same words for what is absent, hidden, or moved out of the scope

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
