"""The vendor's markup: how a text is stored, and whom it would notify.

https://docs.slack.dev/messaging/formatting-message-text
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_TOKEN = re.compile(r"<([@#!][^<>\s][^<>]*|(?:https?|mailto|tel):[^<>]+)>")
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt);)")
_ADDRESS = re.compile(r"https?://(?:[^\s<>|&]|&amp;)+")
_WORD = re.compile(r"(?<![\w@<])@([\w.-]+)")
_USER = re.compile(r"@([UW][A-Z0-9]{2,})(?:\|.*)?", re.DOTALL)
_TEAM = re.compile(r"!subteam\^(S[A-Z0-9]{2,})(?:\|.*)?", re.DOTALL)
_EVERYBODY = re.compile(r"!(channel|here|everyone|group)(?:\|.*)?", re.DOTALL)
_BROADCASTS = frozenset({"channel", "here", "everyone"})
_MENTION_KEYS = {"user": "user_id", "usergroup": "usergroup_id", "broadcast": "range"}


def stored(text: str) -> str:
    """Tokens stay, what else would look like one is escaped, once; bare addresses become links."""
    parts, end = [], 0
    for found in _TOKEN.finditer(text):
        parts += [_escaped(text[end : found.start()]), _ENTITY.sub("&amp;", found[0])]
        end = found.end()
    return "".join([*parts, _escaped(text[end:])])


def _escaped(text: str) -> str:
    safe = _ENTITY.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")
    return _ADDRESS.sub(_linked, safe)


def _linked(found: re.Match[str]) -> str:
    address = found[0].rstrip(".,:!?)\"'*_~`")
    return f"<{address}>{found[0][len(address) :]}"


def pinged(text: str, groups: Mapping[str, str], *, names: bool = False) -> frozenset[str]:
    """Whom a text notifies: ids of members and groups, and `channel`, `here`, `everyone`.

    `groups` are ids by handle; `names` is for texts whose plain @names are looked up as well.
    """
    said = [_of_token(found[1]) for found in _TOKEN.finditer(text)]
    if names:
        words = (found[1].rstrip(".-") for found in _WORD.finditer(text))
        said += [one if one in _BROADCASTS else groups.get(one, "") for one in words]
    return frozenset(one for one in said if one)


def _of_token(token: str) -> str:
    for shape in (_USER, _TEAM):
        found = shape.fullmatch(token)
        if found:
            return found[1]
    everybody = _EVERYBODY.fullmatch(token)
    return "" if everybody is None else everybody[1].replace("group", "channel")


def texts_within(value: Any) -> Iterator[str]:
    """Every text of blocks and attachments in which tokens are read: what says that it is plain is not."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        plain = value.get("type") in ("plain_text", "text")
        yield from () if plain else _within(value[key] for key in value if key not in ("type", "block_id"))
    elif isinstance(value, list):
        yield from _within(value)


def _within(values: Iterable[Any]) -> Iterator[str]:
    for one in values:
        yield from texts_within(one)


def mentioned(value: Any) -> Iterator[str]:
    """Whom the mention elements of rich text name."""
    if isinstance(value, Mapping):
        key = _MENTION_KEYS.get(str(value.get("type")))
        if key and isinstance(value.get(key), str):
            yield value[key]
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    for one in inner:
        yield from mentioned(one)
