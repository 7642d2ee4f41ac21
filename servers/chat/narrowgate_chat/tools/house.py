"""What stays the same from call to call; a list of tools needs it too, so it loads next to nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from narrowgate_chat.scope import Scope
    from narrowgate_common.cursors import Cursors
    from narrowgate_common.downloads import DownloadRoot
    from narrowgate_common.uploads import UploadRoot


@dataclass(frozen=True)
class House:
    """One server's: its limits, its roots, whom it may ping."""

    scope: Scope
    cursors: Cursors
    max_result_chars: int
    pings: frozenset[str] = frozenset({"users"})
    """Of users, here, channel: who may be pinged at all."""
    shared_channels: bool = False
    uploads: UploadRoot | None = None
    downloads: DownloadRoot | None = None
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep
