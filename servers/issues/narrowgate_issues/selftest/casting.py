"""Who plays whom: the administrator's settings with the sandbox's address, account and projects in them."""

from __future__ import annotations

from collections.abc import Mapping

from narrowgate_common.settings import BasicAuth, Network, State
from narrowgate_issues.settings import Connection, IssuesSettings

ACCOUNT = "alex.lindqvist@fernwood.example"
TOKEN_VARIABLE = "SELFTEST_TOKEN"  # noqa: S105 - the name of a variable
ACTORS = ("SHOP", "OPS")
"""The sandbox's projects that play the ones in the scope."""
STRANGER = "DESK"
"""The one that plays all others: its issues are linked to those of the actors."""
_DEADLINE_S = 10.0
"""A slow machine is not what is tested."""


def cast(settings: IssuesSettings, url: str) -> IssuesSettings:
    """The same gates, safelists, scope, limits and roots, before the sandbox at `url`."""
    auth = BasicAuth(kind="basic", username=ACCOUNT, token_env=TOKEN_VARIABLE)
    projects = settings.scope.projects
    actors = None if projects is None else ACTORS[: len(projects)]
    limits = settings.limits
    return settings.model_copy(
        update={
            "connection": Connection(kind="jira_cloud", base_url=url, auth=auth),
            "scope": settings.scope.model_copy(update={"projects": actors}),
            "network": Network(),
            "state": State(),
            "limits": limits.model_copy(update={"deadline_s": max(limits.deadline_s, _DEADLINE_S)}),
        }
    )


def programme(settings: IssuesSettings) -> list[str]:
    """What an onlooker has to know: what is played, and what is therefore not shown."""
    lines = ["the sandbox stands in for the tracker; nothing is sent to connection.base_url"]
    if settings.connection.kind != "jira_cloud":
        lines.append(f"it speaks Jira Cloud: the wire format of {settings.connection.kind} is not exercised")
    projects = settings.scope.projects
    if projects is None:
        lines.append("no scope.projects: every project the account sees is in reach")
    else:
        actors = dict(zip(projects, ACTORS, strict=False))
        lines.append(f"scope: {_pairs(actors)}; {STRANGER} plays what lies outside")
    return lines


def _pairs(actors: Mapping[str, str]) -> str:
    return ", ".join(f"{actor} plays {project}" for project, actor in actors.items())
