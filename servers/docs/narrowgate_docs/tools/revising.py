"""update_page and edit_page: page, place and labels, each step only where something differs, then read back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from narrowgate_common import proving
from narrowgate_common.errors import Category, GatewayError, bad_input
from narrowgate_common.richtext.replacements import Replacement, replaced
from narrowgate_common.shaping import given
from narrowgate_common.tools import Data
from narrowgate_docs.port import Document
from narrowgate_docs.tools import shapes
from narrowgate_docs.tools.arguments import EditPage, UpdatePage
from narrowgate_docs.tools.desk import Desk, refuse_standing
from narrowgate_docs.tools.drafting import Change, Wanted, drafted, names_of, picked, wanted_parent
from narrowgate_docs.tools.since import Since, seen_version
from narrowgate_docs.tools.written import as_it_stands, previewed, rewriting, written
from narrowgate_docs.versions import Version

_TRIES = 3
"""A page that others write at the same moment is read and merged anew this often."""


async def update_page(arguments: UpdatePage, desk: Desk) -> Data:
    found = picked(arguments.fields, "update", desk)
    if not found:
        raise bad_input("Give fields", reason="invalid_arguments")
    seen = seen_version(arguments.version)
    if "body" in found and seen.partial and not arguments.allow_removals:
        raise bad_input(
            "Only a part of the page was read with that version; use edit_page, or allow_removals",
            reason="partial_read",
        )
    document = await desk.writable(arguments.page)
    text = str(found["body"]) if "body" in found else None
    wanted = Wanted(
        title=str(found["title"]) if "title" in found else None,
        text=None if text is None else lambda _since: text,
        labels=names_of(found, "labels"),
        remove_labels=names_of(found, "remove_labels"),
        parent=await wanted_parent(found, document.page.space, desk),
        allow_removals=arguments.allow_removals,
    )
    return await _revised(document, seen, wanted, desk, preview=arguments.preview)


async def edit_page(arguments: EditPage, desk: Desk) -> Data:
    if "body" not in desk.house.safelists["update"]:
        raise bad_input("This server's administrator does not let bodies be written", reason="unknown_field")
    seen = seen_version(arguments.version)
    document = await desk.writable(arguments.page)
    passages = [Replacement(edit.old, edit.new) for edit in arguments.edits]
    wanted = Wanted(
        text=lambda since: replaced(since.text, passages), allow_removals=arguments.allow_removals
    )
    return await _revised(document, seen, wanted, desk, preview=arguments.preview)


async def _revised(document: Document, seen: Version, wanted: Wanted, desk: Desk, *, preview: bool) -> Data:
    change = await drafted(await Since.of(document, seen, desk), wanted, desk)
    if preview:
        return previewed(document, change)
    draft = await desk.wiki.draft(document) if change.writes(document) else None
    done: list[str] = []
    reconciled = False
    if change.writes(document):
        document, change, reconciled = await _page_written(document, seen, change, desk)
        done.append("page")
    for step, act in _beside(document, change, desk):
        await _done(step, act, done, document)
        done.append(step)
    data = await written(document, change, desk) if done else as_it_stands(document, change)
    return {
        **data,
        **rewriting(change.body),
        **given(
            merged=change.merged or None,
            draft=None if draft is None else shapes.draft(draft),
            reconciled=reconciled or None,
        ),
    }


async def _page_written(
    document: Document, seen: Version, change: Change, desk: Desk
) -> tuple[Document, Change, bool]:
    """The page it was written onto, what was written, and whether that was found by looking.

    A conflict is looked at and never just repeated: what others wrote meanwhile is merged, or refused with what it is.
    """
    for _ in range(_TRIES):
        failure = await _tried(document, change, desk)
        if failure is None:
            return document, change, False
        current = await _reread(document, failure, desk)
        if _stands(current, change, document):
            return document, change, True
        if failure.outcome == "unknown":
            raise proving.lost("the page was changed", "get_page", {"page": document.page.id})
        document = current
        change = await drafted(await Since.of(document, seen, desk), change.wanted, desk)
        if not change.writes(document):
            return document, change, False
    raise bad_input(
        "Others keep changing that page at this moment; read it again and repeat what is still wanted",
        reason="stale_version",
    )


async def _tried(document: Document, change: Change, desk: Desk) -> GatewayError | None:
    """The failure that needs a look: a conflict, or an answer that was lost."""
    try:
        await desk.wiki.write_page(document, title=change.title, body=change.source(document), message="")
    except GatewayError as error:
        if error.reason != "conflict" and not proving.in_doubt(error):
            raise
        return error
    return None


async def _reread(document: Document, failure: GatewayError, desk: Desk) -> Document:
    try:
        current = await desk.document(document.page.id)
    except GatewayError:
        if proving.in_doubt(failure):
            raise proving.lost("the page was changed", "get_page", {"page": document.page.id}) from None
        raise
    refuse_standing(current.page)
    return current


def _stands(current: Document, change: Change, before: Document) -> bool:
    """Whether the page is as it was to become, one version on."""
    newer = current.number > before.number
    return newer and current.page.title == change.title and _same_body(current, change, before)


def _same_body(current: Document, change: Change, before: Document) -> bool:
    if change.body is None:
        return current.source == before.source
    return current.body.markdown.strip() == change.body.markdown.strip()


def _beside(
    document: Document, change: Change, desk: Desk
) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
    """The steps that are no part of the page's text, by name: each is safe to take twice."""
    page, steps = document.page, list[tuple[str, Callable[[], Awaitable[None]]]]()
    parent = change.wanted.parent
    if change.moves and parent is not None:
        target = parent.id
        steps.append(("parent", lambda: desk.wiki.move_page(document, target)))
    if change.labels:
        steps.append(("labels", lambda: desk.wiki.add_labels(page, change.labels)))
    for label in change.remove_labels:
        steps.append(("remove_labels", _removal(document, label, desk)))
    return steps


def _removal(document: Document, label: str, desk: Desk) -> Callable[[], Awaitable[None]]:
    return lambda: desk.wiki.remove_label(document.page, label)


async def _done(step: str, act: Callable[[], Awaitable[None]], done: list[str], document: Document) -> None:
    """Raises what the step raises; with what was done before, if there was anything: the same call goes on there."""
    try:
        await act()
    except GatewayError as error:
        if not done:
            raise
        raise GatewayError(
            error.category if error.outcome is None else Category.UPSTREAM_ERROR,
            f"{error.message} Done before: {', '.join(done)}. Repeat the same call to go on with {step}.",
            reason=error.reason,
            details=error.details,
            retry_after_s=error.retry_after_s,
            outcome="partial",
            receipts=[{"step": each, "done": True} for each in done],
            next_call={"tool": "get_page", "arguments": {"page": document.page.id}},
        ) from None
