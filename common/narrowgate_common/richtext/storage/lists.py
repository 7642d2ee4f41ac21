"""A changed list: its items in the elements that they need, old ones where they can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Part
from narrowgate_common.richtext.storage.edits import Edit, attribute, edited, renamed
from narrowgate_common.richtext.storage.joins import Parts, edit
from narrowgate_common.richtext.storage.origins import Band, Held
from narrowgate_common.richtext.storage.tree import Node


@dataclass(slots=True)
class _Share:
    """Items in a row that go into one element: an old one, or a new one."""

    tag: str
    band: int | None = None
    parts: list[Part[str]] = field(default_factory=list)


def list_of(held: Held, new: Block, parts: Parts) -> str:
    """Raises GatewayError as `edited` does."""
    if not parts:
        return edited(held.source, held.start, held.end, [edit(held.source, band, ()) for band in held.bands])
    shares = _shares(held.bands, new, parts)
    out: list[str] = []
    for share, after in zip(shares, [*shares[1:], None], strict=True):
        out.append(_written(held, share, new.attr("start") if not out else ""))
        if after is not None and share.band is not None:
            out.append(_gap(held, share.band))
    return "".join(out)


def tag_of(item: Block, *, numbered: bool) -> str:
    return "ac:task-list" if item.is_task else "ol" if numbered else "ul"


def _shares(bands: Sequence[Band], new: Block, parts: Parts) -> list[_Share]:
    """Bands keep their order; what comes out of order, and what is new, goes to the items before it."""
    home = {id(child): at for at, band in enumerate(bands) for child in band.children}
    places = [None if part.copied else home.get(id(part.source)) for part in parts]
    tags = [tag_of(part.block, numbered=new.is_numbered) for part in parts]
    needed = _needed(places, tags)
    out: list[_Share] = []
    used = -1
    for part, place, tag in zip(parts, places, tags, strict=True):
        last = out[-1] if out else None
        if place is not None and place > used and needed[place] == tag:
            used = place
            if last is None or last.tag != tag or last.band is not None:
                out.append(_Share(tag))
            out[-1].band = place
        elif last is None or last.tag != tag:
            out.append(_Share(tag))
        out[-1].parts.append(part)
    return out


def _needed(places: Sequence[int | None], tags: Sequence[str]) -> dict[int, str]:
    """The element that the items of each band need; nothing where they need several."""
    found: dict[int, str] = {}
    for place, tag in zip(places, tags, strict=True):
        if place is not None:
            found[place] = tag if found.get(place, tag) == tag else ""
    return found


def _gap(held: Held, at: int) -> str:
    following = held.bands[at + 1].start if at + 1 < len(held.bands) else held.bands[at].end
    return held.source[held.bands[at].end : following]


def _written(held: Held, share: _Share, start: str) -> str:
    if share.band is None:
        first = f' start="{start}"' if share.tag == "ol" and start not in ("", "1") else ""
        return f"<{share.tag}{first}>{''.join(part.piece for part in share.parts)}</{share.tag}>"
    band = held.bands[share.band]
    edits = [edit(held.source, band, share.parts)]
    if band.node is not None:
        edits += [*renamed(band.node, share.tag), *_numbering(band.node, share.tag, start)]
    return edited(held.source, band.start, band.end, edits)


def _numbering(node: Node, tag: str, start: str) -> list[Edit]:
    """The first element says where the numbers begin; no other does what it did not do before."""
    wanted = (start or node.attr("start")) if tag == "ol" else ""
    if wanted == "1" and not node.attr("start"):
        return []
    return [attribute(node, "start", wanted)] if wanted != node.attr("start") else []
