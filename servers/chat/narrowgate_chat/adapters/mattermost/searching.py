"""A search in Mattermost's own words: https://docs.mattermost.com/collaborate/search-for-messages.html"""

from __future__ import annotations

import re

from narrowgate_chat.port import Channel, Filter, Kind
from narrowgate_common.errors import bad_input

_WORDS = re.compile(r'"[^"]*"|[^\s"]+')
_SIGNS = re.compile(r"^[-#]|[:@]")


def terms(wanted: Filter) -> str:
    """Every word must be there. What would steer the search (`from:`, `-word`) is looked for as it stands."""
    parts = [_plain(word) for word in _WORDS.findall(wanted.text)]
    parts += [f"in:{_place(each)}" for each in wanted.channels]
    if wanted.author is not None:
        parts.append(f"from:{wanted.author.handle or wanted.author.id}")
    parts += [f"{sign}:{day}" for sign, day in (("after", wanted.after), ("before", wanted.before)) if day]
    found = " ".join(filter(None, parts))
    if not found:
        raise bad_input("Give at least one word to search for", reason="invalid_arguments")
    return found


def _plain(word: str) -> str:
    bare = word.strip('"').strip()
    return f'"{bare}"' if bare and (word.startswith('"') or _SIGNS.search(bare)) else bare


def _place(channel: Channel) -> str:
    """Direct conversations go by the person, groups by nothing that one can write."""
    return channel.id if channel.kind is Kind.GROUP else channel.name
