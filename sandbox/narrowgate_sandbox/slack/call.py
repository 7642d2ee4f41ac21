"""One request as the chat sees it: who asks, with what, and which conversations that shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from narrowgate_sandbox.company.chat import Chat
from narrowgate_sandbox.company.chat_records import Channel, ChatMessage, Member, Token
from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.slack.arguments import TS, Arguments
from narrowgate_sandbox.slack.errors import SlackError

_FAMILY = {"public": "channels", "private": "groups", "group": "mpim", "direct": "im"}


@dataclass(frozen=True, slots=True)
class Call:
    """`files_url` is where the second host stands, without a slash at the end."""

    company: Company
    token: Token
    method: str
    arguments: Arguments
    files_url: str

    @property
    def chat(self) -> Chat:
        return self.company.chat

    @property
    def member(self) -> Member:
        return self.token.member

    def need(self, *scopes: str) -> None:
        """Refuses tokens that lack one of them."""
        missing = [one for one in scopes if one not in self.token.scopes]
        if missing:
            provided = ",".join(sorted(self.token.scopes))
            raise SlackError("missing_scope", needed=",".join(missing), provided=provided)

    def need_for(self, channel: Channel, right: str) -> None:
        """The scope that a kind of conversation asks for: `groups:history` and its like."""
        self.need(f"{_FAMILY[channel.kind]}:{right}")

    def belongs(self, channel: Channel) -> bool:
        return self.member.id in channel.members

    def sees(self, channel: Channel) -> bool:
        """Private conversations exist for their members only, and guests see nothing else."""
        open_to_all = channel.kind == "public" and not (self.member.guest or self.member.visitor)
        return open_to_all or self.belongs(channel)

    def channel(self, name: str = "channel") -> Channel:
        """The conversation that an argument names by its id; absent and invisible are the same."""
        found = self.visible(self.arguments.text(name))
        if found is None:
            raise SlackError("channel_not_found")
        return found

    def visible(self, channel_id: str) -> Channel | None:
        found = self.chat.find(channel_id)
        return found if found and found.id == channel_id and self.sees(found) else None

    def readable(self) -> Channel:
        """The same, where its messages may be read: bots have to belong to it."""
        found = self.channel()
        self.need_for(found, "history")
        if not self.belongs(found) and not self.token.user:
            raise SlackError("not_in_channel")
        return found

    def message(self, channel: Channel, name: str = "ts", wrong: str = "message_not_found") -> ChatMessage:
        ts = self.arguments.text(name)
        found = channel.messages.get(ts) if TS.fullmatch(ts) else None
        if found is None:
            raise SlackError(wrong)
        return found


Handler = Callable[[Call], dict[str, Any]]
"""What is answered beside `ok`."""
