"""upload_file and download_file: they exist only where an administrator opened a root."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from narrowgate_chat.port import File, Place
from narrowgate_chat.tools import shapes
from narrowgate_chat.tools.arguments import DownloadFile, UploadFile
from narrowgate_chat.tools.desk import Desk, thread_of
from narrowgate_chat.tools.sending import after, composed
from narrowgate_common import proving
from narrowgate_common.errors import bad_input, upstream_error
from narrowgate_common.filenames import is_active
from narrowgate_common.listings import theirs
from narrowgate_common.shaping import given
from narrowgate_common.tools import Data, Rendering


def file_hashes(arguments: UploadFile, desk: Desk) -> Mapping[str, str]:
    """So that a repeated call is the same only if the content is."""
    return {arguments.path: desk.upload_root().read(arguments.path).sha256}


async def upload_file(arguments: UploadFile, desk: Desk) -> Data:
    file = await desk.upload(arguments.path)
    place = await _place(arguments, desk)
    desk.refuse_writing(place.channel)
    comment = None
    if arguments.comment is not None:
        written, _ = await composed(arguments.comment, (), desk)
        if len(written.pieces) > 1:
            raise bad_input("The comment is too long for one message", reason="too_long")
        comment = written.pieces[0]
    where = {"channel": place.channel.id}
    message, reconciled = await proving.done_or_found(
        lambda: desk.chat.upload(
            place, file.name, file.content, file.media_type, comment, stamp=desk.stamp()
        ),
        lambda: desk.chat.find_sent(place, desk.stamp()),
        proving.lost("the file was uploaded", "read_messages", where),
        desk,
    )
    return {
        "channel": shapes.channel(place.channel),
        "messages": [shapes.message(message, message.text)],
        "wait_cursor": after(place, [message]).sealed(desk),
        "sha256": file.sha256,
        **given(reconciled=reconciled or None),
    }


async def _place(arguments: UploadFile, desk: Desk) -> Place:
    if (arguments.channel is None) == (arguments.message is None):
        raise bad_input("Give either channel or message", reason="invalid_arguments")
    if arguments.message is not None:
        return thread_of(*await desk.message(arguments.message))
    return Place(await desk.channel(str(arguments.channel)))


async def download_file(arguments: DownloadFile, desk: Desk) -> Data:
    channel, message = await desk.message(arguments.message)
    wanted = await desk.chat.file(channel, message.id, arguments.file)
    saved = await desk.download_root().save(wanted.filename, _whole(wanted, desk))
    return {
        "message": shapes.reference(message),
        "root": desk.download_root().label,
        "size": saved.size,
        "sha256": saved.sha256,
        "untrusted": {"file": saved.name, "original": wanted.filename},
        **given(runs_when_opened=is_active(saved.name) or None),
    }


async def _whole(wanted: File, desk: Desk) -> AsyncGenerator[bytes]:
    """The bytes, of which there must be as many as the chat lists: a login page in their place is another file."""
    arrived = 0
    async with aclosing(desk.chat.download(wanted)) as chunks:
        async for chunk in chunks:
            arrived += len(chunk)
            yield chunk
    if wanted.size not in (0, arrived):
        raise upstream_error(
            "What arrived is not that file: its size is not the listed one. A login page may stand before it",
            reason="wrong_size",
        )


def downloaded_text(data: Data) -> Rendering:
    """The file's name ends in what the chat calls it, so it stands with the chat's words."""
    head = f"Saved below the download root {data.get('root', '')}, {data['size']} bytes\nsha256: {data['sha256']}"
    if data.get("runs_when_opened"):
        head += "\nFiles of this type run when they are opened: read it, do not open it."
    words = theirs(data)
    return Rendering(head, f"saved as: {words.get('file', '')}\noriginal name: {words.get('original', '')}")
