"""What people paste: ids, permalinks and addresses of this site. Nothing is sent."""

from __future__ import annotations

import re

from narrowgate_chat.adapters.mattermost import mapping
from narrowgate_chat.port import MessageRef, Name

OF_POST = "post:"
"""A channel that is only known as the one a message is in: permalinks do not name it."""

_TEAM = r"/[a-z0-9_-]{1,64}"
_PERMALINK = re.compile(rf"{_TEAM}/pl/([a-z0-9]{{26}})/?", re.ASCII)
_CHANNEL = re.compile(rf"{_TEAM}/channels/([a-z0-9_.-]{{1,128}})/?", re.ASCII)
_PERSON = re.compile(rf"{_TEAM}/messages/@([a-z0-9_.-]{{1,64}})/?", re.ASCII)


def message_ref(pasted: str, site: str) -> MessageRef | None:
    """`channel/id` as our results have it, a permalink, or a message's id alone."""
    text = pasted.strip()
    first, _, second = text.lower().partition("/")
    if mapping.is_id(first) and (not second or mapping.is_id(second)):
        return MessageRef(Name(id=first), second) if second else _alone(first)
    link = _PERMALINK.fullmatch(_below(text, site))
    return None if link is None else _alone(link[1])


def _alone(post_id: str) -> MessageRef:
    return MessageRef(Name(id=OF_POST + post_id), post_id)


def channel_name(pasted: str, site: str) -> Name | None:
    """An id, `~name` as people write it there, or an address."""
    text = pasted.strip()
    if mapping.is_id(text.lower()):
        return Name(id=text.lower())
    if text.startswith("~") and mapping.is_name(text[1:].lower()):
        return Name(name=text[1:].lower())
    below = _below(text, site)
    if found := _CHANNEL.fullmatch(below):
        return Name(id=found[1]) if mapping.is_id(found[1]) else Name(name=found[1])
    found = _PERSON.fullmatch(below)
    return None if found is None else Name(person=found[1])


def _below(text: str, site: str) -> str:
    """The path of an address of this site, empty for any other text."""
    address = text.partition("?")[0].partition("#")[0]
    here = address.lower().startswith(f"{site.lower()}/")
    return address[len(site) :].lower() if here else ""
