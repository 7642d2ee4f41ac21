"""attach_file and download_attachment: they exist only where an administrator opened a root."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from narrowgate_common import proving
from narrowgate_common.errors import not_found, upstream_error
from narrowgate_common.filenames import is_active
from narrowgate_common.listings import origin_notes, theirs
from narrowgate_common.quoting import quoted
from narrowgate_common.shaping import given
from narrowgate_common.tools import Data, Rendering
from narrowgate_docs.port import Attachment, PageRef
from narrowgate_docs.tools import shapes
from narrowgate_docs.tools.arguments import AttachFile, DownloadAttachment
from narrowgate_docs.tools.desk import Desk, refuse_standing

_LISTED = 100
_MOST_PAGES = 20
"""Of the list of a page's attachments, when one is looked for by its id."""


def file_hashes(arguments: AttachFile, desk: Desk) -> Mapping[str, str]:
    """So that a repeated call is the same only if the content is."""
    return {arguments.path: desk.upload_root().read(arguments.path).sha256}


async def attach_file(arguments: AttachFile, desk: Desk) -> Data:
    desk.address(arguments.page)
    file = await desk.upload(arguments.path)
    page = await desk.page(arguments.page)
    refuse_standing(page)
    attached, reconciled = await proving.done_or_found(
        lambda: desk.wiki.attach_file(page, file.name, file.content, file.media_type, stamp=desk.stamp()),
        lambda: desk.wiki.find_attached(page, file.name, stamp=desk.stamp()),
        proving.lost("the file was attached", "get_page", {"page": page.id, "include": ["attachments"]}),
        desk,
    )
    return {
        "page": page.id,
        "url": page.url,
        "sha256": file.sha256,
        "attachment": shapes.attachment(attached),
        "untrusted": {"markdown": f"![](attachment:{attached.filename})"},
        **given(new_version=attached.version > 1 or None, reconciled=reconciled or None),
    }


def attached_text(data: Data) -> Rendering:
    attachment = data.get("attachment", {})
    new = f" as version {attachment.get('version')}" if data.get("new_version") else ""
    file = f"id {attachment.get('id', '')}, {attachment.get('size', 0)} bytes"
    lines = [
        f"Attached to page {data.get('page', '')}{new}: {file}",
        f"sha256: {data.get('sha256', '')}",
        *origin_notes(data),
    ]
    shown = [theirs(attachment).get("filename", ""), theirs(data).get("markdown", "")]
    return Rendering("\n".join(lines), "\n".join(shown))


async def download_attachment(arguments: DownloadAttachment, desk: Desk) -> Data:
    page = await desk.page(arguments.page)
    wanted = await _picked(arguments.attachment, page, desk)
    saved = await desk.download_root().save(wanted.filename, _whole(page, wanted, desk))
    return {
        "page": page.id,
        "root": desk.download_root().label,
        "attachment": shapes.attachment(wanted),
        "size": saved.size,
        "sha256": saved.sha256,
        "untrusted": {"file": saved.name},
        **given(runs_when_opened=is_active(saved.name) or None),
    }


async def _picked(text: str, page: PageRef, desk: Desk) -> Attachment:
    """By its name, which is unique on a page, or by its id."""
    found = await desk.wiki.attachment_named(page, text)
    if found is not None:
        return found
    token: str | None = None
    names: list[str] = []
    for _ in range(_MOST_PAGES):
        listed = await desk.wiki.attachments(page, limit=_LISTED, token=token)
        for each in listed.items:
            if each.id == text:
                return each
            names.append(each.filename)
        token = listed.token
        if token is None:
            break
    shown = ", ".join(quoted(each, 40) for each in names[:5])
    raise not_found("That attachment", details=[f"there are: {shown}"] if shown else [])


async def _whole(page: PageRef, wanted: Attachment, desk: Desk) -> AsyncGenerator[bytes]:
    """The bytes, of which there must be as many as the wiki lists: a login page in their place is another file."""
    arrived = 0
    async with aclosing(desk.wiki.download(page, wanted)) as chunks:
        async for chunk in chunks:
            arrived += len(chunk)
            yield chunk
    if wanted.size not in (0, arrived):
        raise upstream_error(
            "What arrived is not that attachment: its size is not the listed one. A login page may stand before it",
            reason="wrong_size",
        )


def downloaded_text(data: Data) -> Rendering:
    """The file's name ends in what the wiki calls it, so it stands with the wiki's words."""
    head = f"Saved below the download root {data.get('root', '')}, {data['size']} bytes\nsha256: {data['sha256']}"
    if data.get("runs_when_opened"):
        head += "\nFiles of this type run when they are opened: read it, do not open it."
    original = theirs(data.get("attachment", {})).get("filename", "")
    return Rendering(head, f"saved as: {theirs(data).get('file', '')}\noriginal name: {original}")
