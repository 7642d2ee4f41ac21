"""`narrowgate-docs selftest`: the boundary cases against this configuration, with the sandbox in the wiki's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrowgate_common.selftest import rehearsed
from narrowgate_common.tools import Late
from narrowgate_docs.server import NAME

if TYPE_CHECKING:
    from narrowgate_common.cli import Finding
    from narrowgate_docs.server import DocsServer


async def selftest(server: DocsServer) -> list[Finding]:
    """One finding a check, and what stands for what. Raises configuration_error without the extra."""
    return await rehearsed(server, NAME, Late("narrowgate_docs.selftest.running", "findings"))
