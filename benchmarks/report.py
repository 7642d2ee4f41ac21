"""The results as Markdown, with the charts beside it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from benchmarks.campaign import Place, Results
from benchmarks.charts import Bar, Chart, number, svg
from benchmarks.cold_start import Starts
from benchmarks.figures import p50, ratio
from benchmarks.per_call import Calls, Read
from benchmarks.rich_text import report as rich_text
from benchmarks.servers import BARE, GET_ISSUE, OURS, PEER, RICH_ISSUE
from benchmarks.tables import GOALS, at_most, table

START_RATIO, MEMORY_MB, MEMORY_READ_MB, ABOVE_MS = 1.1, 80.0, 90.0, 1.0
BARE_CALL_MS = 0.43
"""Of the SDK's bare server on the machine on which the goal of a millisecond was set; others are quicker or slower."""
LIST_BYTES, LIST_BYTES_WITH_OUTPUT = 12_000, 16_000
TRIED = Path(__file__).with_name("TRIED.md")


def write(results: Results, file: Path) -> None:
    folder = file.parent / "charts"
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in _charts(results).items():
        (folder / f"{name}.svg").write_text(drawn, "utf-8")
    file.write_text("\n".join(_page(results)).rstrip() + "\n", "utf-8")


def _page(results: Results) -> list[str]:
    rows = [*_in_short(results), *rich_text.goals(results.rich_text)]
    return [
        "# Results",
        "",
        "Written by `make bench`; see [README.md](README.md) for how. Ratios and differences are medians of what was",
        "taken in the same round; absolute times depend on the machine and on what else it did.",
        "",
        *_machine(results),
        *(f"- {line}" for line in results.left_out),
        "",
        *(["## In short", "", *table(GOALS, rows), ""] if rows else []),
        *(_servers(results) if results.starts else []),
        *rich_text.section(results.rich_text),
        TRIED.read_text("utf-8"),
    ]


def _servers(results: Results) -> list[str]:
    return [
        *_starts(results),
        *_memory(results),
        *_reads(results),
        *_requests(results),
        *_bytes(results),
    ]


def _machine(results: Results) -> list[str]:
    machine, plan = results.machine, results.plan
    load = ", ".join(f"{value:.2f}" for value in machine.load)
    servers = f"- {plan.starts} starts of each server, {plan.rounds} rounds of ten calls, the servers in turn"
    return [
        f"- {machine.cores} cores, {machine.processor}, {machine.system}; load at the start {load}",
        f"- {machine.python}, {', '.join(machine.libraries)}",
        *([servers] if results.starts else []),
    ]


def _in_short(results: Results) -> list[list[str]]:
    if not results.starts:
        return []
    starts = _by_name(results.starts)
    ours, session = starts[OURS], next(each for each in results.sessions if each.name == OURS)
    listed = next(each for each in results.listed if each.name == OURS)
    return [
        at_most(
            "cold start to tools/list beside the SDK's bare server",
            ratio(ours.wall_s, starts[BARE].wall_s), START_RATIO, "x",
        ),
        at_most("the same in CPU time", ratio(ours.cpu_s, starts[BARE].cpu_s), START_RATIO, "x"),
        at_most("memory after tools/list", p50(ours.memory_mb), MEMORY_MB, "MB"),
        at_most("memory after an issue with rich text", session.read_mb, MEMORY_READ_MB, "MB"),
        *_own_time(results.places[0]),
        at_most("tools/list without output schemas", listed.without_output, LIST_BYTES, "bytes"),
        at_most("tools/list as it is", listed.whole, LIST_BYTES_WITH_OUTPUT, "bytes"),
    ]  # fmt: skip


def _own_time(place: Place) -> list[list[str]]:
    return [row for read in place.reads if read.what != RICH_ISSUE for row in _own_time_of(read)]


def _own_time_of(read: Read) -> list[list[str]]:
    """In milliseconds, and in calls of the bare server, which a slow machine slows as well."""
    above = _of(read.servers, OURS).above_ms(read.direct)
    calls = above / _of(read.servers, BARE).p50_ms
    return [
        at_most(f"own time of {read.what}, above the same request by httpx", above, ABOVE_MS, "ms"),
        at_most("the same in calls of the SDK's bare server", calls, ABOVE_MS / BARE_CALL_MS, "x"),
    ]


def _starts(results: Results) -> list[str]:
    bare, first = _by_name(results.starts)[BARE], _by_name(results.first_starts)
    rows = [
        [
            each.name,
            f"{p50(each.wall_s):.3f} s",
            f"{ratio(each.wall_s, bare.wall_s):.2f}",
            f"{p50(each.cpu_s):.3f} s",
            f"{ratio(each.cpu_s, bare.cpu_s):.2f}",
            f"{ratio(first[each.name].cpu_s, first[BARE].cpu_s):.2f}" if each.name in first else "",
        ]
        for each in results.starts
    ]
    head = ["", "to tools/list", "ratio", "CPU", "ratio", "CPU ratio with nothing compiled"]
    return ["## Cold start over stdio", "", "![](charts/start.svg)", "", *table(head, rows), ""]


def _memory(results: Results) -> list[str]:
    rows = [
        [each.name, f"{each.listed_mb:.1f} MB", f"{each.read_mb:.1f} MB", f"{each.first_call_ms:.0f} ms"]
        for each in results.sessions
    ]
    head = ["", "after tools/list", "after issues were read", "the first call takes"]
    return [
        "## Memory, and the first call",
        "",
        "![](charts/memory.svg)",
        "",
        *table(head, rows),
        "",
        "What calls need and a list does not is loaded by the first call of a session.",
        "",
    ]


def _reads(results: Results) -> list[str]:
    lines = ["## Reads over stdio", "", "![](charts/own_time.svg)", ""]
    for place in results.places:
        rows = [
            _calls(read.what if calls is read.direct else "", calls, read.direct)
            for read in place.reads
            for calls in (read.direct, *read.servers)
        ]
        head = ["", "by", "p50", "p95", "above the request", "CPU of the server a call"]
        lines += [f"### On {place.tracker}", "", *table(head, rows), ""]
    return [*lines, f'"{BARE}" answers a call of a tool that does nothing: what stdio and the SDK cost.', ""]


def _calls(what: str, calls: Calls, direct: Calls) -> list[str]:
    above = "" if calls is direct or calls.name == BARE else f"{calls.above_ms(direct):.2f} ms"
    cpu = "" if calls is direct else f"{calls.cpu_ms:.2f} ms"
    return [what, calls.name, f"{calls.p50_ms:.2f} ms", f"{calls.p95_ms:.2f} ms", above, cpu]


def _requests(results: Results) -> list[str]:
    rows = [
        [place.tracker, cost.what, cost.name, number(cost.requests), str(cost.first)]
        for place in results.places
        for cost in place.costs
    ]
    head = ["tracker", "what", "server", "requests a call", "of the first call"]
    return [
        "## Requests upstream",
        "",
        "![](charts/requests.svg)",
        "",
        *table(head, rows),
        "",
        "jira820 leaves an issue's comments out even where they are asked for, so that there they cost a request more.",
        "",
    ]


def _bytes(results: Results) -> list[str]:
    listed = [
        [each.name, str(each.tools), number(each.whole), number(each.without_output)]
        for each in results.listed
    ]
    sizes = [
        [place.tracker, cost.what, cost.name, *map(number, (cost.result, cost.data, cost.upstream))]
        for place in results.places
        for cost in place.costs
    ]
    return [
        "## Bytes",
        "",
        "tools/list as compact JSON:",
        "",
        *table(["", "tools", "bytes", "without output schemas"], listed),
        "",
        "Results, and what the vendor sent for them:",
        "",
        *table(["tracker", "what", "server", "text", "structured content", "vendor's payload"], sizes),
        "",
    ]


def _charts(results: Results) -> dict[str, str]:
    """SVG by name."""
    own = {name: svg(chart) for name, chart in (_bars(results) if results.starts else {}).items()}
    return own | rich_text.charts(results.rich_text)


def _bars(results: Results) -> dict[str, Chart]:
    bare = _by_name(results.starts)[BARE]
    starts = [_bar(each.name, ratio(each.wall_s, bare.wall_s)) for each in results.starts]
    memory = [_bar(each.name, each.read_mb) for each in results.sessions]
    own = [
        Bar(f"{_short(calls.name)}, {place.tracker.split(' (')[0]}", calls.above_ms(read.direct), calls.name == OURS)
        for place in results.places
        for read in place.reads
        for calls in read.servers
        if read.what == GET_ISSUE and calls.name != BARE
    ]  # fmt: skip
    requests = [
        Bar(f"{_short(cost.name)}, {place.tracker.split(' (')[0]}", cost.requests, cost.name == OURS)
        for place in results.places
        for cost in place.costs
        if cost.what == GET_ISSUE
    ]
    return {
        "start": Chart("Cold start to tools/list, beside the SDK's bare server", "x", starts, START_RATIO),
        "memory": Chart("Memory after an issue was read", "MB", memory, MEMORY_READ_MB),
        "own_time": Chart("Own time of get_issue, above the same requests by httpx", "ms", own, ABOVE_MS),
        "requests": Chart("Requests upstream for get_issue with comments", "", requests),
    }


def _bar(name: str, value: float) -> Bar:
    return Bar(name, value, name == OURS)


def _short(name: str) -> str:
    return {OURS: "ours", PEER: PEER}.get(name, name)


def _by_name(starts: Iterable[Starts]) -> dict[str, Starts]:
    return {each.name: each for each in starts}


def _of(rows: Iterable[Calls], name: str) -> Calls:
    return next(each for each in rows if each.name == name)
