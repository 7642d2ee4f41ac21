"""Files by method: asking for an upload address, completing an upload, and looking one up.

https://docs.slack.dev/messaging/working-with-files/#upload
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.chat_records import Channel, ChatFile
from narrowgate_sandbox.slack import mrkdwn, paging
from narrowgate_sandbox.slack.arguments import TS
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError
from narrowgate_sandbox.slack.file_shape import shape

_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "pdf": "application/pdf",
    "txt": "text/plain",
}


def files_get_upload_url_external(call: Call) -> dict[str, Any]:
    """`length` is in bytes."""
    name, length = call.arguments.text("filename"), call.arguments.number("length", 0, "invalid_arguments")
    if not name or length <= 0:
        raise SlackError("missing_argument")
    if length > call.chat.temper.file_limit:
        raise SlackError("file_upload_size_restricted")
    kind = _TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")
    created = int(call.company.clock.now.timestamp())
    file = ChatFile(call.chat.next_id("F"), name, name, call.member, created, length, kind)
    secret = f"CwABAAAA{file.id}"
    call.chat.uploads[secret] = file
    return {"upload_url": f"{call.files_url}/upload/v1/{secret}", "file_id": file.id}


def files_complete_upload_external(call: Call) -> dict[str, Any]:
    """Shares the files in channels, in one message each; without a channel they stay private."""
    files = _uploaded(call)
    channels = _channels(call)
    for channel in channels:
        _share(call, channel, files)
    for secret in [key for key, one in call.chat.uploads.items() if one in files]:
        del call.chat.uploads[secret]
    call.chat.files |= {one.id: one for one in files}
    shapes = [shape(call, one) for one in files]
    for one in files:
        one.complete, one.shared = True, [channel.id for channel in channels]
    return {"files": shapes}


def _uploaded(call: Call) -> list[ChatFile]:
    """The files of the arguments, whose bytes have to be there."""
    listed = call.arguments.structure("files", "invalid_arguments")
    if not isinstance(listed, list) or not listed or any(not isinstance(one, dict) for one in listed):
        raise SlackError("invalid_arguments")
    waiting = {one.id: one for one in call.chat.uploads.values()}
    found = [(one, waiting.get(str(one.get("id")))) for one in listed]
    files = [
        file for _, file in found if file and file.content is not None and file.owner.id == call.member.id
    ]
    if len(files) < len(listed):
        raise SlackError("file_not_found")
    for said, file in found:
        if file and isinstance(said.get("title"), str) and said["title"]:
            file.title = said["title"]
    return files


def _channels(call: Call) -> list[Channel]:
    asked = call.arguments.text("channel_id") or call.arguments.text("channels")
    channels = [call.visible(one.strip()) for one in asked.split(",") if one.strip()]
    found = [one for one in channels if one is not None]
    if len(found) < len(channels):
        raise SlackError("channel_not_found")
    if any(not call.belongs(one) for one in found):
        raise SlackError("not_in_channel")
    if any(one.archived or (one.refuses and one.creator != call.member.id) for one in found):
        raise SlackError("posting_to_channel_denied")
    return found


def _share(call: Call, channel: Channel, files: list[ChatFile]) -> None:
    said, thread = call.arguments.text("initial_comment"), call.arguments.raw("thread_ts")
    reply = isinstance(thread, str) and TS.fullmatch(thread) is not None
    temper, at = call.chat.temper, call.company.moment()
    call.chat.post(
        channel,
        call.member,
        mrkdwn.stored(said),
        at,
        files=list(files),
        pinged=mrkdwn.pinged(said, {}),
        thread_ts=thread if reply else None,
        written=call.company.writes,
        unseen_reads=temper.unseen_replies if reply else temper.unseen_reads,
    )


def files_info(call: Call) -> dict[str, Any]:
    file = call.chat.files.get(call.arguments.text("file"))
    if file is None or not readable(call, file):
        raise SlackError("file_not_found")
    return {"file": shape(call, file, shares=True), "comments": []} | paging.onward("")


def readable(call: Call, file: ChatFile) -> bool:
    """Whose it is, and where it is shared."""
    shared = any(call.sees(call.chat.channels[one]) for one in file.shared)
    return shared or file.owner.id == call.member.id
