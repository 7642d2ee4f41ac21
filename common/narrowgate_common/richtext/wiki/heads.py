"""The heads of macros: `{code:java|title=A.java}`, `{panel:title=T|bgColor=#fff}`; read, written and patched."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from narrowgate_common.richtext.blocks import Attrs, Block
from narrowgate_common.richtext.languages import is_language
from narrowgate_common.richtext.wiki.macros import Macro, settings
from narrowgate_common.richtext.wiki.origins import Place

ALERTS = frozenset({"info", "note", "tip", "warning"})
UNNAMED = {"code": "language", "expand": "title"}
"""The setting that may stand without its name."""
_SHOWN = {"code": ("language", "title"), "noformat": ("title",)}


def code(text: str, macro: Macro) -> Block:
    inside, until = macro.inside, macro.until
    for line_end in ("\r\n", "\n"):
        if text.startswith(line_end, inside, until):
            inside += len(line_end)
            break
    for line_end in ("\r\n", "\n"):
        if text.endswith(line_end, inside, until):
            until -= len(line_end)
            break
    attrs = _shown(macro.name, macro.settings)
    place = Place(text, macro.start, macro.end, inside, until, macro.name)
    return Block("code", attrs=attrs, text=text[inside:until].replace("\r\n", "\n"), origin=place)


def container(text: str, macro: Macro, children: tuple[Block, ...]) -> Block:
    place = Place(text, macro.start, macro.end, macro.inside, macro.until, macro.name)
    if macro.name == "quote":
        return Block("quote", children=children, origin=place)
    attrs = _shown(macro.name, macro.settings)
    if macro.name in ALERTS:
        return Block("alert", macro.name.upper(), attrs, children=children, origin=place)
    if hidden_settings(macro.name, macro.settings):
        attrs += (("ref", _ref(text[macro.start : macro.inside])),)
    return Block("container", macro.name, attrs, children=children, origin=place)


def hidden_settings(name: str, found: str) -> list[str]:
    """Those that Markdown does not show."""
    shown = _SHOWN.get(name, ("title",))
    return [part.strip() for part in found.split("|") if part.strip() and not _is_shown(name, part, shown)]


def patched(place: Place, name: str, attrs: Attrs) -> str:
    """An opening tag that says this; the settings that Markdown does not show stay."""
    old = place.text[place.start : place.text.index("}", place.start) + 1]
    found = old[1:-1].partition(":")[2]
    wanted = {key: value for key, value in attrs if key != "ref"}
    if name == place.form and dict(_shown(name, found)) == wanted:
        return old
    kept: list[str] = []
    for part in found.split("|"):
        key = _name(place.form, part)
        if not part.strip():
            continue
        if not _is_shown(place.form, part, _SHOWN.get(place.form, ("title",))):
            if not (key == "language" and wanted.get(key)):
                kept.append(part)
        elif wanted.get(key):
            kept.append(_setting(name, key, wanted.pop(key), plain="=" not in part))
    return tag(name, wanted, kept)


def tag(name: str, wanted: Mapping[str, str], kept: list[str] | None = None) -> str:
    """An opening tag; a setting that may go without its name stands first."""
    unnamed = UNNAMED.get(name, "")
    parts = list(kept or [])
    for key, value in wanted.items():
        if not value:
            continue
        if key == unnamed and not any("=" not in part for part in parts):
            parts.insert(0, value)
        else:
            parts.append(f"{key}={value}")
    return f"{{{name}:{'|'.join(parts)}}}" if parts else f"{{{name}}}"


def _setting(name: str, key: str, value: str, *, plain: bool) -> str:
    return value if plain and UNNAMED.get(name) == key else f"{key}={value}"


def _shown(name: str, found: str) -> Attrs:
    plain, named = settings(found)
    if plain and name in UNNAMED:
        named.setdefault(UNNAMED[name], plain)
    if not is_language(named.get("language", "")):
        named.pop("language", None)
    return tuple((key, named[key]) for key in _SHOWN.get(name, ("title",)) if named.get(key))


def _is_shown(name: str, part: str, shown: tuple[str, ...]) -> bool:
    key = _name(name, part)
    return key in shown and (key != "language" or is_language(part.rpartition("=")[2].strip()))


def _name(name: str, part: str) -> str:
    key, equals, _ = part.partition("=")
    return key.strip().lower() if equals else UNNAMED.get(name, "")


def _ref(head: str) -> str:
    return sha256(head.encode("utf-8", "surrogatepass")).hexdigest()[:8]
