"""Servers that others wrote, each in an environment of its own below `.counterparts/`; missing ones are left out."""

from __future__ import annotations

from tests.counterparts import Counterpart, install, python_environment

MCP_ATLASSIAN = Counterpart(
    "mcp_atlassian", "mcp-atlassian", "0.23.1", "bin/mcp-atlassian", python_environment
)
PEERS = (MCP_ATLASSIAN,)


def install_all() -> None:
    """Raises UnavailableError."""
    for peer in PEERS:
        install(peer)


def missing() -> list[str]:
    """A line for each peer that is not there."""
    return [
        f"{peer.package} {peer.version} is not installed, so it is left out: python -m benchmarks --install-peers"
        for peer in PEERS
        if not peer.is_installed()
    ]
