"""What each tool accepts. Apart from what the tools do, so that a list of them loads none of that."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from narrowgate_common.arguments import Arguments
from narrowgate_common.cursors import CURSOR_CHARS

ChannelName = Annotated[
    str, Field(min_length=1, max_length=1000, description="#name, @person, id or address")
]
MessageName = Annotated[
    str, Field(min_length=1, max_length=1000, description="As results name it (channel/id), or permalink")
]
Person = Annotated[str, Field(min_length=1, max_length=255, description="@handle, e-mail address or id")]
Cursor = Annotated[str, Field(min_length=1, max_length=CURSOR_CHARS)]
Text = Annotated[str, Field(min_length=1, max_length=100_000, description="Markdown")]
Day = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", max_length=10, description="2026-11-30")]
Mentions = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=255)], ...],
    Field(max_length=20, description='Who is pinged: people, or "here", "channel". Nobody else is'),
]
RequestId = Annotated[
    str,
    Field(
        min_length=1, max_length=128, pattern=r"^[!-~]+$", description="Same id, same effect: safe to repeat"
    ),
]
Preview = Annotated[bool, Field(description="Show the effect, write nothing")]


class ListArguments(Arguments):
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    cursor: Cursor | None = None


class ListChannels(ListArguments):
    text: Annotated[str, Field(min_length=1, max_length=100, description="Part of a name")] | None = None


class FindUsers(Arguments):
    text: Annotated[str, Field(min_length=1, max_length=100, description="Part of a name or e-mail address")]
    limit: Annotated[int, Field(ge=1, le=50)] = 10


class ReadMessages(ListArguments):
    channel: ChannelName


class ReadThread(ListArguments):
    message: MessageName


class SearchMessages(ListArguments):
    text: Annotated[str, Field(min_length=1, max_length=500)]
    channel: ChannelName | None = None
    author: Person | None = None
    after: Day | None = None
    before: Day | None = None


class SendMessage(Arguments):
    channel: ChannelName
    text: Text
    mentions: Mentions = ()
    preview: Preview = False
    request_id: RequestId | None = None


class ReplyToMessage(Arguments):
    message: MessageName
    text: Text
    mentions: Mentions = ()
    preview: Preview = False
    request_id: RequestId | None = None


class WaitForReply(Arguments):
    after: Annotated[
        str,
        Field(
            min_length=1,
            max_length=CURSOR_CHARS,
            description="A cursor of send_message or of reading, or a message",
        ),
    ]
    authors: Annotated[
        tuple[Person, ...], Field(max_length=20, description="Only what these people write")
    ] = ()
    timeout_s: Annotated[int, Field(ge=1, le=240)] = 45


class EditMessage(Arguments):
    message: MessageName
    text: Text
    mentions: Mentions = ()


class AddReaction(Arguments):
    message: MessageName
    emoji: Annotated[str, Field(min_length=1, max_length=100, description="As in thumbsup, or the character")]


class UploadFile(Arguments):
    channel: ChannelName | None = None
    message: Annotated[MessageName, Field(description="Into its thread, instead of the channel")] | None = (
        None
    )
    path: Annotated[str, Field(min_length=1, max_length=4096, description="Path below the upload root")]
    comment: Text | None = None
    request_id: RequestId | None = None


class DownloadFile(Arguments):
    message: MessageName
    file: Annotated[str, Field(min_length=1, max_length=255, description="File name or id")]
