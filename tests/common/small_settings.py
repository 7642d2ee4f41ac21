"""Settings of a server that does not exist, with one key of every shape the real ones have."""

from typing import Annotated, Literal

from pydantic import Field

from narrowgate_common.settings import Auth, Section, ServerSettings


class Connection(Section):
    kind: Literal["tracker"]
    auth: Auth


class Scope(Section):
    projects: (
        Annotated[tuple[Annotated[str, Field(pattern="^[A-Z]{2,9}$")], ...], Field(min_length=1)] | None
    ) = None


class Writes(Section):
    enabled: bool = False


class Named(Section):
    id: Annotated[str, Field(pattern="^custom_[0-9]{1,9}$")]
    type: Literal["text", "number"]


class SmallSettings(ServerSettings):
    connection: Connection
    scope: Scope = Scope()
    writes: Writes = Writes()
    fields: dict[Annotated[str, Field(pattern="^[a-z][a-z0-9_]{0,39}$")], Named] = Field(default_factory=dict)


SMALL_TOML = """
[connection]
kind = "tracker"
auth = { kind = "basic", username = "me@example.com", token_env = "TRACKER_TOKEN" }
"""
