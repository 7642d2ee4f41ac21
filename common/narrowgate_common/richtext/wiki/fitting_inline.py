"""Inline content as wiki markup can hold it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from urllib.parse import quote, unquote

from narrowgate_common.richtext.days import is_day
from narrowgate_common.richtext.destinations import is_file_name, scheme
from narrowgate_common.richtext.inline import PLAIN, SPACES, Atom, Content, Link, Run
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.wiki import addresses, atoms
from narrowgate_common.richtext.wiki.tokens import SMILEY

Notes = list[str]

_UNFIT_IN_TITLE = re.compile(r"[|\[\]\r\n\\]+")
_UNFIT_IN_ALT = re.compile(r"[!|,=\r\n]+")
_UNFIT_IN_NAME = re.compile(r"[|\[\]\r\n!{}\\]")
_UNFIT_IN_ID = re.compile(r"[|\[\]\r\n\\]")
_NUMBER = re.compile(r"[0-9]{1,5}(?:px|%)?\Z")


def content(runs: Iterable[Run], notes: Notes) -> Content:
    """Raises GatewayError: `bad_link`, `unsupported_markup`."""
    return tuple(each for run in runs for each in _run(run, notes))


def _run(run: Run, notes: Notes) -> Iterator[Run]:
    if run.atom is not None:
        run = replace(run, marks=PLAIN)
        if run.origin is not None:
            yield run
            return
    link = _link(run.link, notes) if run.link is not None else None
    if run.atom is not None:
        yield from _ATOMS[run.atom.kind](replace(run, link=link), run.atom, notes)
    elif "code" in run.marks:
        yield from _code(replace(run, link=link), notes)
    else:
        yield replace(run, link=link)


def _code(run: Run, notes: Notes) -> Iterator[Run]:
    """Code that begins or ends with a space is none."""
    text = run.text.strip(SPACES)
    if text == run.text:
        yield run
        return
    note(notes, "spaces at the edge of inline code were moved out of it")
    plain = replace(run, text=" ", marks=run.marks - {"code"})
    if not text:
        yield plain
        return
    yield from ([plain] if run.text[0] in SPACES else [])
    yield replace(run, text=text)
    yield from ([plain] if run.text[-1] in SPACES else [])


def _link(link: Link, notes: Notes) -> Link | None:
    to = _destination(link.to, notes)
    title = _UNFIT_IN_TITLE.sub(" ", link.title).strip()
    return Link(to, title, link.turn)


def _destination(to: str, notes: Notes) -> str:
    found = scheme(to)
    if found == "attachment":
        name = unquote(to[11:])
        if _UNFIT_IN_NAME.search(name) or not is_file_name(name):
            raise refused("wiki markup cannot hold this file name", reason="bad_link")
        return f"attachment:{addresses.encoded(name)}"
    if found is not None and found not in addresses.WEB:
        raise refused("links lead to http, https, mailto, attachment: or #anchor here", reason="bad_link")
    fitted = addresses.UNFIT.sub(lambda match: quote(match[0]), to.strip())
    if addresses.target_of(f"x|{fitted}") is None:
        raise refused("wiki markup has no links to such a place", reason="bad_link")
    if fitted != to:
        note(notes, "characters in a destination were percent-encoded")
    return fitted


def _break(run: Run, _: Atom, __: Notes) -> Iterator[Run]:
    yield run


def _image(run: Run, atom: Atom, notes: Notes) -> Iterator[Run]:
    to = _image_source(atom.attr("to"))
    label = _UNFIT_IN_ALT.sub(" ", atom.label).strip()
    if label != atom.label:
        note(notes, "an image's alternative text lost characters that wiki markup cannot hold")
    attrs = tuple((name, atom.attr(name)) for name in atoms.SHOWN if _NUMBER.match(atom.attr(name)))
    if len(attrs) < len([name for name, _ in atom.attrs if name != "to"]):
        note(notes, "an image keeps only its width and height")
    yield Run(atom=Atom("image", label, (("to", to), *attrs)), link=run.link)


def _image_source(to: str) -> str:
    found = scheme(to)
    if found == "attachment":
        name = unquote(to[11:]).strip()
        fits = is_file_name(name) and not _UNFIT_IN_NAME.search(name) and not scheme(name)
        if not fits or not addresses.IS_IMAGE.match(name):
            raise refused("wiki markup cannot show a file of this name as an image", reason="bad_link")
        return f"attachment:{addresses.encoded(name)}"
    if found not in {"http", "https"}:
        raise refused("images come from http, https or attachment: here", reason="bad_link")
    fitted = addresses.UNFIT.sub(lambda match: quote(match[0]), to.strip())
    if not addresses.IS_IMAGE.match(fitted):
        raise refused("wiki markup cannot show an image from there", reason="bad_link")
    return fitted


def _mention(_: Run, atom: Atom, notes: Notes) -> Iterator[Run]:
    user = atom.attr("id").strip()
    if not user or _UNFIT_IN_ID.search(user):
        raise refused("a mention needs the id of a user", reason="unsupported_markup")
    if atom.label not in ("", user):
        note(notes, "mentions carry only the id here; the name is Jira's to show")
    yield Run(atom=Atom("mention", user, (("id", user),)), link=None)


def _emoji(run: Run, atom: Atom, notes: Notes) -> Iterator[Run]:
    if SMILEY.fullmatch(atom.label):
        yield Run(atom=Atom("emoji", atom.label), link=run.link)
        return
    note(notes, "an emoji that wiki markup has no sign for became text")
    yield Run(atom.label if not atom.label.isascii() else f":{atom.label}:", link=run.link)


def _card(_: Run, atom: Atom, notes: Notes) -> Iterator[Run]:
    note(notes, "a smart link became a link")
    to = _destination(atom.label or atom.attr("url"), notes)
    if scheme(to) is None:
        raise refused("a smart link leads to http, https or mailto", reason="bad_link")
    yield Run(to, link=Link(to))


def _date(run: Run, atom: Atom, notes: Notes) -> Iterator[Run]:
    if not is_day(atom.label):
        raise refused("a date is a day there is, written :date[2026-01-31]", reason="unsupported_markup")
    yield from _as_text(run, atom, notes)


def _as_text(run: Run, atom: Atom, notes: Notes) -> Iterator[Run]:
    note(notes, f"a {atom.kind} became text")
    yield Run(atom.label, link=run.link)


def _macro(run: Run, _: Atom, __: Notes) -> Iterator[Run]:
    """Whoever edits has looked for what its ref names."""
    yield run


def note(notes: Notes, text: str) -> None:
    if text not in notes:
        notes.append(text)


_ATOMS: dict[str, Callable[[Run, Atom, Notes], Iterator[Run]]] = {
    "break": _break, "image": _image, "mention": _mention, "emoji": _emoji, "card": _card, "status": _as_text,
    "date": _date, "macro": _macro,
}  # fmt: skip
