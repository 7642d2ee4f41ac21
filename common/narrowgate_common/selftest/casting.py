"""Who plays whom: the administrator's settings with the sandbox's address, account and places in them."""

from __future__ import annotations

from typing import Any, TypeVar

from narrowgate_common.selftest.script import Cast
from narrowgate_common.server import Server
from narrowgate_common.settings import BasicAuth, Network, ServerSettings, State

ACCOUNT = "alex.lindqvist@fernwood.example"
TOKEN_VARIABLE = "SELFTEST_TOKEN"  # noqa: S105 - the name of a variable
_DEADLINE_S = 10.0
"""A slow machine is not what is tested."""

Settings = TypeVar("Settings", bound=ServerSettings)


def recast(server: Server[Settings, Any], cast: Cast, url: str) -> Settings:
    """The same gates, safelists, scope, limits and roots, before the sandbox at `url`."""
    auth = BasicAuth(kind="basic", username=ACCOUNT, token_env=TOKEN_VARIABLE)
    settings: Any = server.settings
    limits = settings.limits
    names = server.scope_names
    actors = None if names is None else cast.actors[: len(names)]
    recast: Settings = settings.model_copy(
        update={
            "connection": cast.connection(server.connection, url, auth),
            "scope": settings.scope.model_copy(update={cast.entries: actors}),
            "network": Network(),
            "state": State(),
            "limits": limits.model_copy(update={"deadline_s": max(limits.deadline_s, _DEADLINE_S)}),
        }
    )
    return recast


def programme(server: Server[Any, Any], cast: Cast) -> list[str]:
    """What an onlooker has to know: what is played, and what is therefore not shown."""
    lines = ["the sandbox stands in for the vendor; nothing is sent to connection.base_url"]
    lines += cast.remarks(server.connection)
    names = server.scope_names
    if names is None:
        lines.append(f"no scope.{cast.entries}: all {cast.thing} that the account sees are in reach")
    else:
        played = [f"{actor} plays {name}" for name, actor in zip(names, cast.actors, strict=False)]
        lines.append(f"scope: {', '.join(played)}; {cast.stranger} plays what lies outside")
    return lines
