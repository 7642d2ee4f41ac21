"""Words, links and atoms as storage format can hold them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from urllib.parse import unquote

from narrowgate_common.richtext.days import is_day
from narrowgate_common.richtext.destinations import is_file_name, scheme
from narrowgate_common.richtext.inline import Atom, Content, Link, Run
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.storage import places
from narrowgate_common.richtext.storage.elements import COLOURS
from narrowgate_common.richtext.storage.entities import collapsed, possible

Notes = list[str]

_LINKS = frozenset({"http", "https", "mailto", "page", "attachment", "user", None})
_IMAGES = frozenset({"http", "https", "attachment"})
_NUMBER = re.compile(r"[0-9]{1,5}")
_NO_NAME = re.compile(r"[\s:]")


def content(runs: Iterable[Run], notes: Notes) -> Content:
    """Raises GatewayError (`unsupported_markup`, `bad_link`)."""
    return tuple(_run(run, notes) for run in runs)


def _run(run: Run, notes: Notes) -> Run:
    if run.atom is not None and run.origin is not None:
        return replace(run, link=_link(run.link, notes))
    if run.link is not None and scheme(run.link.to) == "user":
        return _person(run, notes)
    atom = _ATOMS[run.atom.kind](run.atom, notes) if run.atom else None
    link = _link(run.link, notes)
    if link is not None and atom is not None and atom.kind in ("card", "mention"):
        notes.append(f"A {atom.kind} within a link is a link of its own")
        link = None
    return replace(run, text=possible(run.text), link=link, atom=atom)


def _person(run: Run, notes: Notes) -> Run:
    """A link to a person is a mention."""
    identifier = run.link.to.split(":", 1)[1].strip() if run.link else ""
    if not identifier or run.atom is not None:
        raise refused("A link to a person holds words, and a user: with an id", reason="bad_link")
    notes.append("A link to a person is written as a mention")
    label = _words(run.text)
    return Run("", run.marks, None, Atom("mention", label or identifier, (("id", identifier),)))


def _link(link: Link | None, notes: Notes) -> Link | None:
    if link is None:
        return None
    kind, to = scheme(link.to), possible(link.to)
    if kind not in _LINKS or not to.strip():
        raise refused(f"A link cannot lead to {link.to[:80]}", reason="bad_link")
    if places.is_web(to):
        return Link(to, possible(link.title), link.turn)
    place = places.canonical(to) if kind != "attachment" or _names_a_file(to) else None
    if place is None:
        raise refused(f"The link {to[:80]} names no page or file", reason="bad_link")
    if link.title:
        notes.append("A link to a page or a file has no title: left out")
    return Link(place, "", link.turn)


def _names_a_file(to: str) -> bool:
    """Before the name may stand the page that holds the file."""
    *page, name = to.split(":", 1)[1].partition("#")[0].split("/")
    return is_file_name(unquote(name)) and all(unquote(part).strip(". ") for part in page)


def _same(atom: Atom, _notes: Notes) -> Atom:
    return atom


def _status(atom: Atom, notes: Notes) -> Atom:
    colour = atom.attr("color").lower()
    if colour and colour not in COLOURS:
        notes.append(f"A status is {', '.join(COLOURS)}; {colour[:20]} was left out")
        colour = ""
    return Atom("status", _words(atom.label), (("color", colour),) if colour else ())


def _mention(atom: Atom, _notes: Notes) -> Atom:
    identifier = possible(atom.attr("id")).strip()
    if not identifier:
        raise refused("A mention needs the id of a person", reason="unsupported_markup")
    return Atom("mention", _words(atom.label) or identifier, (("id", identifier),))


def _date(atom: Atom, _notes: Notes) -> Atom:
    if not is_day(atom.label):
        raise refused("A date is a day there is, written :date[2026-01-31]", reason="unsupported_markup")
    return Atom("date", atom.label)


def _emoji(atom: Atom, _notes: Notes) -> Atom:
    if not atom.label or _NO_NAME.search(atom.label):
        raise refused("An emoji is written :emoji[tada]", reason="unsupported_markup")
    return Atom("emoji", possible(atom.label))


def _card(atom: Atom, _notes: Notes) -> Atom:
    address = possible(atom.label).strip()
    if scheme(address) not in ("http", "https"):
        raise refused(f"A smart link cannot lead to {address[:80]}", reason="bad_link")
    return Atom("card", address)


def _image(atom: Atom, notes: Notes) -> Atom:
    to = possible(atom.attr("to"))
    if scheme(to) == "attachment":
        to = (places.canonical(to.replace("#", "%23")) or "") if _names_a_file(to) else ""
    if scheme(to) not in _IMAGES or not to.split(":", 1)[1].strip("/ "):
        raise refused(
            f"An image cannot come from {atom.attr('to')[:80]}; attachment: or https:", reason="bad_link"
        )
    known = {name: _words(atom.attr(name)) for name in ("title", "width", "height", "caption")}
    gone = [name for name, _ in atom.attrs if name not in known and name != "to"]
    gone += [name for name in ("width", "height") if known[name] and not _NUMBER.fullmatch(known[name])]
    if gone:
        notes.append(f"image: {', '.join(gone)[:80]} cannot be written and was left out")
    attrs = [("to", to), *((name, value) for name, value in known.items() if value and name not in gone)]
    return Atom("image", possible(atom.label), tuple(attrs))


def _macro(atom: Atom, _notes: Notes) -> Atom:
    return atom


def _words(text: str) -> str:
    return collapsed(possible(text))


_ATOMS: dict[str, Callable[[Atom, Notes], Atom]] = {
    "break": _same,
    "status": _status,
    "mention": _mention,
    "date": _date,
    "emoji": _emoji,
    "card": _card,
    "image": _image,
    "macro": _macro,
}
