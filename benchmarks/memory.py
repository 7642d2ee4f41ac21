"""Resident memory once everything that reading issues needs is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.host import Host
from benchmarks.servers import GET_ISSUE, Server


@dataclass(frozen=True, slots=True)
class Memory:
    name: str
    listed_mb: float
    """After tools/list."""
    read_mb: float
    """After issues with rich text and comments were read."""


def memory(server: Server) -> Memory:
    with Host(server) as host:
        listed = host.memory_mb
        for tool, arguments in server.asks[GET_ISSUE]:
            host.call(tool, arguments)
        return Memory(server.name, listed, host.memory_mb)
