"""A search in the words of the vendor's search box; what looks like one of its words in the text is quoted.

https://docs.slack.dev/reference/methods/search.messages
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

from narrowgate_chat.adapters.slack import picking as pick
from narrowgate_chat.adapters.slack.mapping import Messages, Myself
from narrowgate_chat.adapters.slack.people import People
from narrowgate_chat.adapters.slack.picking import obj, text
from narrowgate_chat.adapters.slack.routes import SLACK
from narrowgate_chat.port import Filter, Message
from narrowgate_common.errors import bad_input
from narrowgate_common.outbound import Sender
from narrowgate_common.paging import Page
from narrowgate_common.routes import QueryValue, Request

_MOST_PAGES = 100
_PAGE = 100
_PLAIN = re.compile(r"[^\W_][\w.']*")


async def found_page(
    sender: Sender, people: People, wanted: Filter, *, limit: int, token: str | None
) -> Page[Message]:
    number = int(token) if token and token.isdecimal() else 1
    query: dict[str, QueryValue] = {
        "query": query_of(wanted),
        "count": _PAGE,
        "page": number,
        "sort": "timestamp",
        "sort_dir": "desc",
    }
    del limit  # a page of the vendor's is numbered by its size, which must stay the same
    raw = (await sender.send(Request(SLACK.search, query=query))).json
    held = obj(raw, "messages")
    rows = pick.listed(held, "matches")
    pages = min(pick.number(obj(held, "paging"), "pages"), _MOST_PAGES)
    me = await people.me()
    await people.meet(rows)
    found = pick.readable(rows, lambda row: _message(row, people, me))
    return Page(found, str(number + 1) if number < pages else None)


def _message(row: Any, people: People, me: Myself) -> Message:
    channel = pick.identity(obj(row, "channel"), "id", pick.CHANNEL_ID)
    root = parse_qs(urlsplit(text(row, "permalink")).query).get("thread_ts", [""])[0]
    threaded = {**row, "thread_ts": root} if pick.TS.fullmatch(root) else row
    return Messages(channel, people, me).message(threaded)


def query_of(wanted: Filter) -> str:
    """Raises bad_input where no word is left."""
    words = list(_words(wanted.text))
    if not words:
        raise bad_input("There is no word in that to search for", reason="invalid_arguments")
    words += [f"in:<#{each.id}>" for each in wanted.channels]
    if wanted.author is not None:
        words.append(f"from:<@{wanted.author.id}>")
    words += [f"after:{wanted.after}"] if wanted.after else []
    words += [f"before:{wanted.before}"] if wanted.before else []
    return " ".join(words)


def _words(said: str) -> Iterator[str]:
    """Phrases stay phrases; a word with signs is one, so that it asks for nothing else."""
    for place, part in enumerate(said.split('"')):
        phrase = " ".join(part.split())
        if place % 2 and phrase:
            yield f'"{phrase}"'
        elif phrase:
            yield from (each if _PLAIN.fullmatch(each) else f'"{each}"' for each in phrase.split(" "))
