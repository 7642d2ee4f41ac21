"""Runs as this format can hold them: code with nothing else, atoms without marks, and media between words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from urllib.parse import quote, unquote

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.adf import images
from narrowgate_common.richtext.adf.marks import WEB, web
from narrowgate_common.richtext.destinations import scheme
from narrowgate_common.richtext.inline import PLAIN, Atom, Content, Link, Marks, Run
from narrowgate_common.richtext.refusal import refused

Notes = list[str]

_COLOR = re.compile(r"(?:neutral|purple|blue|red|yellow|green|#[0-9a-fA-F]{6})\Z")
_COLORS = {"grey": "neutral", "gray": "neutral", "default": "neutral", "": "neutral"}
_CODE: Marks = frozenset({"code"})


def note(notes: Notes, line: str) -> None:
    if line not in notes:
        notes.append(line)


def fitted(runs: Iterable[Run], room: str, notes: Notes) -> Content:
    """The content of a paragraph or heading that is written in a node of type `room`.

    Raises GatewayError (`unsupported_markup`, `bad_link`).
    """
    return tuple(_fitted(runs, room, notes))


def _fitted(runs: Iterable[Run], room: str, notes: Notes) -> Iterator[Run]:
    for run in runs:
        if run.atom is None:
            yield _text(run, notes)
            continue
        if room == "caption" and run.atom.kind in ("image", "macro"):
            raise _unsupported("A caption holds words, and neither images nor macros")
        if run.origin is not None or run.is_break:
            yield replace(run, marks=PLAIN, link=run.link if run.atom.kind == "image" else None)
        elif run.atom.kind == "image":
            yield _image(run, notes)
        else:
            if run.link is not None:
                note(notes, f"A {run.atom.kind} cannot be a link here")
            yield Run(atom=_ATOMS[run.atom.kind](run.atom, notes))


def _text(run: Run, notes: Notes) -> Run:
    link = fitted_link(run.link)
    if "code" in run.marks and run.marks != _CODE:
        note(notes, "Code inside a line cannot be bold, italic or struck here")
        return replace(run, marks=_CODE, link=link)
    return replace(run, link=link)


def fitted_link(link: Link | None) -> Link | None:
    """Raises GatewayError (`bad_link`)."""
    if link is None:
        return None
    to = web(link.to)
    if not to:
        named = scheme(link.to)
        why = f"leads to {named}:" if named and named not in WEB else "leads nowhere"
        raise refused(f"A link {why[:60]}; use http, https or mailto here", reason="bad_link")
    return Link(to, " ".join(link.title.split()))


def lone_image(run: Run, notes: Notes) -> Run:
    """An image on a line of its own."""
    if run.atom is None or run.origin is not None:
        return run
    to = _stored(run.atom) or _of_web(run.atom)
    width = images.shown_width(images.width(run.atom.attr("width")))
    if run.atom.attr("width") and not width:
        note(notes, "The width of an image is a number of pixels, or a share such as 50%")
    attrs = (("to", to), ("width", width)) if width else (("to", to),)
    return Run(link=fitted_link(run.link), atom=Atom("image", _line(run.atom.label), attrs))


def _image(run: Run, notes: Notes) -> Run:
    if run.atom is None:
        return run
    label = _line(run.atom.label)
    if to := _stored(run.atom):
        if run.atom.attr("width"):
            note(notes, "An image between words has no width here")
        return Run(link=fitted_link(run.link), atom=Atom("image", label, (("to", to),)))
    to = _of_web(run.atom)
    note(notes, "An image of the web between words is written as a link")
    return Run(label or to, link=fitted_link(run.link) or Link(to))


def _stored(atom: Atom) -> str:
    """A destination with its collection and id, if that is what it is."""
    to = atom.attr("to")
    if scheme(to) != "media":
        return ""
    collection, _, name = to.partition(":")[2].partition("/")
    if not name:
        raise _unsupported("An image is named media:collection/id")
    return f"media:{_quoted(collection)}/{_quoted(name)}"


def _quoted(part: str) -> str:
    return quote(unquote(part), safe="", errors="replace")


def _of_web(atom: Atom) -> str:
    to = web(atom.attr("to"))
    named = scheme(to)
    if named in ("http", "https"):
        return to
    if (named or scheme(atom.attr("to"))) in (None, "attachment"):
        raise _unsupported("A file has to be attached first; name the image as it then reads")
    raise refused("An image comes from http, https or media here", reason="bad_link")


def _mention(atom: Atom, _: Notes) -> Atom:
    user = atom.attr("id")
    if not user.strip():
        raise _unsupported("A mention needs the id of a person: :mention[Ann]{id=...}")
    return Atom("mention", _line(_line(atom.label).removeprefix("@")) or _line(user), (("id", user),))


def _status(atom: Atom, notes: Notes) -> Atom:
    label, color = _line(atom.label), atom.attr("color")
    if not label:
        raise _unsupported("A status needs words")
    known = color.lower() if _COLOR.match(color.lower()) else _COLORS.get(color.lower(), "")
    if not known:
        note(notes, "A status is neutral, purple, blue, red, yellow, green or #rrggbb; it became neutral")
    return Atom("status", label, (("color", known or "neutral"),))


def _date(atom: Atom, _: Notes) -> Atom:
    try:
        return Atom("date", dt.date.fromisoformat(atom.label.strip()).isoformat())
    except ValueError:
        raise _unsupported("A date is a day there is, written :date[2026-01-31]") from None


def _emoji(atom: Atom, _: Notes) -> Atom:
    label = _line(atom.label).strip(": ")
    if not label:
        raise _unsupported("An emoji needs its name")
    return Atom("emoji", label)


def _card(atom: Atom, _: Notes) -> Atom:
    to = web(atom.label)
    if scheme(to) is None:
        raise refused("A card leads to http, https or mailto", reason="bad_link")
    return Atom("card", to)


def _as_it_is(atom: Atom, _: Notes) -> Atom:
    """A macro of the old text: whoever asks knows it by its ref."""
    return atom


def _line(text: str) -> str:
    return " ".join(text.split())


def _unsupported(message: str) -> GatewayError:
    return refused(message, reason="unsupported_markup")


_ATOMS: dict[str, Callable[[Atom, Notes], Atom]] = {
    "mention": _mention,
    "status": _status,
    "date": _date,
    "emoji": _emoji,
    "card": _card,
    "macro": _as_it_is,
}
