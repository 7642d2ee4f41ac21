"""Sessions from their beginning: memory before and after all that reading needs is loaded, and the first call."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.figures import p50
from benchmarks.host import Host
from benchmarks.servers import Server

_SESSIONS = 3


@dataclass(frozen=True, slots=True)
class Session:
    """Medians. `listed_mb` after tools/list, `read_mb` after all that is asked for was read once."""

    name: str
    listed_mb: float
    read_mb: float
    first_call_ms: float


def session(server: Server, what: str) -> Session:
    """`what` is a key of the server's asks."""
    listed, read, first = zip(*(_one(server, what) for _ in range(_SESSIONS)), strict=True)
    return Session(server.name, p50(listed), p50(read), p50(first) * 1e3)


def _one(server: Server, what: str) -> tuple[float, float, float]:
    with Host(server) as host:
        listed = host.memory_mb
        took = [host.call(tool, arguments).took_s for tool, arguments in server.asks[what]]
        return listed, host.memory_mb, took[0]
