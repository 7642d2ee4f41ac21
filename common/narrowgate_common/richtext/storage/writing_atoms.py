"""Atoms and links, written anew."""

from __future__ import annotations

from collections.abc import Callable

from narrowgate_common.richtext.inline import Atom, Link
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.storage import places
from narrowgate_common.richtext.storage.edits import parameter_element
from narrowgate_common.richtext.storage.elements import COLOURS, EMOTICONS
from narrowgate_common.richtext.storage.entities import escaped, quoted


def atom(wanted: Atom) -> str:
    """A fitted atom. Raises GatewayError (`unknown_ref`) for one that cannot be made from nothing."""
    writer = _WRITERS.get(wanted.kind)
    if writer is None:
        raise refused("a macro among words can be kept, moved or copied, not made", reason="unknown_ref")
    return writer(wanted)


def link(wanted: Link) -> tuple[str, str]:
    """What stands before and behind a link's words."""
    if places.is_web(wanted.to):
        title = f" title={quoted(wanted.title)}" if wanted.title else ""
        return f"<a href={quoted(wanted.to)}{title}>", "</a>"
    anchor, resource = places.target(wanted.to)
    place = f" ac:anchor={quoted(anchor)}" if anchor else ""
    return f"<ac:link{place}>{resource}<ac:link-body>", "</ac:link-body></ac:link>"


def _break(_atom: Atom) -> str:
    return "<br/>"


def _status(wanted: Atom) -> str:
    colour = COLOURS.get(wanted.attr("color"), "")
    parameters = parameter_element("title", wanted.label)
    parameters += parameter_element("colour", colour) if colour else ""
    return f'<ac:structured-macro ac:name="status" ac:schema-version="1">{parameters}</ac:structured-macro>'


def _mention(wanted: Atom) -> str:
    body = ""
    if wanted.label and wanted.label != wanted.attr("id"):
        body = f"<ac:link-body>{escaped(wanted.label)}</ac:link-body>"
    return f"<ac:link>{places.user(wanted.attr('id'))}{body}</ac:link>"


def _date(wanted: Atom) -> str:
    return f"<time datetime={quoted(wanted.label)}/>"


def _emoji(wanted: Atom) -> str:
    if wanted.label in EMOTICONS:
        return f"<ac:emoticon ac:name={quoted(wanted.label)}/>"
    short = quoted(f":{wanted.label}:")
    return f'<ac:emoticon ac:name="blue-star" ac:emoji-shortname={short} ac:emoji-fallback={short}/>'


def _card(wanted: Atom) -> str:
    href = quoted(wanted.label)
    return f'<a href={href} data-card-appearance="inline">{escaped(wanted.label)}</a>'


def _image(wanted: Atom) -> str:
    shown = {
        "ac:alt": wanted.label,
        **{f"ac:{name}": wanted.attr(name) for name in ("title", "width", "height")},
    }
    attrs = "".join(f" {name}={quoted(value)}" for name, value in shown.items() if value)
    caption = wanted.attr("caption")
    below = f"<ac:caption><p>{escaped(caption)}</p></ac:caption>" if caption else ""
    return f"<ac:image{attrs}>{places.resource(wanted.attr('to'))}{below}</ac:image>"


_WRITERS: dict[str, Callable[[Atom], str]] = {
    "break": _break,
    "status": _status,
    "mention": _mention,
    "date": _date,
    "emoji": _emoji,
    "card": _card,
    "image": _image,
}
