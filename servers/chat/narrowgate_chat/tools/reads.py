"""The tools that only read, as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrowgate_chat.tools import arguments as accepted
from narrowgate_chat.tools import results
from narrowgate_common.operations import Operation
from narrowgate_common.tools import Late, Tool

if TYPE_CHECKING:
    from narrowgate_chat.tools.desk import Desk

READ = Operation.READ
_MARGIN_S = 10.0
"""For the reads before and after a wait, which has a deadline of its own."""


def _of(module: str, name: str) -> Late:
    return Late(f"{__package__}.{module}", name)


def reading_tools() -> tuple[Tool[Desk], ...]:
    return (
        Tool(
            name="list_channels",
            title="List channels",
            description="List the channels this server works with, by a part of the name.",
            operation=READ,
            arguments=accepted.ListChannels,
            result=results.CHANNELS,
            function=_of("finding", "list_channels"),
            render=_of("finding", "channels_text"),
            uses=("channels",),
        ),
        Tool(
            name="find_users",
            title="Find users",
            description="Find people by name, handle or e-mail address, to write to or to mention.",
            operation=READ,
            arguments=accepted.FindUsers,
            result=results.USERS,
            function=_of("finding", "find_users"),
            render=_of("finding", "users_text"),
            uses=("find_users",),
        ),
        Tool(
            name="read_messages",
            title="Read a channel",
            description="Read a channel or a direct conversation, newest first. Threads are read with read_thread.",
            operation=READ,
            arguments=accepted.ReadMessages,
            result=results.MESSAGES,
            function=_of("reading", "read_messages"),
            render=_of("reading", "messages_text"),
            uses=("channel", "user", "history", "latest"),
        ),
        Tool(
            name="read_thread",
            title="Read a thread",
            description="Read the thread of a message from its beginning, whichever message of it is named.",
            operation=READ,
            arguments=accepted.ReadThread,
            result=results.MESSAGES,
            function=_of("reading", "read_thread"),
            render=_of("reading", "messages_text"),
            uses=("channel", "message", "history", "latest"),
        ),
        Tool(
            name="search_messages",
            title="Search messages",
            description="Search messages by words, in one channel or in all this server works with.",
            operation=READ,
            arguments=accepted.SearchMessages,
            result=results.FOUND,
            function=_of("reading", "search_messages"),
            render=_of("reading", "messages_text"),
            uses=("search", "channel", "user"),
            capability="search",
        ),
        Tool(
            name="wait_for_reply",
            title="Wait for a reply",
            description="Wait until somebody writes after a cursor or a message, at most timeout_s. Answers with the "
            "replies and a new wait_cursor; after a timeout call it again with that.",
            operation=READ,
            arguments=accepted.WaitForReply,
            result=results.WAITED,
            function=_of("waiting", "wait_for_reply"),
            render=_of("rendering", "waited_text"),
            uses=("channel", "message", "user", "since", "latest", "arrival"),
            deadline=lambda arguments: float(arguments.timeout_s) + _MARGIN_S,
        ),
    )
