"""attach_file and download_attachment: they exist only where an administrator opened a root."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing

from narrowgate_common import proving
from narrowgate_common.errors import GatewayError, bad_input, not_found, permission_denied, upstream_error
from narrowgate_common.filenames import is_active
from narrowgate_common.listings import origin_notes
from narrowgate_common.quoting import quoted
from narrowgate_common.shaping import given
from narrowgate_common.tools import Data, Rendering
from narrowgate_issues.port import Attachment, Part
from narrowgate_issues.tools import shapes
from narrowgate_issues.tools.arguments import AttachFile, DownloadAttachment
from narrowgate_issues.tools.desk import Desk


def file_hashes(arguments: AttachFile, desk: Desk) -> Mapping[str, str]:
    """So that a repeated call is the same only if the content is."""
    return {arguments.path: desk.upload_root().read(arguments.path).sha256}


async def attach_file(arguments: AttachFile, desk: Desk) -> Data:
    key = desk.key(arguments.key)
    file = await desk.upload(arguments.path)
    issue = await desk.issue(key)
    if issue.service_desk and not desk.house.public_comments:
        raise permission_denied(
            "Customers may see files of a service desk's issues, and only this server's administrator can allow that",
            reason="public_comment",
        )
    try:
        attached = await desk.tracker.attach_file(issue.key, file.name, file.content, file.media_type)
    except GatewayError as error:
        if not proving.in_doubt(error):
            raise
        arguments_to_look = {"key": issue.key, "include": ["attachments"]}
        raise proving.lost(f"the file was attached to {issue.key}", "get_issue", arguments_to_look) from None
    return {
        "key": issue.key,
        "url": issue.url,
        "sha256": file.sha256,
        "attachment": shapes.attachment(attached),
    }


def attached_text(data: Data) -> Rendering:
    attachment = data.get("attachment", {})
    head = f"Attached to {data['key']}: id {attachment.get('id', '')}, {attachment.get('size', 0)} bytes"
    lines = [head, f"sha256: {data.get('sha256', '')}", *origin_notes(data)]
    return Rendering("\n".join(lines), attachment.get("untrusted", {}).get("filename", ""))


async def download_attachment(arguments: DownloadAttachment, desk: Desk) -> Data:
    issue = await desk.issue(desk.key(arguments.key), Part.ATTACHMENTS)
    wanted = picked(arguments.attachment, issue.attachments or ())
    saved = await desk.download_root().save(wanted.filename, _whole(wanted, desk))
    return {
        "key": issue.key,
        "root": desk.download_root().label,
        "attachment": shapes.attachment(wanted),
        "size": saved.size,
        "sha256": saved.sha256,
        "untrusted": {"file": saved.name},
        **given(runs_when_opened=is_active(saved.name) or None),
    }


async def _whole(wanted: Attachment, desk: Desk) -> AsyncGenerator[bytes]:
    """The bytes, of which there must be as many as the tracker lists: a login page in their place is another file."""
    arrived = 0
    async with aclosing(desk.tracker.download(wanted)) as chunks:
        async for chunk in chunks:
            arrived += len(chunk)
            yield chunk
    if wanted.size not in (0, arrived):
        raise upstream_error(
            "What arrived is not that attachment: its size is not the listed one. A login page may stand before it",
            reason="wrong_size",
        )


def picked(text: str, attachments: Sequence[Attachment]) -> Attachment:
    """By id, or by a file name that only one attachment has."""
    found = [each for each in attachments if text == each.id] or [
        each for each in attachments if text == each.filename
    ]
    if len(found) == 1:
        return found[0]
    if found:
        lines = [f"candidate: id {each.id}, {each.size} bytes, {each.created}" for each in found]
        raise bad_input(
            "Several attachments have that name; give an id", reason="ambiguous_name", details=lines
        )
    names = ", ".join(quoted(each.filename, 40) for each in attachments[:5])
    raise not_found("That attachment", details=[f"there are: {names}"] if names else [])


def downloaded_text(data: Data) -> Rendering:
    """The file's name ends in what the tracker calls it, so it stands with the tracker's words."""
    head = f"Saved below the download root {data.get('root', '')}, {data['size']} bytes\nsha256: {data['sha256']}"
    if data.get("runs_when_opened"):
        head += "\nFiles of this type run when they are opened: read it, do not open it."
    original = data.get("attachment", {}).get("untrusted", {}).get("filename", "")
    return Rendering(
        head, f"saved as: {data.get('untrusted', {}).get('file', '')}\noriginal name: {original}"
    )
