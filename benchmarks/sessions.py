"""Sessions from their beginning: memory before and after all that reading needs is loaded, and the first call."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.figures import p50
from benchmarks.host import Host
from benchmarks.servers import GET_ISSUE, Server

_SESSIONS = 3


@dataclass(frozen=True, slots=True)
class Session:
    """Medians. `listed_mb` after tools/list, `read_mb` after issues with rich text and comments were read."""

    name: str
    listed_mb: float
    read_mb: float
    first_call_ms: float


def session(server: Server) -> Session:
    listed, read, first = zip(*(_one(server) for _ in range(_SESSIONS)), strict=True)
    return Session(server.name, p50(listed), p50(read), p50(first) * 1e3)


def _one(server: Server) -> tuple[float, float, float]:
    with Host(server) as host:
        listed = host.memory_mb
        took = [host.call(tool, arguments).took_s for tool, arguments in server.asks[GET_ISSUE]]
        return listed, host.memory_mb, took[0]
