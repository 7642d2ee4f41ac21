"""send_message, reply_to_message, edit_message and add_reaction: never twice, and nobody is pinged by accident."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_chat.port import Channel, Kind, Mention, Message, Piece, Place, Written
from narrowgate_chat.tools import shapes
from narrowgate_chat.tools.arguments import AddReaction, EditMessage, ReplyToMessage, SendMessage
from narrowgate_chat.tools.desk import Desk, thread_of
from narrowgate_chat.tools.moments import Moment
from narrowgate_common import proving
from narrowgate_common.errors import GatewayError, bad_input, permission_denied
from narrowgate_common.outgoing import check_outgoing
from narrowgate_common.shaping import given
from narrowgate_common.tools import Data

_EVERYBODY = {"channel": "channel", "everyone": "channel", "all": "channel", "here": "here"}
_SHOWN_CHARS = 2_000
_MOST_PIECES = 20


async def send_message(arguments: SendMessage, desk: Desk) -> Data:
    _refuse_preview_id(arguments)
    channel = await _addressed(arguments, desk)
    return await _sent(Place(channel), arguments, desk)


async def _addressed(arguments: SendMessage, desk: Desk) -> Channel:
    """The channel; a direct conversation that nobody has begun is begun, but for a preview."""
    try:
        return await desk.channel(arguments.channel)
    except GatewayError as error:
        if error.reason != "no_conversation" or arguments.preview or not desk.scope.direct_messages:
            raise
    person = arguments.channel.strip().removeprefix("@")
    return desk.scope.confined(await desk.chat.open_direct(await desk.chat.user(person)))


async def reply_to_message(arguments: ReplyToMessage, desk: Desk) -> Data:
    _refuse_preview_id(arguments)
    channel, message = await desk.message(arguments.message)
    return await _sent(thread_of(channel, message), arguments, desk)


def _refuse_preview_id(arguments: SendMessage | ReplyToMessage) -> None:
    if arguments.preview and arguments.request_id is not None:
        raise bad_input("A preview takes no request_id", reason="conflicting_arguments")


async def _sent(place: Place, arguments: SendMessage | ReplyToMessage, desk: Desk) -> Data:
    desk.refuse_writing(place.channel)
    written, mentions = await composed(arguments.text, arguments.mentions, desk)
    about = {
        "channel": shapes.channel(place.channel),
        **given(pinged=[each.label for each in mentions], changed=list(written.notes)),
    }
    if arguments.preview:
        texts = [piece.markdown for piece in written.pieces]
        return {**about, "preview": True, "untrusted": {"would_read": texts}}
    messages, reconciled = await delivered(place, written.pieces, desk)
    return {
        **about,
        "messages": [shapes.message(each, each.text[:_SHOWN_CHARS]) for each in messages],
        "wait_cursor": after(place, messages).sealed(desk),
        **given(reconciled=reconciled or None),
    }


async def composed(
    text: str, mentioned: Sequence[str], desk: Desk, before: str = ""
) -> tuple[Written, list[Mention]]:
    """The text as it will be sent, with the people it may ping. Raises bad_input and permission_denied."""
    if not text.strip():
        raise bad_input("The message is empty", reason="invalid_arguments")
    check_outgoing(text, before)
    mentions = [await _mention(each, desk) for each in mentioned]
    for each in mentions:
        if f"@{each.label}".casefold() not in text.casefold():
            text = f"@{each.label} {text}"
    written = desk.chat.written(text, mentions)
    if not written.pieces:
        raise bad_input("The message is empty", reason="invalid_arguments")
    if len(written.pieces) > _MOST_PIECES:
        raise bad_input(
            f"That text would be {len(written.pieces)} messages; send a file or less of it", reason="too_long"
        )
    return written, mentions


async def _mention(named: str, desk: Desk) -> Mention:
    label = named.strip().removeprefix("@")
    everybody = _EVERYBODY.get(label.casefold())
    kind = everybody or "users"
    if kind not in desk.house.pings:
        raise permission_denied(
            f'This server may not ping "{kind}"; only its administrator can allow it',
            reason="mention_not_allowed",
        )
    if everybody is not None:
        return Mention(everybody)
    return Mention(label, await desk.chat.user(label))


async def delivered(place: Place, pieces: Sequence[Piece], desk: Desk) -> tuple[list[Message], bool]:
    """Every piece as a message, in order; each is sent once, and looked for where its answer was lost."""
    messages: list[Message] = []
    reconciled = False
    for number, piece in enumerate(pieces):
        message, found = await _delivered_piece(place, piece, number, desk)
        messages.append(message)
        reconciled = reconciled or found
    return messages, reconciled


async def _delivered_piece(place: Place, piece: Piece, number: int, desk: Desk) -> tuple[Message, bool]:
    stamp, step = f"{desk.stamp()}-{number}", f"message-{number}"
    return await proving.done_or_found(
        lambda: desk.chat.send(place, piece, stamp=stamp, step=step),
        lambda: desk.chat.find_sent(place, stamp),
        _lost(place),
        desk,
    )


def _lost(place: Place) -> GatewayError:
    if place.root is None:
        return proving.lost("the message was sent", "read_messages", {"channel": place.channel.id})
    where = {"message": f"{place.channel.id}/{place.root}"}
    return proving.lost("the answer was sent", "read_thread", where)


def after(place: Place, messages: Sequence[Message]) -> Moment:
    """Where answers may come: in the thread, and in a direct conversation beside it too."""
    last, first = messages[-1], messages[0]
    if place.root is not None:
        return Moment(place.channel.id, {place.root: last.position})
    positions: dict[str | None, str] = {first.id: last.position}
    if place.channel.kind in {Kind.DIRECT, Kind.GROUP}:
        positions[None] = last.position
    return Moment(place.channel.id, positions)


async def edit_message(arguments: EditMessage, desk: Desk) -> Data:
    channel, message = await desk.message(arguments.message)
    desk.refuse_writing(channel)
    if not message.mine:
        raise permission_denied("Only messages of this account can be edited", reason="not_yours")
    written, _ = await composed(arguments.text, arguments.mentions, desk, message.text)
    if len(written.pieces) != 1:
        raise bad_input("That text is too long for one message", reason="too_long")
    piece = written.pieces[0]
    after_, reconciled = await proving.done_or_found(
        lambda: desk.chat.edit(message, piece),
        lambda: _changed(channel, message, piece, desk),
        proving.lost("the message was edited", "read_thread", {"message": shapes.reference(message)}),
        desk,
    )
    held = after_.text.strip() == piece.markdown.strip()
    return {
        "message": shapes.reference(after_),
        "url": after_.url,
        "applied": ["text"] if held else [],
        "ignored": [] if held else ["text"],
        "untrusted": {"text": after_.text[:_SHOWN_CHARS]},
        **given(changed=list(written.notes), reconciled=reconciled or None),
    }


async def _changed(channel: Channel, message: Message, piece: Piece, desk: Desk) -> Message | None:
    found = await desk.chat.message(channel, message.id)
    return found if found.text.strip() == piece.markdown.strip() else None


async def add_reaction(arguments: AddReaction, desk: Desk) -> Data:
    channel, message = await desk.message(arguments.message)
    desk.refuse_writing(channel)
    check_outgoing(arguments.emoji)
    await desk.chat.react(message, arguments.emoji.strip().strip(":"))
    return {
        "message": shapes.reference(message),
        "applied": ["reaction"],
        "untrusted": {"emoji": arguments.emoji.strip().strip(":")},
    }
