"""What a model has to read, and what reading costs upstream: bytes and requests, which no noise touches."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.counting_proxy import Arrival
from benchmarks.host import Host, Reply
from benchmarks.servers import Server
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
    """Of one read once the server is warm; `first` is how many requests the very first one took.

    `result` is the text and `data` the structured content beside it, `upstream` the vendor's answers together: bytes.
    """

    name: str
    what: str
    requests: int
    first: int
    result: int
    data: int
    upstream: int
    sent: tuple[Arrival, ...]
    """What the last one sent."""


def listed(server: Server) -> Listed:
    with Host(server) as host:
        lean = [{key: value for key, value in tool.items() if key != "outputSchema"} for tool in host.tools]
        return Listed(server.name, len(host.tools), _size(host.tools), _size(lean))


def costs(server: Server, proxy: Proxy) -> list[Cost]:
    """The server's requests go through the proxy."""
    with Host(server) as host:
        return [_cost(host, what, proxy) for what in server.asks]


def _cost(host: Host, what: str, proxy: Proxy) -> Cost:
    first, warm = [_asked(host, what, proxy) for _ in range(2)]
    reply, sent = warm
    return Cost(
        name=host.server.name,
        what=what,
        requests=len(sent),
        first=len(first[1]),
        result=_text(reply.result),
        data=_size(reply.result.get("structuredContent", {})),
        upstream=sum(each.size for each in sent),
        sent=sent,
    )


def _asked(host: Host, what: str, proxy: Proxy) -> tuple[Reply, tuple[Arrival, ...]]:
    proxy.arrived()
    reply = host.call(*host.server.asks[what])
    return reply, tuple(proxy.arrived())


def _text(result: dict[str, Any]) -> int:
    blocks: Sequence[dict[str, Any]] = result["content"]
    return sum(len(str(block.get("text", "")).encode()) for block in blocks)


def _size(value: object) -> int:
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())
