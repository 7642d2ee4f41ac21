"""What a tool has before it for one call: the tracker, the scope, the safelists, the roots, the cursors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from narrowgate_common.boundary import contains_boundary
from narrowgate_common.errors import Category, GatewayError, bad_input, configuration_error, not_found
from narrowgate_common.fingerprints import fingerprint
from narrowgate_common.secret_scan import refuse_new_secrets
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
        """The file as it will be sent, already searched for credentials; a large one takes a while, so in a thread."""
        file = await anyio.to_thread.run_sync(self.upload_root().read, path)
        if self.files.get(path, file.sha256) != file.sha256:
            raise bad_input("The file changed while it was being read; try again", reason="file_changed")
        check_outgoing(file.name)
        await anyio.to_thread.run_sync(refuse_new_secrets, file.text_for_scan)
        return file

    def seal(self, tool: str, arguments: Mapping[str, Any], place: object | None) -> str | None:
        """A cursor for the place, None at the end of a list."""
        if place is None:
            return None
        return self.house.cursors.seal(tool, self.principal, _asked(tool, arguments), str(place))

    def unseal(self, tool: str, arguments: Mapping[str, Any], cursor: str | None) -> str | None:
        if cursor is None:
            return None
        return self.house.cursors.open(cursor, tool, self.principal, _asked(tool, arguments))


def _asked(tool: str, arguments: Mapping[str, Any]) -> str:
    """A cursor continues exactly the question that gave it."""
    question = {name: value for name, value in arguments.items() if name not in {"cursor", "limit"}}
    return fingerprint(tool, question, files={})


def check_every(values: Any) -> None:
    """The same for every string of some arguments: a search is a way out too."""
    if isinstance(values, str):
        check_outgoing(values)
    elif isinstance(values, Mapping):
        check_every(list(values.values()))
    elif isinstance(values, (list, tuple)):
        for each in values:
            check_every(each)


def check_outgoing(new: str, before: str = "") -> None:
    """Text that leaves holds no credential that was not there before, and quotes no boundary of a result."""
    refuse_new_secrets(new, before)
    if contains_boundary(new) and not contains_boundary(before):
        raise bad_input(
            "The text quotes a mark of a tool result; send your own words, not the result",
            reason="boundary_quoted",
        )
