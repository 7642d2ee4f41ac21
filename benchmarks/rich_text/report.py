"""The section on rich text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks import curves
from benchmarks.charts import Bar, Chart, number, svg
from benchmarks.curves import Curve, Plot
from benchmarks.figures import p50
from benchmarks.rich_text.documents import Corpus
from benchmarks.rich_text.fidelity import Fidelity
from benchmarks.rich_text.measure import MEGABYTE, Converted, FormatSpeed, Growth, RichText, Speed
from benchmarks.rich_text.process import OURS
from benchmarks.tables import at_least, at_most, table

READ_MB_S, COLD_S, KEPT_S = 5.0, 0.5, 0.1
_FORMATS = {"storage": "Confluence storage", "adf": "ADF", "wiki": "Jira wiki markup"}
_CHANGED = "one word changed, reading included"
_DASH = "-"


def goals(results: RichText | None) -> list[list[str]]:
    if results is None:
        return []
    page = _own_page(results)
    return [
        at_least(
            "reading storage, over the documents", results.formats[0].documents.read.mb_s, READ_MB_S, "MB/s"
        ),
        at_least("reading a storage page of 1 MB", page.read.mb_s, READ_MB_S, "MB/s"),
        at_most("one word changed in it, reading included", _seconds(page.cold), COLD_S, "s"),
        at_most("the same with the reading kept", _seconds(page.kept), KEPT_S, "s"),
    ]


def charts(results: RichText | None) -> dict[str, str]:
    """SVG by name."""
    if results is None:
        return {}
    kept = [Bar(each.name, 100 * each.identical_share, each.name == OURS) for each in results.fidelity]
    title = "Documents in which one word was changed, and not a byte besides"
    return {"rich_text_growth": curves.svg(_plot(results)), "rich_text_kept": svg(Chart(title, "%", kept))}


def section(results: RichText | None) -> list[str]:
    if results is None:
        return []
    return [
        "## Rich text",
        "",
        *_what_was_read(results),
        *results.left_out,
        "",
        *_formats(results),
        *_beside(results),
        *_kept(results),
        *_growth(results),
        *_worst(results),
    ]


def _what_was_read(results: RichText) -> list[str]:
    return [
        *(f"- {_told(each.corpus)}" for each in results.formats),
        "",
        "A page is made of such documents in a mixed order, again and again where they do not fill it, with a sentence",
        "in the middle, of which a word is changed. All times are CPU seconds of one converter in a process of its",
        "own, with the collector as the servers have it; MB are those of the original.",
    ]


def _told(corpus: Corpus) -> str:
    return (
        f"{len(corpus.documents)} {corpus.source} of {_FORMATS[corpus.format]} ({corpus.size / 1e3:,.0f} kB)"
    )


def _formats(results: RichText) -> list[str]:
    head = ["", "read", "write", "edit, reading included", "edit, reading kept"]
    rows = [row for each in results.formats for row in _format(each)]
    return [
        "### What each format takes",
        "",
        *table(head, rows),
        "",
        "Reading goes from the original to its Markdown, writing from Markdown alone to a new original, which is read",
        "again as a proof. What holds things that only an original can is refused there, and the second page is made",
        "of the others.",
        "",
    ]


def _format(speed: FormatSpeed) -> list[list[str]]:
    name, page = _FORMATS[speed.corpus.format], speed.page
    written = speed.page_written
    return [
        [f"{name}, the documents", *map(_mb_s, _four(speed.documents))],
        [f"{name}, a page of {_mb(page.read)}", *map(_both, _four(page))],
        [f"{name}, a page of {_mb(written.read)} that can be written anew", *map(_both, _four(written))],
    ]


def _four(found: Converted) -> tuple[Speed, ...]:
    return found.read, found.write, found.cold, found.kept


def _beside(results: RichText) -> list[str]:
    ours, pages = results.beside[0], {each.name: each.points for each in results.growth}
    rows = [_compared(each, ours) for each in results.beside]
    own = _own_page(results)
    on_page = [
        [name, *_page_row(page, own)]
        for name, points in pages.items()
        for page in points
        if page.read.size == own.read.size
    ]
    return [
        "### Beside others",
        "",
        'The storage documents, in the same run and in turn. "ours" says how many times as fast ours is. Others edit',
        "by writing everything anew; ours refuses to write anew what holds things that only an original can.",
        "",
        *table(["", "read", "ours", "write", "ours", _CHANGED, "ours", "refused or failed"], rows),
        "",
        f"A page of {_mb(own.read)}:",
        "",
        *table(["", "read", "ours", _CHANGED, "ours", "reading kept"], on_page),
        "",
    ]  # fmt: skip


def _compared(each: Converted, ours: Converted) -> list[str]:
    pairs = ((each.read, ours.read), (each.write, ours.write), (each.cold, ours.cold))
    cells = [cell for their, our in pairs for cell in (_mb_s(their), _times(our, their))]
    return [each.name, *cells, str(each.failed)]


def _page_row(page: Converted, ours: Converted) -> list[str]:
    pairs = ((page.read, ours.read), (page.cold, ours.cold))
    cells = [cell for their, our in pairs for cell in (_s(their), _times(our, their))]
    return [*cells, _s(page.kept)]


def _times(ours: Speed, their: Speed) -> str:
    """How many times as fast ours is, which may have written fewer documents: by bytes, round by round."""
    if ours is their or not ours.size or not their.size:
        return ""
    pairs = zip(ours.seconds, their.seconds, strict=False)
    return f"{p50([(b / their.size) / (a / ours.size) for a, b in pairs]):.1f} x"


def _kept(results: RichText) -> list[str]:
    head = ["", "changed", "every other byte as it was", "macros intact", "ill-formed afterwards"]
    documents = results.fidelity[0].documents
    return [
        "### What stays as it was",
        "",
        "![](charts/rich_text_kept.svg)",
        "",
        f"One word was changed in each of the {documents} documents that hold a word that stands there once. Macros",
        "are intact when their names, parameters and bodies are what they were; their ids are not asked for. They are",
        "compared by lxml, not by a reader of ours.",
        "",
        *table(head, map(_fidelity, results.fidelity)),
        "",
    ]


def _fidelity(each: Fidelity) -> list[str]:
    return [
        each.name,
        f"{each.edited} of {each.documents}",
        f"{each.identical} ({each.identical_share:.0%})",
        f"{each.intact} of {each.macros} ({each.intact_share:.0%})",
        str(each.ill_formed),
    ]


def _growth(results: RichText) -> list[str]:
    rows = [
        [_size(point.read.size), *map(_both, (point.read, point.cold, point.kept))]
        for point in results.growth[0].points
    ]
    head = ["storage page", "read", _CHANGED, "reading kept"]
    return ["### Growth with size", "", "![](charts/rich_text_growth.svg)", "", *table(head, rows), ""]


def _worst(results: RichText) -> list[str]:
    rows = [
        [what, _size(found.read.size), *map(_s, (found.read, found.cold, found.kept))]
        for what, found in results.worst.items()
    ]
    head = ["", "size", "read", "edit, reading included", "reading kept"]
    return ["### The worst that is known", "", *table(head, rows), ""]


def _plot(results: RichText) -> Plot:
    own, *others = results.growth
    found = [
        _curve("ours, reading alone", own, lambda point: point.read, ours=True),
        _curve("ours", own, lambda point: point.cold, ours=True),
        _curve("ours, reading kept", own, lambda point: point.kept, ours=True),
        *(_curve(other.name, other, lambda point: point.cold) for other in others),
    ]
    return Plot(
        "CPU time to change one word, by the size of a storage page",
        "Reading included where nothing else is said; what grows in proportion runs along the dashed line",
        found,
        ((1e4, "10 kB"), (1e5, "100 kB"), (1e6, "1 MB"), (1e7, "10 MB")),
        ((1e-3, "1 ms"), (1e-2, "10 ms"), (1e-1, "0.1 s"), (1.0, "1 s"), (10.0, "10 s"), (100.0, "100 s")),
    )


def _curve(label: str, growth: Growth, speed: Callable[[Converted], Speed], *, ours: bool = False) -> Curve:
    points = [(float(point.read.size), _seconds(speed(point))) for point in growth.points]
    return Curve(label, points, ours)


def _own_page(results: RichText) -> Converted:
    points: Sequence[Converted] = results.growth[0].points
    return min(points, key=lambda point: abs(point.read.size - MEGABYTE))


def _seconds(speed: Speed) -> float:
    return p50(speed.seconds)


def _mb_s(speed: Speed) -> str:
    return f"{number(speed.mb_s)} MB/s" if speed.size else _DASH


def _s(speed: Speed) -> str:
    return f"{_seconds(speed):.3f} s" if speed.size else _DASH


def _both(speed: Speed) -> str:
    return f"{_s(speed)} ({_mb_s(speed)})" if speed.size else _DASH


def _mb(speed: Speed) -> str:
    return f"{speed.size / 1e6:.1f} MB"


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 950_000 else f"{size / 1e3:.0f} kB"
