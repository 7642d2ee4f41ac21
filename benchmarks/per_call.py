"""What a read takes: the servers and the bare request in turn, a few calls at a time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import cycle, islice

from benchmarks.counting_proxy import Arrival
from benchmarks.direct import Direct, Site
from benchmarks.figures import difference, p50, p95
from benchmarks.host import Host
from benchmarks.servers import Server


@dataclass(frozen=True, slots=True)
class Pace:
    """How many rounds of how many calls, after how many that are not counted.

    Calls that together leave all as it was have to be done all of them, each time.
    """

    rounds: int
    at_a_time: int = 10
    warm_up: int = 20


@dataclass(frozen=True, slots=True)
class Calls:
    """Of one server, in seconds: every call's time, and the process's CPU for all of them."""

    name: str
    every: list[float] = field(default_factory=list)
    cpu_s: float = 0.0

    @property
    def p50_ms(self) -> float:
        return p50(self.every) * 1e3

    @property
    def p95_ms(self) -> float:
        return p95(self.every) * 1e3

    @property
    def cpu_ms(self) -> float:
        return self.cpu_s / len(self.every) * 1e3

    def above_ms(self, other: Calls) -> float:
        """Call by call: both asked for the same, in the same order and within the same moments."""
        return difference(self.every, other.every) * 1e3


@dataclass(frozen=True, slots=True)
class Read:
    """One kind of read: the bare requests, and the servers that do it."""

    what: str
    direct: Calls
    servers: tuple[Calls, ...]


def read(
    what: str,
    servers: Sequence[Server],
    site: Site,
    sent: Sequence[Sequence[Arrival]],
    pace: Pace,
) -> Read:
    """`what` is a key of the servers' asks; `sent` is what each of ours sends to the site."""
    with ExitStack() as stack:
        direct = stack.enter_context(Direct(site, sent))
        hosts = [stack.enter_context(Host(server)) for server in servers]
        direct.times(pace.warm_up)
        for host in hosts:
            _times(host, what, pace.warm_up)
        alone, found = Calls("httpx, in process"), [Calls(host.server.name) for host in hosts]
        before = [host.cpu_s for host in hosts]
        for _ in range(pace.rounds):
            alone.every.extend(direct.times(pace.at_a_time))
            for host, calls in zip(hosts, found, strict=True):
                calls.every.extend(_times(host, what, pace.at_a_time))
        spent = [host.cpu_s - earlier for host, earlier in zip(hosts, before, strict=True)]
    done = [replace(calls, cpu_s=cpu_s) for calls, cpu_s in zip(found, spent, strict=True)]
    return Read(what, alone, tuple(done))


def _times(host: Host, what: str, calls: int) -> list[float]:
    asks = islice(cycle(host.server.asks[what]), calls)
    return [host.call(tool, arguments).took_s for tool, arguments in asks]
