"""Children in a new order between the tags of their parent, with what stood between them."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Part
from narrowgate_common.richtext.inline import SPACES
from narrowgate_common.richtext.storage.edits import Edit
from narrowgate_common.richtext.storage.origins import Band, Held
from narrowgate_common.richtext.storage.tree import Node, tree

Parts = Sequence[Part[str]]


def joined(source: str, band: Band, parts: Parts) -> str:
    """What goes between `inner` and `close` of a band.

    A child takes the gap behind it along, and a deleted one takes it away.
    """
    places = {id(child): at for at, child in enumerate(band.children)}
    own = [places.get(id(part.source)) if not part.copied else None for part in parts]
    gaps = _gaps(source, band)
    if not parts:
        return "" if band.children else source[band.inner : band.close]
    if not band.children:
        return _into_empty(source[band.inner : band.close], parts)
    out = [gaps[0]]
    used: set[int] = set()
    separator = _blank(gaps[1] if len(gaps) > 2 else gaps[0])
    pieces = _wrapped(parts)
    for at, (piece, place) in enumerate(zip(pieces, own, strict=True)):
        out.append(piece)
        if place is not None and place not in used:
            used.add(place)
            out.append(_behind(gaps, place, last=at == len(parts) - 1))
        elif at < len(parts) - 1:
            out.append(separator)
        else:
            out.append(_blank(gaps[-1]))
    return "".join(out)


def edit(source: str, band: Band, parts: Parts) -> Edit:
    text = joined(source, band, parts)
    if band.before and text:
        text = band.before + text + band.after
    elif band.before:
        text = source[band.inner : band.close]
    return band.inner, band.close, text


def banded(source: str, start: int, end: int, bands: Sequence[Band], parts: Parts) -> list[Edit]:
    """A band without children left goes, with its tags and the gap behind it."""
    shares = _shares(bands, parts)
    edits: list[Edit] = []
    for at, (band, share) in enumerate(zip(bands, shares, strict=True)):
        if share or len(bands) == 1:
            edits.append(edit(source, band, share))
            continue
        following = bands[at + 1].start if at + 1 < len(bands) else band.end
        edits.append((band.start, following, ""))
    return [each for each in edits if start <= each[0] <= each[1] <= end]


def _shares(bands: Sequence[Band], parts: Parts) -> list[list[Part[str]]]:
    """Every part goes into the band of its source while bands keep their order; what is new, to those before it."""
    home = {id(child): at for at, band in enumerate(bands) for child in band.children}
    known = [home.get(id(part.source)) if not part.copied else None for part in parts]
    at = next((place for place in known if place is not None), 0)
    shares: list[list[Part[str]]] = [[] for _ in bands]
    for part, place in zip(parts, known, strict=True):
        if place is not None and place > at:
            at = place
        shares[at].append(part)
    return shares


def _gaps(source: str, band: Band) -> list[str]:
    """Before the first child, and behind every one."""
    places = [(band.inner, band.inner), *((each.origin.start, each.origin.end) for each in band.children)]
    starts = [start for start, _ in places[1:]] + [band.close]
    return [source[end:start] for (_, end), start in zip(places, starts, strict=True)]


def _behind(gaps: Sequence[str], place: int, *, last: bool) -> str:
    """At the end stands what stood at the end, where a gap is but white space."""
    gap = gaps[place + 1]
    is_end = place + 1 == len(gaps) - 1
    if last != is_end and not gap.strip(SPACES):
        return _blank(gaps[-1]) if last else (_blank(gaps[1]) if len(gaps) > 2 else gap)
    return gap


def _blank(gap: str) -> str:
    return gap if not gap.strip(SPACES) else ""


def _wrapped(parts: Parts) -> list[str]:
    """Bare text beside bare text would be one paragraph: both get an element."""
    bare = [_is_bare(part) for part in parts]
    out = []
    for at, part in enumerate(parts):
        beside = (at > 0 and bare[at - 1]) or (at + 1 < len(parts) and bare[at + 1])
        out.append(f"<p>{part.piece}</p>" if bare[at] and beside else part.piece)
    return out


def _is_bare(part: Part[str]) -> bool:
    if part.block.kind != "paragraph" or part.source is None:
        return False
    held = part.source.origin
    return isinstance(held, Held) and held.bare and not part.piece.startswith(("<p>", "<p "))


def _into_empty(inside: str, parts: Parts) -> str:
    """The one empty paragraph of a cell takes the text that comes into it."""
    first = parts[0]
    nodes = [node for node in tree(inside).children if node.is_element]
    is_empty = len(nodes) == 1 and nodes[0].name == "p" and not nodes[0].children
    if is_empty and first.source is None and first.piece.startswith("<p>") and first.piece.endswith("</p>"):
        return _filled(inside, nodes[0], first.piece[3:-4]) + "".join(_wrapped(parts)[1:])
    kept = inside if not inside.strip(SPACES) else ""
    return kept + "".join(_wrapped(parts))


def _filled(inside: str, node: Node, words: str) -> str:
    tag = node.tag if not node.closed_at_once else node.tag[: node.tag.rindex("/")].rstrip() + ">"
    return f"{inside[: node.start]}{tag}{words}</p>{inside[node.end :]}"


def root_band(source: str, children: tuple[Block, ...]) -> Band:
    return Band(0, 0, len(source), len(source), children)
