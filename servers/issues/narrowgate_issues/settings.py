"""What an administrator of the issues server may set."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from narrowgate_common.origins import Origin
from narrowgate_common.settings import Auth, Section, ServerSettings
from narrowgate_issues.fields import NEVER, SAFELISTS
from narrowgate_issues.port import FieldType

ProjectKey = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]{1,39}$")]
Alias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class Connection(Section):
    """One tracker; run the server twice for two sites."""

    kind: Literal["jira_cloud", "jira_dc"]
    base_url: Annotated[str, Field(max_length=500)]
    auth: Auth

    @model_validator(mode="after")
    def _checked_url(self) -> Self:
        try:
            Origin.parse(self.base_url)
        except ValueError as error:
            raise ValueError(f"base_url {error}") from None
        return self


class ScopeSettings(Section):
    """Enforced on arguments and on every returned object, nested ones too."""

    projects: Annotated[tuple[ProjectKey, ...], Field(min_length=1, max_length=200)] | None = None
    raw_query: bool | None = None
    """Whether `search_issues` takes the vendor's query language; default: only without `projects`."""


class Writes(Section):
    enabled: bool = False
    fields: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    """May only narrow what create, update and transition accept."""
    public_comments: bool = False
    """Whether comments that a service desk's customers see may be written, with audience = "public"."""


class CustomFieldSettings(Section):
    id: Annotated[str, Field(pattern=r"^customfield_[0-9]{1,10}$")]
    type: FieldType


class IssuesSettings(ServerSettings):
    connection: Connection
    scope: ScopeSettings = ScopeSettings()
    writes: Writes = Writes()
    fields: dict[Alias, CustomFieldSettings] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _known_fields(self) -> Self:
        built_in = {name for names in SAFELISTS.values() for name in names}
        for alias in self.fields:
            if alias in built_in or alias in NEVER:
                raise ValueError(f"fields.{alias} takes a name that is already taken or never writable")
        for name in self.writes.fields or ():
            if name not in built_in and name not in self.fields:
                raise ValueError(
                    "writes.fields names a field that is neither built in nor an alias under [fields]"
                )
        return self

    @property
    def raw_query(self) -> bool:
        chosen = self.scope.raw_query
        return self.scope.projects is None if chosen is None else chosen
