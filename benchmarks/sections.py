"""Tables that every server's section has: starts, memory, calls, requests upstream and bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.bytes import Listed
from benchmarks.charts import number
from benchmarks.cold_start import Starts
from benchmarks.figures import p50, ratio
from benchmarks.per_call import Calls, Read
from benchmarks.plan import Place
from benchmarks.servers import BARE
from benchmarks.sessions import Session
from benchmarks.tables import at_most, table

ABOVE_MS = 1.0
BARE_CALL_MS = 0.43
"""Of the SDK's bare server on the machine on which the goal of a millisecond was set; others are quicker or slower."""


def starts(found: Sequence[Starts], nothing_compiled: Iterable[Starts]) -> list[str]:
    bare, first = by_name(found)[BARE], by_name(nothing_compiled)
    rows = [
        [
            each.name,
            f"{p50(each.wall_s):.3f} s",
            f"{ratio(each.wall_s, bare.wall_s):.2f}",
            f"{p50(each.cpu_s):.3f} s",
            f"{ratio(each.cpu_s, bare.cpu_s):.2f}",
            f"{ratio(first[each.name].cpu_s, first[BARE].cpu_s):.2f}" if each.name in first else "",
        ]
        for each in found
    ]
    return table(["", "to tools/list", "ratio", "CPU", "ratio", "CPU ratio with nothing compiled"], rows)


def memory(sessions: Iterable[Session], read: str) -> list[str]:
    """`read` says what was read."""
    rows = [
        [each.name, f"{each.listed_mb:.1f} MB", f"{each.read_mb:.1f} MB", f"{each.first_call_ms:.0f} ms"]
        for each in sessions
    ]
    return table(["", "after tools/list", f"after {read}", "the first call takes"], rows)


def calls(place: Place) -> list[str]:
    rows = [
        _calls(read.what if done is read.direct else "", done, read.direct)
        for read in place.reads
        for done in (read.direct, *read.servers)
    ]
    return table(["", "by", "p50", "p95", "above the request", "CPU of the server a call"], rows)


def _calls(what: str, done: Calls, direct: Calls) -> list[str]:
    above = "" if done is direct or done.name == BARE else f"{done.above_ms(direct):.2f} ms"
    cpu = "" if done is direct else f"{done.cpu_ms:.2f} ms"
    return [what, done.name, f"{done.p50_ms:.2f} ms", f"{done.p95_ms:.2f} ms", above, cpu]


def requests(places: Iterable[Place], kind: str) -> list[str]:
    rows = [
        [place.name, cost.what, cost.name, number(cost.requests), str(cost.first)]
        for place in places
        for cost in place.costs
    ]
    return table([kind, "what", "server", "requests a call", "of the first call"], rows)


def lists(listed: Iterable[Listed]) -> list[str]:
    rows = [[each.name, str(each.tools), number(each.whole), number(each.without_output)] for each in listed]
    return table(["", "tools", "bytes", "without output schemas"], rows)


def sizes(places: Iterable[Place], kind: str) -> list[str]:
    rows = [
        [
            *(place.name, cost.what, cost.name),
            *map(number, (cost.arguments, cost.result, cost.data, cost.upstream)),
        ]
        for place in places
        for cost in place.costs
    ]
    head = [kind, "what", "server", "arguments", "text", "structured content", "vendor's payload"]
    return table(head, rows)


def own_time(of: str, read: Read, ours: str) -> list[list[str]]:
    """Goals, in milliseconds and in calls of the bare server, which a slow machine slows as well."""
    above = of_name(read.servers, ours).above_ms(read.direct)
    in_calls = above / of_name(read.servers, BARE).p50_ms
    return [
        at_most(f"{of}: own time of {read.what}, above the same request by httpx", above, ABOVE_MS, "ms"),
        at_most("the same in calls of the SDK's bare server", in_calls, ABOVE_MS / BARE_CALL_MS, "x"),
    ]


def by_name(found: Iterable[Starts]) -> dict[str, Starts]:
    return {each.name: each for each in found}


def of_name(rows: Iterable[Calls], name: str) -> Calls:
    return next(each for each in rows if each.name == name)
