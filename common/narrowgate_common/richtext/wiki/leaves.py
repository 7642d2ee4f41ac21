"""Paragraphs, headings and code blocks with other contents, their heads patched in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.inline import normal
from narrowgate_common.richtext.unseen import seen
from narrowgate_common.richtext.wiki import fresh, heads, patching
from narrowgate_common.richtext.wiki.origins import Place


def leaf(old: Block, wanted: Block, splices: Sequence[Splice]) -> str:
    if wanted.kind == "code":
        return _code(old, wanted)
    place: Place = old.origin
    if old.kind == wanted.kind and normal(old.runs) == normal(wanted.runs):
        return _head(place, old, wanted) + place.text[place.inside : place.until]
    if old.kind != wanted.kind:
        place = replace(place, form="heading" if wanted.kind == "heading" else "")
    return _head(place, old, wanted) + patching.words(splices, wanted.runs, place)


def _head(place: Place, old: Block, wanted: Block) -> str:
    if wanted.kind != "heading":
        return ""
    if old.kind != "heading":
        return f"h{wanted.level}. "
    return f"h{wanted.level}" + place.text[place.start + 2 : place.inside]


def _code(old: Block, wanted: Block) -> str:
    place: Place = old.origin
    if is_same := wanted.text == seen(old.text):
        wanted = replace(wanted, text=old.text)
    holder = fresh.code_name(wanted.text)
    name = place.form if wanted.text == old.text or f"{{{place.form}" not in wanted.text.lower() else holder
    if name == "noformat" and wanted.attr("language"):
        name = "code"
    if name == "code" and "{code" in wanted.text.lower() and wanted.text != old.text:
        return fresh.code(wanted, place.eol)
    if name != place.form:
        return fresh.code(wanted, place.eol)
    head = heads.patched(place, name, wanted.attrs)
    text = place.text[place.inside : place.until]
    if not is_same:
        text = wanted.text.replace("\n", place.eol)
    before = place.text[place.start : place.inside].partition("}")[2]
    after = place.text[place.until : place.end]
    if not is_same and "\n" in wanted.text and "\n" not in before:
        before, after = place.eol, place.eol + after
    return head + before + text + after
