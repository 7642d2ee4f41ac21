"""From starting the process to the answer of tools/list, the servers in turn, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.host import Host
from benchmarks.servers import Server


@dataclass(frozen=True, slots=True)
class Starts:
    """Of one server, a value for each round. `cpu_s` leaves out what other jobs of the machine took."""

    name: str
    wall_s: list[float] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    """After tools/list."""


def cold_starts(servers: Sequence[Server], rounds: int) -> list[Starts]:
    """One round more is not counted: it leaves compiled files and a warm page cache."""
    found = [Starts(server.name) for server in servers]
    for number in range(rounds + 1):
        for server, starts in zip(servers, found, strict=True):
            if number:
                _start(server, starts)
            else:
                _start(server, Starts(server.name))
    return found


def first_starts(servers: Sequence[Server], rounds: int, home: Path) -> list[Starts]:
    """As after an installation that compiled nothing: every start compiles everything it imports."""
    nothing = {"PYTHONPYCACHEPREFIX": str(home / "nothing"), "PYTHONDONTWRITEBYTECODE": "1"}
    return cold_starts(
        [replace(server, environment={**server.environment, **nothing}) for server in servers], rounds
    )


def _start(server: Server, starts: Starts) -> None:
    with Host(server) as host:
        starts.wall_s.append(host.started_s)
        starts.cpu_s.append(host.cpu_s)
        starts.memory_mb.append(host.memory_mb)
