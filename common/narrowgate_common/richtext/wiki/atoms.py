"""What stands among words and is none: images and mentions, smileys; read, written and patched."""

from __future__ import annotations

from urllib.parse import unquote

from narrowgate_common.richtext.inline import Atom
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.wiki import addresses

SHOWN = ("width", "height")
"""Settings of an image that Markdown shows; any other one is kept."""


def image(inside: str) -> Atom | None:
    """What stands between the exclamation marks; None where its source is no place to send a reader."""
    name, _, rest = inside.partition("|")
    to = addresses.image_source(name)
    if to is None:
        return None
    found = dict(_setting(part) for part in reversed(rest.split(",")))
    shown = ((each, found[each]) for each in SHOWN if found.get(each))
    return Atom("image", found.get("alt", ""), (("to", to), *shown))


def hidden_settings(inside: str) -> list[str]:
    """Those of an image that Markdown does not show."""
    _, _, rest = inside.partition("|")
    return [
        part.strip() for part in rest.split(",") if part.strip() and _setting(part)[0] not in {*SHOWN, "alt"}
    ]


def mention(target: str, label: str) -> Atom:
    user = target[1:].strip()
    return Atom("mention", label.strip() or user, (("id", user),))


def written(atom: Atom) -> str:
    """The markup of a fitted atom."""
    if atom.kind == "mention":
        return f"[~{atom.attr('id')}]"
    if atom.kind == "image":
        return _image(atom, [])
    if atom.kind == "macro":
        raise refused(f"there is nothing of ref {atom.attr('ref')[:20]} here", reason="unknown_ref")
    return atom.label


def patched(old: Atom, raw: str, new: Atom) -> str:
    """The markup of an atom that differs from an old one; what it hides stays."""
    if old == new:
        return raw
    if (old.kind, new.kind) == ("image", "image"):
        return _image(new, hidden_settings(raw[1:-1]))
    return written(new)


def _image(atom: Atom, kept: list[str]) -> str:
    to = atom.attr("to")
    name = unquote(to[11:]) if to.startswith("attachment:") else to
    named = [f"{each}={atom.attr(each)}" for each in SHOWN if atom.attr(each)]
    settings = [*kept, *named, *([f"alt={atom.label}"] if atom.label else [])]
    return f"!{name}|{','.join(settings)}!" if settings else f"!{name}!"


def _setting(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return name.strip().lower(), value.strip()
