"""What people paste: ids, aliases and permalinks. Nothing is sent.

https://spec.matrix.org/latest/appendices/#matrixto-navigation
"""

from __future__ import annotations

from urllib.parse import unquote

from narrowgate_chat.adapters.matrix import mapping
from narrowgate_chat.port import MessageRef, Name

_PERMALINKS = ("https://matrix.to/#/", "http://matrix.to/#/")


def message_ref(pasted: str) -> MessageRef | None:
    """`room/event` as our results have it, or a permalink. An event's id alone names no room."""
    room, _, event = _below(pasted).rpartition("/$")
    name = channel_name(room) if room else None
    event_id = f"${event}"
    if name is None or name.person is not None or not mapping.is_event(event_id):
        return None
    return MessageRef(name, event_id)


def channel_name(pasted: str) -> Name | None:
    """A room's id or alias, a person's id, or an address of one of these."""
    text = _below(pasted)
    if mapping.is_room(text):
        return Name(id=text)
    if mapping.is_alias(text):
        return Name(name=text[1:])
    return Name(person=text) if mapping.is_user(text) else None


def _below(pasted: str) -> str:
    """What a permalink names; any other text as it is."""
    text = pasted.strip()
    for prefix in _PERMALINKS:
        if text.lower().startswith(prefix):
            return unquote(text[len(prefix) :].partition("?")[0]).rstrip("/")
    return text
