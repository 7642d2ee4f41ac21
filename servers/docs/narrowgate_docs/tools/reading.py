"""get_page: the text in the dialect, its outline, its exact source, or the vendor's rendering of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from narrowgate_common.errors import bad_input
from narrowgate_common.listings import continued, theirs
from narrowgate_common.room import SPARE, head
from narrowgate_common.shaping import given, name, names
from narrowgate_common.tools import Data, Rendering
from narrowgate_docs.port import Document, Standing
from narrowgate_docs.tools import shapes
from narrowgate_docs.tools.arguments import GetPage
from narrowgate_docs.tools.desk import Desk
from narrowgate_docs.tools.page_view import outline, spare, window
from narrowgate_docs.versions import Version

_MOST_ATTACHMENTS = 100


async def get_page(arguments: GetPage, desk: Desk) -> Data:
    document = await desk.document(arguments.page)
    data = {**facts(document, desk.house.max_result_chars // 4), "view": arguments.view}
    if "attachments" in arguments.include:
        data |= await _attachments(document, desk)
    return await _VIEWS[arguments.view](document, data, arguments, desk)


def facts(document: Document, room: int) -> Data:
    """A page by itself without its text."""
    page = document.page
    hidden = head(document.body.hidden, room)
    return given(
        id=page.id,
        url=page.url,
        space=page.space,
        version=str(seen_as(document)),
        standing=None if page.standing is Standing.CURRENT else str(page.standing),
        parent=page.parent,
        created=document.created,
        updated=page.updated,
        truncated=len(hidden) < len(document.body.hidden) or None,
        untrusted=given(
            title=name(page.title),
            author=name(document.author),
            labels=names(document.labels or ())[:50],
            hidden_from_markdown=hidden,
        ),
    )


def seen_as(document: Document) -> Version:
    return Version.of(document.number, document.source, document.body.markdown)


async def _attachments(document: Document, desk: Desk) -> Data:
    found = await desk.wiki.attachments(document.page, limit=_MOST_ATTACHMENTS, token=None)
    rows = [shapes.attachment(each) for each in found.items]
    kept = head(rows, desk.house.max_result_chars // 4)
    cut = len(kept) < len(rows) or found.token is not None
    return {"attachments": kept, **given(truncated=cut or None)}


async def _markdown(document: Document, data: Data, arguments: GetPage, desk: Desk) -> Data:
    shown = _windowed(document.body.markdown, data, arguments, desk)
    if shown.pop("cut"):
        shown["version"] = str(seen_as(document).cut())
    return {**shown, "editable": not document.body.locked and document.page.standing is Standing.CURRENT}


async def _outline(document: Document, data: Data, _arguments: GetPage, desk: Desk) -> Data:
    rows, cut = outline(document.body.markdown, spare(data, desk.house.max_result_chars - SPARE))
    text = document.body.markdown
    size = {"chars": len(text), "lines": text.count("\n") + 1 if text else 0}
    partial = {**data, "version": str(seen_as(document).cut()), **size, "outline": rows}
    return {**partial, **given(truncated=cut or data.get("truncated"))}


async def _storage(document: Document, data: Data, arguments: GetPage, desk: Desk) -> Data:
    return _only_read(document, _windowed(document.source, data, arguments, desk))


async def _rendered(document: Document, data: Data, arguments: GetPage, desk: Desk) -> Data:
    text = await desk.wiki.rendered(document.page)
    return _only_read(document, _windowed(text, data, arguments, desk))


def _only_read(document: Document, shown: Data) -> Data:
    """What was seen so is not the text that can be written as a whole."""
    shown.pop("cut")
    return {**shown, "version": str(seen_as(document).cut()), "editable": False}


def _windowed(text: str, data: Data, arguments: GetPage, desk: Desk) -> Data:
    if arguments.offset > len(text):
        raise bad_input(f"The text has {len(text)} characters", reason="beyond_end")
    room = spare(data, desk.house.max_result_chars - SPARE)
    seen = window(text, arguments.offset, room, arguments.max_lines)
    words = {**data["untrusted"], "body": seen.text}
    return {**data, "untrusted": words, **seen.shown(), "cut": not seen.whole}


_VIEWS: dict[str, Callable[[Document, Data, GetPage, Desk], Awaitable[Data]]] = {
    "markdown": _markdown,
    "outline": _outline,
    "storage": _storage,
    "rendered": _rendered,
}


def page_text(data: Data) -> Rendering:
    return Rendering("\n".join(_head(data)), "\n".join(_body(data)), continued(data))


def _head(data: Data) -> list[str]:
    lines = [f"{data.get('id', '')} {data.get('url', '')}", f"version: {data.get('version', '')}"]
    if data.get("standing"):
        lines.append(f"This page is {data['standing']}.")
    if data.get("view") in {"storage", "rendered"}:
        lines.append(f"This is the {data['view']} view: it cannot be written back.")
    if data.get("view") == "markdown" and not data.get("editable"):
        lines.append("This text cannot be edited from here.")
    if "next_offset" in data:
        lines.append(
            f"Shown up to character {data['next_offset']} of {data['chars']} ({data['lines']} lines); "
            f"go on with offset={data['next_offset']}."
        )
    return lines


def _body(data: Data) -> list[str]:
    words = theirs(data)
    rows: list[tuple[str, Any]] = [
        ("Title", words.get("title")),
        ("Labels", ", ".join(words.get("labels", []))),
        ("Author", words.get("author")),
        ("Not shown in Markdown, kept by edits", "; ".join(words.get("hidden_from_markdown", []))),
    ]
    lines = [f"{label}: {value}" for label, value in rows if value]
    lines += [f"Attachment {_attachment_line(each)}" for each in data.get("attachments", [])]
    lines += [_heading_line(each) for each in data.get("outline", [])]
    return [*lines, "", words["body"]] if words.get("body") else lines


def _attachment_line(each: Data) -> str:
    words = theirs(each)
    kind = f"{each.get('size', 0)} bytes, {words.get('media_type', '')}"
    return f"{each.get('id', '')}: {words.get('filename', '')} ({kind})"


def _heading_line(each: Data) -> str:
    return f"{'#' * each['level']} {theirs(each).get('heading', '')} (line {each['line']}, offset={each['offset']})"
