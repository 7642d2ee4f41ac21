"""What an administrator of the docs server may set."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from narrowgate_common.setting_values import shown
from narrowgate_common.settings import ConnectionSettings, Section, ServerSettings
from narrowgate_docs.fields import BUILT_IN, NEVER

SpaceKey = Annotated[str, Field(pattern=r"^~?[A-Za-z0-9][A-Za-z0-9_:.@-]{0,254}$")]
"""A personal space's begins with a tilde: https://support.atlassian.com/confluence-cloud/docs/use-spaces-to-organize-your-work/"""


class Connection(ConnectionSettings):
    """One documentation system; run the server twice for two sites."""

    kind: Literal["confluence_cloud", "confluence_dc"]


class ScopeSettings(Section):
    """Enforced on arguments and on every returned object, nested ones too."""

    spaces: Annotated[tuple[SpaceKey, ...], Field(min_length=1, max_length=100)] | None = None
    raw_query: bool | None = None
    """Whether `search_pages` takes the vendor's query language; default: only without `spaces`."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        """A scope whose key was lost must not become no scope."""
        if self.spaces is None and self.raw_query is None:
            raise ValueError("is empty: set scope.spaces, or leave scope out for every space")
        return self


class Writes(Section):
    enabled: bool = False
    fields: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    """May only narrow what create and update accept."""


class DocsSettings(ServerSettings):
    connection: Connection
    scope: ScopeSettings = ScopeSettings.model_construct()
    writes: Writes = Writes()

    @model_validator(mode="after")
    def _known_fields(self) -> Self:
        for name in self.writes.fields or ():
            if name not in BUILT_IN:
                raise ValueError(f"writes.fields names {shown(name)}, {_no_field(name)}")
        return self

    @property
    def raw_query(self) -> bool:
        chosen = self.scope.raw_query
        return self.scope.spaces is None if chosen is None else chosen


def _no_field(name: str) -> str:
    if name in NEVER:
        return "which this server never writes"
    near = get_close_matches(name[:100], BUILT_IN, n=1)
    hint = f'; did you mean "{near[0]}"?' if near else ""
    return f"which is not a field of a page{hint}"
