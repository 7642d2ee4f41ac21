"""What every text is searched for before it leaves, whatever tool sends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from narrowgate_common.boundary import contains_boundary
from narrowgate_common.errors import bad_input
from narrowgate_common.secret_scan import refuse_new_secrets

if TYPE_CHECKING:
    from narrowgate_common.uploads import UploadedFile, UploadRoot


def check_outgoing(new: str, before: str = "") -> None:
    """Text that leaves holds no credential that was not there before, and quotes no boundary of a result."""
    refuse_new_secrets(new, before)
    if contains_boundary(new) and not contains_boundary(before):
        raise bad_input(
            "The text quotes a mark of a tool result; send your own words, not the result",
            reason="boundary_quoted",
        )


def check_every(values: Any) -> None:
    """The same for every string of some arguments: a search is a way out too."""
    if isinstance(values, str):
        check_outgoing(values)
    elif isinstance(values, Mapping):
        check_every(list(values.values()))
    elif isinstance(values, (list, tuple)):
        for each in values:
            check_every(each)


async def outgoing_file(root: UploadRoot, path: str, expected: Mapping[str, str]) -> UploadedFile:
    """The file as it will be sent, already searched for credentials; a large one takes a while, so in a thread.

    `expected` has the hash, by path, of what the call was recognised by.
    """
    file = await anyio.to_thread.run_sync(root.read, path)
    if expected.get(path, file.sha256) != file.sha256:
        raise bad_input("The file changed while it was being read; try again", reason="file_changed")
    check_outgoing(file.name)
    await anyio.to_thread.run_sync(refuse_new_secrets, file.text_for_scan)
    return file
