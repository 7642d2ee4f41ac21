"""What a write to a page reports: each field applied or ignored, as the vendor shows it afterwards."""

from __future__ import annotations

from narrowgate_common.errors import GatewayError
from narrowgate_common.listings import origin_notes, theirs
from narrowgate_common.rich_text import Rewrite
from narrowgate_common.richtext.preview import changes, source
from narrowgate_common.shaping import given, name
from narrowgate_common.tools import Data, Rendering
from narrowgate_docs.port import Document
from narrowgate_docs.tools.desk import Desk
from narrowgate_docs.tools.drafting import Change
from narrowgate_docs.tools.reading import seen_as


async def written(document: Document, change: Change, desk: Desk) -> Data:
    """Read back; the write was done whatever this read says."""
    try:
        after = await desk.document(document.page.id)
    except GatewayError:
        page = document.page
        return {"id": page.id, "url": page.url, "space": page.space, "verified": False}
    return as_it_stands(after, change)


def as_it_stands(after: Document, change: Change) -> Data:
    """The page, and which of the asked fields it holds."""
    verdicts = {name: held for name, held in _verdicts(after, change).items() if held is not None}
    return {
        **place(after),
        "verified": True,
        "applied": [name for name, held in verdicts.items() if held],
        "ignored": [name for name, held in verdicts.items() if not held],
    }


def place(document: Document) -> Data:
    page = document.page
    return {
        "id": page.id,
        "url": page.url,
        "space": page.space,
        "version": str(seen_as(document)),
        "untrusted": given(title=name(page.title)),
    }


def _verdicts(after: Document, change: Change) -> dict[str, bool | None]:
    """None for what was not asked for."""
    wanted = change.wanted
    labels = {each.casefold() for each in after.labels or ()}
    added = {each.casefold() for each in wanted.labels}
    removed = {each.casefold() for each in wanted.remove_labels}
    return {
        "title": None if wanted.title is None else after.page.title.strip() == wanted.title.strip(),
        "body": None if change.body is None else after.body.markdown.strip() == change.body.markdown.strip(),
        "labels": added <= labels if added else None,
        "remove_labels": not removed & labels if removed else None,
        "parent": None if wanted.parent is None else after.page.parent == wanted.parent.id,
    }


def previewed(document: Document, change: Change) -> Data:
    """What would be written, as differences; nothing is sent."""
    shown = given(
        title=name(change.title) if change.title != document.page.title else None,
        text_changes=changes(document.body.markdown, change.body.markdown) if change.body else None,
        source_changes=changes(source(document.source), source(change.source(document))),
        labels=[*(f"+{each}" for each in change.labels), *(f"-{each}" for each in change.remove_labels)],
        parent=name(change.wanted.parent.title) if change.moves and change.wanted.parent else None,
    )
    data = {
        **place(document),
        "preview": True,
        **rewriting(change.body),
        **given(merged=change.merged or None),
    }
    return {**data, "untrusted": {**data["untrusted"], "changes": shown}}


def rewriting(body: Rewrite | None) -> Data:
    """What a text lost, and what the vendor's format holds only in another form."""
    told = given(lost=body.losses, changed=body.notes) if body else {}
    return {"rewriting": {"untrusted": {key: list(lines) for key, lines in told.items()}}} if told else {}


def rewriting_lines(data: Data) -> list[str]:
    told = theirs(data.get("rewriting", {}))
    lines = [f"lost: {line}" for line in told.get("lost", [])]
    return lines + [f"written otherwise: {line}" for line in told.get("changed", [])]


def written_text(data: Data) -> Rendering:
    if data.get("preview"):
        return _preview_text(data)
    lines = [f"{data.get('id', '')} {data.get('url', '')}", *_notes(data)]
    return Rendering("\n".join(lines), "\n".join([theirs(data).get("title", ""), *rewriting_lines(data)]))


def _notes(data: Data) -> list[str]:
    notes = [f"applied: {', '.join(data['applied'])}"] if data.get("applied") else []
    if data.get("ignored"):
        notes.append(f"IGNORED by the wiki, unchanged: {', '.join(data['ignored'])}")
    if data.get("version"):
        notes.append(f"version: {data['version']}")
    if data.get("merged"):
        notes.append("Others had changed other blocks since that version; both changes are in the page.")
    if "draft" in data:
        notes.append(
            "Somebody has unpublished changes of this page open in the editor; publishing them may undo this."
        )
    if data.get("verified") is False:
        notes.append("It was written, but reading it back failed; read it with get_page.")
    return notes + origin_notes(data)


def _preview_text(data: Data) -> Rendering:
    head = f"Preview for {data.get('id', 'a new page')}: nothing was written. To write it, repeat without preview."
    shown = theirs(data).get("changes", {})
    lines = [
        f"{label}:\n{value if isinstance(value, str) else ', '.join(value)}"
        for label, value in shown.items()
        if value
    ]
    return Rendering(head, "\n".join([*lines, *rewriting_lines(data)]))
