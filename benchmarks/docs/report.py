"""The section on the docs server, its goals and its charts."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import sections
from benchmarks.charts import Bar, Chart, svg
from benchmarks.docs.campaign import Docs
from benchmarks.docs.servers import EDIT, GET_PAGE, MB, OURS, SEARCH
from benchmarks.figures import p50, ratio
from benchmarks.per_call import Read
from benchmarks.plan import Place
from benchmarks.sections import by_name, of_name
from benchmarks.servers import BARE, PEER
from benchmarks.tables import (
    LIST_BYTES,
    LIST_BYTES_WITH_OUTPUT,
    MEMORY_MB,
    MEMORY_READ_MB,
    START_RATIO,
    at_most,
)

_PAGE_REQUESTS = 1
_EDIT_S = 0.5
_SMALL = (GET_PAGE, SEARCH)


def goals(results: Docs | None) -> list[list[str]]:
    if results is None:
        return []
    starts = by_name(results.starts)
    ours, bare = starts[OURS], starts[BARE]
    session = next(each for each in results.sessions if each.name == OURS)
    return [
        at_most(
            "docs: cold start to tools/list beside the SDK's bare server",
            ratio(ours.wall_s, bare.wall_s), START_RATIO, "x",
        ),
        at_most("the same in CPU time", ratio(ours.cpu_s, bare.cpu_s), START_RATIO, "x"),
        at_most("docs: memory after tools/list", p50(ours.memory_mb), MEMORY_MB, "MB"),
        at_most("docs: memory after rich pages", session.read_mb, MEMORY_READ_MB, "MB"),
        *_calls(results),
        *_lists(results),
    ]  # fmt: skip


def _calls(results: Docs) -> list[list[str]]:
    """Times where ours is asked without a proxy, and the most requests of any wiki."""
    alone = [read for _, read in _reads(results) if any(each.name == BARE for each in read.servers)]
    edit = next(read for read in alone if read.what == EDIT[MB])
    most = max(
        cost.requests
        for place in results.places
        for cost in place.costs
        if cost.name == OURS and cost.what == GET_PAGE
    )
    return [
        *(row for read in alone if read.what in _SMALL for row in sections.own_time("docs", read, OURS)),
        at_most("docs: own time of one word changed in 1 MB", _own_s(edit), _EDIT_S, "s"),
        at_most("docs: requests upstream of get_page", most, _PAGE_REQUESTS, "a call"),
    ]


def _own_s(read: Read) -> float:
    return of_name(read.servers, OURS).above_ms(read.direct) / 1e3


def _lists(results: Docs) -> list[list[str]]:
    """The longest list, with everything switched on."""
    longest = max((each for each in results.listed if each.name != PEER), key=lambda each: each.whole)
    return [
        at_most("docs: tools/list without output schemas", longest.without_output, LIST_BYTES, "bytes"),
        at_most("docs: tools/list as it is", longest.whole, LIST_BYTES_WITH_OUTPUT, "bytes"),
    ]


def _reads(results: Docs) -> Iterator[tuple[Place, Read]]:
    for place in results.places:
        for read in place.reads:
            yield place, read


def section(results: Docs | None) -> list[str]:
    if results is None:
        return []
    return [
        "## Docs: cold start over stdio",
        "",
        *sections.starts(results.starts, results.first_starts),
        "",
        "## Docs: memory, and the first call",
        "",
        *sections.memory(results.sessions, "pages were read"),
        "",
        *sections.memory(results.large_sessions, "a page of 1 MB was read"),
        "",
        *_over_stdio(results),
        *_requests(results),
        *_bytes(results),
    ]


def _over_stdio(results: Docs) -> list[str]:
    return [
        "## Docs: calls over stdio",
        "",
        "![](charts/docs_own_time.svg)",
        "",
        "![](charts/docs_edit.svg)",
        "",
        *(
            line
            for place in results.places
            for line in (f"### On {place.name}", "", *sections.calls(place), "")
        ),
        "Ours shows large pages window by window, mcp-atlassian all at once. Ours keeps the last two texts that it",
        "converted: three pages are read in turn, so that none is kept, and four words are written in turn, so that",
        "a call finds what the one before it left, and what it writes is new. Ours is given the word, reads the page,",
        "looks for a draft, writes, and reads what was stored; mcp-atlassian is given the whole page as the Markdown",
        "that it gave, with the word changed, and writes that.",
        "The requests that are sent by httpx are always ours, and so what is above them holds what the other sends",
        "more or does not send.",
        "",
    ]


def _requests(results: Docs) -> list[str]:
    return [
        "## Docs: requests upstream",
        "",
        "![](charts/docs_requests.svg)",
        "",
        *sections.requests(results.places, "wiki"),
        "",
        "Cloud's second API names spaces by numbers: the first call of a session asks for their keys. backlot has",
        "no `content/search`, no second API and no writes, so that only pages are read there; the sandbox is",
        "mcp-atlassian's Data Center for the rest, with the page's history that it asks for before a write.",
        "",
    ]


def _bytes(results: Docs) -> list[str]:
    return [
        "## Docs: bytes",
        "",
        "tools/list as compact JSON:",
        "",
        *sections.lists(results.listed),
        "",
        "What a model has to write, what it gets, and what the vendor sent for it:",
        "",
        *sections.sizes(results.places, "wiki"),
        "",
    ]


def charts(results: Docs | None) -> dict[str, str]:
    """SVG by name."""
    if results is None:
        return {}
    requests = [
        _bar(place, cost.name, cost.requests, cost.what)
        for place in results.places
        for cost in place.costs
        if cost.what in (GET_PAGE, SEARCH, EDIT[MB])
    ]
    drawn = {
        "docs_own_time": Chart(
            "Own time of get_page, above the requests of ours by httpx", "ms", _own(results, GET_PAGE),
            sections.ABOVE_MS,
        ),
        "docs_edit": Chart(
            "Own time of one word changed in 1 MB", "ms", _own(results, EDIT[MB]), _EDIT_S * 1e3
        ),
        "docs_requests": Chart("Requests upstream of a call", "", requests),
    }  # fmt: skip
    return {name: svg(chart) for name, chart in drawn.items()}


def _own(results: Docs, what: str) -> list[Bar]:
    return [
        _bar(place, calls.name, calls.above_ms(read.direct))
        for place, read in _reads(results)
        for calls in read.servers
        if read.what == what and calls.name != BARE
    ]


def _bar(place: Place, name: str, value: float, what: str | None = None) -> Bar:
    who = "ours" if name == OURS else name
    return Bar(f"{who}, {what or place.name.removeprefix('the embedded company ')}", value, name == OURS)
