"""What an administrator of the issues server may set."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from narrowgate_common.setting_values import shown
from narrowgate_common.settings import ConnectionSettings, Section, ServerSettings
from narrowgate_issues.custom_fields import FieldType
from narrowgate_issues.fields import BUILT_IN, NEVER

ProjectKey = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]{1,39}$")]
Alias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class Connection(ConnectionSettings):
    """One tracker; run the server twice for two sites."""

    kind: Literal["jira_cloud", "jira_dc"]


class ScopeSettings(Section):
    """Enforced on arguments and on every returned object, nested ones too."""

    projects: Annotated[tuple[ProjectKey, ...], Field(min_length=1, max_length=200)] | None = None
    raw_query: bool | None = None
    """Whether `search_issues` takes the vendor's query language; default: only without `projects`."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        """A scope whose key was lost must not become no scope."""
        if self.projects is None and self.raw_query is None:
            raise ValueError("is empty: set scope.projects, or leave scope out for every project")
        return self


class Writes(Section):
    enabled: bool = False
    fields: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    """May only narrow what create, update and transition accept."""
    public_comments: bool = False
    """Whether comments that a service desk's customers see may be written, with audience = "public"."""


class CustomFieldSettings(Section):
    """A custom field, or Jira's own `environment`, which not every deployment wants written."""

    id: Annotated[str, Field(pattern=r"^(customfield_[0-9]{1,10}|environment)$")]
    type: FieldType

    @model_validator(mode="after")
    def _environment_is_rich(self) -> Self:
        if self.id == "environment" and self.type != "rich_text":
            raise ValueError('says id = "environment", which is of type "rich_text"')
        return self


class IssuesSettings(ServerSettings):
    connection: Connection
    scope: ScopeSettings = ScopeSettings.model_construct()
    writes: Writes = Writes()
    fields: dict[Alias, CustomFieldSettings] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _known_fields(self) -> Self:
        for alias in self.fields:
            if alias in BUILT_IN or alias in NEVER:
                raise ValueError(f"fields.{alias} takes a name that is already taken or never writable")
        for name in self.writes.fields or ():
            if name not in BUILT_IN and name not in self.fields:
                raise ValueError(f"writes.fields names {shown(name)}, {_no_field(name, self.fields)}")
        return self

    @model_validator(mode="after")
    def _one_alias_each(self) -> Self:
        """Two aliases of one field could be written in one call, and the vendor would keep either."""
        aliases: dict[str, str] = {}
        for alias, declared in self.fields.items():
            if aliases.setdefault(declared.id, alias) != alias:
                raise ValueError(f"fields.{alias} and fields.{aliases[declared.id]} have the same id")
        return self

    @property
    def raw_query(self) -> bool:
        chosen = self.scope.raw_query
        return self.scope.projects is None if chosen is None else chosen


def _no_field(name: str, aliases: Collection[str]) -> str:
    if name in NEVER:
        return "which this server never writes"
    near = get_close_matches(name[:100], [*BUILT_IN, *aliases], n=1)
    hint = f'; did you mean "{near[0]}"?' if near else ""
    return f"which is neither built in nor an alias under [fields]{hint}"
