"""What a model has to read, and what reading costs upstream: bytes and requests, which no noise touches."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from benchmarks.counting_proxy import Arrival
from benchmarks.host import Host, Reply
from benchmarks.servers import Ask, Server
from benchmarks.trackers import Proxy


@dataclass(frozen=True, slots=True)
class Listed:
    """The tools as compact JSON, in bytes."""

    name: str
    tools: int
    whole: int
    without_output: int


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a read once the server is warm, on the average of what is asked; `first` is the very first one's requests.

    `arguments` is what a model writes, `result` the text and `data` the structured content beside it that it gets,
    `upstream` the vendor's answers together: bytes.
    """

    name: str
    what: str
    requests: float
    first: int
    result: int
    data: int
    upstream: int
    arguments: int
    sent: tuple[tuple[Arrival, ...], ...]
    """What each call sent."""


def listed(server: Server) -> Listed:
    with Host(server) as host:
        lean = [{key: value for key, value in tool.items() if key != "outputSchema"} for tool in host.tools]
        return Listed(server.name, len(host.tools), _size(host.tools), _size(lean))


def costs(server: Server, proxy: Proxy) -> list[Cost]:
    """The server's requests go through the proxy."""
    with Host(server) as host:
        return [_cost(host, what, proxy) for what in server.asks]


def _cost(host: Host, what: str, proxy: Proxy) -> Cost:
    asks = host.server.asks[what]
    first, *_ = [_asked(host, ask, proxy) for ask in asks]
    asked = [_asked(host, ask, proxy) for ask in asks]
    results = [reply.result for reply, _ in asked]
    return Cost(
        name=host.server.name,
        what=what,
        requests=mean(len(sent) for _, sent in asked),
        first=len(first[1]),
        result=round(mean(map(_text, results))),
        data=round(mean(_size(result.get("structuredContent", {})) for result in results)),
        upstream=round(mean(sum(each.size for each in sent) for _, sent in asked)),
        arguments=round(mean(_size(arguments) for _, arguments in asks)),
        sent=tuple(sent for _, sent in asked),
    )


def _asked(host: Host, ask: Ask, proxy: Proxy) -> tuple[Reply, tuple[Arrival, ...]]:
    proxy.arrived()
    reply = host.call(*ask)
    return reply, tuple(proxy.arrived())


def _text(result: dict[str, Any]) -> int:
    blocks: Sequence[dict[str, Any]] = result["content"]
    return sum(len(str(block.get("text", "")).encode()) for block in blocks)


def _size(value: object) -> int:
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())
