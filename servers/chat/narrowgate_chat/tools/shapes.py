"""The port's values as the structured results show them: what a person wrote stands below `untrusted`."""

from __future__ import annotations

from typing import Any

from narrowgate_chat.port import Channel, File, Message, User
from narrowgate_common.shaping import given, name
from narrowgate_common.text import bound

_TOPIC_CHARS = 250
Data = dict[str, Any]


def reference(message: Message) -> str:
    """How results name a message, and every tool takes it."""
    return f"{message.channel}/{message.id}"


def channel(each: Channel) -> Data:
    return given(
        id=each.id,
        kind=str(each.kind),
        url=each.url,
        member=each.member,
        archived=each.archived or None,
        shared_with_other_companies=each.shared or None,
        encrypted=each.encrypted or None,
        untrusted=given(name=name(each.name), topic=bound(each.topic, _TOPIC_CHARS).text),
    )


def user(each: User) -> Data:
    return given(
        active=each.active,
        bot=each.bot or None,
        untrusted=given(
            id=name(each.id), name=name(each.name), handle=name(each.handle), email=name(each.email)
        ),
    )


def message(each: Message, text: str) -> Data:
    """`text` is what is shown of the message."""
    return given(
        message=reference(each),
        at=each.at,
        url=each.url,
        thread=None if each.root in (None, each.id) else f"{each.channel}/{each.root}",
        replies=each.replies or None,
        edited=each.edited or None,
        mine=each.mine or None,
        bot=each.author.bot or None,
        untrusted=given(
            author=name(each.author.name or each.author.id),
            text=text,
            files=[file(one) for one in each.files],
            reactions={name(one.emoji) or "": one.count for one in each.reactions},
        ),
    )


def file(each: File) -> Data:
    return given(
        id=name(each.id), filename=name(each.filename), size=each.size, media_type=name(each.media_type)
    )
