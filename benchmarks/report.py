"""The results as Markdown, with the charts beside it."""

from __future__ import annotations

from pathlib import Path

from benchmarks import sections
from benchmarks.campaign import Results
from benchmarks.charts import Bar, Chart, svg
from benchmarks.docs import report as docs
from benchmarks.figures import p50, ratio
from benchmarks.rich_text import report as rich_text
from benchmarks.sections import ABOVE_MS, by_name
from benchmarks.servers import BARE, GET_ISSUE, OURS, PEER, RICH_ISSUE
from benchmarks.tables import (
    GOALS,
    LIST_BYTES,
    LIST_BYTES_WITH_OUTPUT,
    MEMORY_MB,
    MEMORY_READ_MB,
    START_RATIO,
    at_most,
    table,
)

TRIED = Path(__file__).with_name("TRIED.md")


def write(results: Results, file: Path) -> None:
    folder = file.parent / "charts"
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in _charts(results).items():
        (folder / f"{name}.svg").write_text(drawn, "utf-8")
    file.write_text("\n".join(_page(results)).rstrip() + "\n", "utf-8")


def _page(results: Results) -> list[str]:
    rows = [*_in_short(results), *docs.goals(results.docs), *rich_text.goals(results.rich_text)]
    left_out = [*results.left_out, *(results.docs.left_out if results.docs else [])]
    return [
        "# Results",
        "",
        "Written by `make bench`; see [README.md](README.md) for how. Ratios and differences are medians of what was",
        "taken in the same round; absolute times depend on the machine and on what else it did.",
        "",
        *_machine(results),
        *(f"- {line}" for line in left_out),
        "",
        *(["## In short", "", *table(GOALS, rows), ""] if rows else []),
        *(_issues(results) if results.starts else []),
        *docs.section(results.docs),
        *rich_text.section(results.rich_text),
        TRIED.read_text("utf-8"),
    ]


def _machine(results: Results) -> list[str]:
    machine, plan = results.machine, results.plan
    load = ", ".join(f"{value:.2f}" for value in machine.load)
    servers = f"- {plan.starts} starts of each server, {plan.rounds} rounds of ten calls, the servers in turn"
    return [
        f"- {machine.cores} cores, {machine.processor}, {machine.system}; load at the start {load}",
        f"- {machine.python}, {', '.join(machine.libraries)}",
        *([servers] if results.starts or results.docs else []),
    ]


def _in_short(results: Results) -> list[list[str]]:
    if not results.starts:
        return []
    starts = by_name(results.starts)
    ours, session = starts[OURS], next(each for each in results.sessions if each.name == OURS)
    listed = next(each for each in results.listed if each.name == OURS)
    return [
        at_most(
            "issues: cold start to tools/list beside the SDK's bare server",
            ratio(ours.wall_s, starts[BARE].wall_s), START_RATIO, "x",
        ),
        at_most("the same in CPU time", ratio(ours.cpu_s, starts[BARE].cpu_s), START_RATIO, "x"),
        at_most("issues: memory after tools/list", p50(ours.memory_mb), MEMORY_MB, "MB"),
        at_most("issues: memory after an issue with rich text", session.read_mb, MEMORY_READ_MB, "MB"),
        *(
            row
            for read in results.places[0].reads
            if read.what != RICH_ISSUE
            for row in sections.own_time("issues", read, OURS)
        ),
        at_most("issues: tools/list without output schemas", listed.without_output, LIST_BYTES, "bytes"),
        at_most("issues: tools/list as it is", listed.whole, LIST_BYTES_WITH_OUTPUT, "bytes"),
    ]  # fmt: skip


def _issues(results: Results) -> list[str]:
    return [
        "## Issues: cold start over stdio",
        "",
        "![](charts/start.svg)",
        "",
        *sections.starts(results.starts, results.first_starts),
        "",
        "## Issues: memory, and the first call",
        "",
        "![](charts/memory.svg)",
        "",
        *sections.memory(results.sessions, "issues were read"),
        "",
        "What calls need and a list does not is loaded by the first call of a session.",
        "",
        "## Issues: reads over stdio",
        "",
        "![](charts/own_time.svg)",
        "",
        *(
            line
            for place in results.places
            for line in (f"### On {place.name}", "", *sections.calls(place), "")
        ),
        f'"{BARE}" answers a call of a tool that does nothing: what stdio and the SDK cost.',
        "",
        *_requests(results),
        *_bytes(results),
    ]


def _requests(results: Results) -> list[str]:
    return [
        "## Issues: requests upstream",
        "",
        "![](charts/requests.svg)",
        "",
        *sections.requests(results.places, "tracker"),
        "",
        "jira820 leaves an issue's comments out even where they are asked for, so that there they cost a request more.",
        "",
    ]


def _bytes(results: Results) -> list[str]:
    return [
        "## Issues: bytes",
        "",
        "tools/list as compact JSON:",
        "",
        *sections.lists(results.listed),
        "",
        "Arguments and results, and what the vendor sent for them:",
        "",
        *sections.sizes(results.places, "tracker"),
        "",
    ]


def _charts(results: Results) -> dict[str, str]:
    """SVG by name."""
    own = {name: svg(chart) for name, chart in (_bars(results) if results.starts else {}).items()}
    return own | docs.charts(results.docs) | rich_text.charts(results.rich_text)


def _bars(results: Results) -> dict[str, Chart]:
    bare = by_name(results.starts)[BARE]
    starts = [_bar(each.name, ratio(each.wall_s, bare.wall_s)) for each in results.starts]
    memory = [_bar(each.name, each.read_mb) for each in results.sessions]
    own = [
        Bar(f"{_short(calls.name)}, {place.name.split(' (')[0]}", calls.above_ms(read.direct), calls.name == OURS)
        for place in results.places
        for read in place.reads
        for calls in read.servers
        if read.what == GET_ISSUE and calls.name != BARE
    ]  # fmt: skip
    requests = [
        Bar(f"{_short(cost.name)}, {place.name.split(' (')[0]}", cost.requests, cost.name == OURS)
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
