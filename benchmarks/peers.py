"""Servers and converters that others wrote, each in an environment of its own; missing ones are left out."""

from __future__ import annotations

from tests.counterparts import Counterpart, UnavailableError, install, python_environment

MCP_ATLASSIAN = Counterpart(
    "mcp_atlassian", "mcp-atlassian", "0.23.1", "bin/mcp-atlassian", python_environment
)
CFXMARK = Counterpart("cfxmark", "cfxmark", "0.6.1", "bin/python", python_environment)
PEERS = (MCP_ATLASSIAN, CFXMARK)


def install_all() -> list[str]:
    """A line for each peer that could not be installed."""
    return [reason for peer in PEERS if (reason := _trouble(peer))]


def _trouble(peer: Counterpart) -> str | None:
    try:
        install(peer)
    except UnavailableError as error:
        return f"{peer.package} {peer.version}: {error}"
    return None


def missing() -> list[str]:
    """A line for each peer that is not there."""
    return [
        f"{peer.package} {peer.version} is not installed, so it is left out: python -m benchmarks --install-peers"
        for peer in PEERS
        if not peer.is_installed()
    ]
