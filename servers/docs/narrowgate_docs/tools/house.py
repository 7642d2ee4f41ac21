"""What stays the same from call to call; a list of tools needs it too, so it loads next to nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from narrowgate_common.cursors import Cursors
    from narrowgate_common.downloads import DownloadRoot
    from narrowgate_common.origins import Origin
    from narrowgate_common.safelist import Field
    from narrowgate_common.uploads import UploadRoot
    from narrowgate_docs.scope import Scope


@dataclass(frozen=True)
class House:
    """One server's: its site, its limits, its roots."""

    site: Origin
    scope: Scope
    safelists: Mapping[str, Mapping[str, Field]]
    """By action: create, update."""
    cursors: Cursors
    max_result_chars: int
    uploads: UploadRoot | None = None
    downloads: DownloadRoot | None = None
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep
