"""What an administrator of the chat server may set."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from narrowgate_common.settings import ConnectionSettings, Section, ServerSettings

ChannelName = Annotated[str, Field(pattern=r"^#?[^\s#@,][^\s,]{0,254}$")]
"""An id, or a name with `#` before it."""


class Connection(ConnectionSettings):
    """One team chat; run the server twice for two."""

    kind: Literal["slack", "matrix", "mattermost"]
    team: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    """The team whose channels are meant where a server has several: Mattermost's name or id of it."""

    @model_validator(mode="after")
    def _fitting_auth(self) -> Self:
        if self.auth.kind != "bearer":
            raise ValueError('takes auth of kind = "bearer"')
        return self

    @model_validator(mode="after")
    def _fitting_team(self) -> Self:
        if (self.kind == "mattermost") != (self.team is not None):
            raise ValueError("needs team with kind = mattermost, and with no other")
        return self


class ScopeSettings(Section):
    """Enforced after names are resolved, on arguments and on every returned object."""

    channels: Annotated[tuple[ChannelName, ...], Field(min_length=1, max_length=200)] | None = None
    direct_messages: bool | None = None
    """Whether direct conversations are in reach; default: only without `channels`."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        """A scope whose key was lost must not become no scope."""
        if self.channels is None and self.direct_messages is None:
            raise ValueError("is empty: set scope.channels, or leave scope out for every channel")
        return self


class Writes(Section):
    enabled: bool = False
    mentions: Annotated[tuple[Literal["users", "here", "channel"], ...], Field(max_length=3)] = ("users",)
    """Who may be pinged at all, by a message that names them in `mentions`."""
    shared_channels: bool = False
    """Whether messages may be written where people of other companies read them."""


class ChatSettings(ServerSettings):
    connection: Connection
    scope: ScopeSettings = ScopeSettings.model_construct()
    writes: Writes = Writes()

    @property
    def direct_messages(self) -> bool:
        chosen = self.scope.direct_messages
        return self.scope.channels is None if chosen is None else chosen
