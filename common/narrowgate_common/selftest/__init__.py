"""`selftest`: the boundary cases against a server's own configuration, with the sandbox in the vendor's place.

What is the same for every server; each supplies a Script and the checks that only it has. Nothing is sent to the
configured system, and nothing is written to the configured ledger or audit; the file roots are the real ones, left as
they were found. Needs a server's extra `selftest`, and is loaded by that command only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from narrowgate_common.errors import configuration_error

if TYPE_CHECKING:
    from narrowgate_common.cli import Finding
    from narrowgate_common.server import Server
    from narrowgate_common.tools import Late


async def rehearsed(server: Server[Any, Any], product: str, findings: Late) -> list[Finding]:
    """What `findings` finds out about the server. Raises configuration_error without the product's extra."""
    try:
        play = findings.function
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "narrowgate_sandbox":
            raise
        raise configuration_error(
            f"selftest needs the embedded company: install {product}[selftest]", reason="missing_extra"
        ) from None
    found: list[Finding] = await play(server)
    return found
