"""What `check` finds out: whether the configuration works, who we are at the tracker, what is open and what is not."""

from __future__ import annotations

import re
from typing import Any

from narrowgate_common.cli import Finding
from narrowgate_common.inspection import asked, asking, asking_call, standing
from narrowgate_common.outbound import Outbound
from narrowgate_common.text import one_line
from narrowgate_issues.adapters.jira.jira import Profile
from narrowgate_issues.port import ScreenField
from narrowgate_issues.server import IssuesServer
from narrowgate_issues.tools.demands import suggested_alias

_CUSTOM_FIELD = re.compile(r"customfield_[0-9]{1,10}", re.ASCII)
"""What an id is before it is printed into a configuration: anything else could bring lines of its own."""


async def findings(server: IssuesServer) -> list[Finding]:
    """A row for each thing that has to work; the tracker is asked with the reads of `check` only."""
    rows = standing(server, server.vendor.label)
    rows += [await asked("account", _account, server), await asked("scope", _scope, server)]
    if server.aliases:
        rows.append(await asked("fields", _fields, server))
    return rows


def _tracker(server: IssuesServer, outbound: Outbound) -> Any:
    profile = Profile(str(server.connected.site), server.aliases)
    return server.adapter.tracker(outbound.session(asking_call(server)), profile)


async def _account(outbound: Outbound, server: IssuesServer) -> Finding:
    user = await _tracker(server, outbound).whoami()
    return Finding("account", "ok", one_line(user.name, 100))


async def _scope(outbound: Outbound, server: IssuesServer) -> Finding:
    wanted = server.house.scope.projects
    page = await _tracker(server, outbound).list_projects(sorted(wanted or ()), limit=50, token=None)
    seen = {project.key for project in page.items}
    if wanted is None:
        return Finding("scope", "warning", "no scope.projects: every project this account sees is in reach")
    missing = sorted(wanted - seen) if page.token is None else []
    if missing:
        return Finding("scope", "failed", f"not visible to this account: {', '.join(missing)}")
    return Finding("scope", "ok", ", ".join(sorted(wanted)))


async def _fields(outbound: Outbound, server: IssuesServer) -> Finding:
    """An alias whose field is not there would be ignored by every write."""
    seen = {each.id for each in await _tracker(server, outbound).list_fields()}
    missing = [alias for alias, field in server.aliases.items() if field.id not in seen]
    if missing:
        return Finding(
            "fields",
            "failed",
            f"not visible to this account: {', '.join(f'fields.{each}' for each in missing)}",
        )
    return Finding("fields", "ok", ", ".join(server.aliases))


async def suggested_fields(server: IssuesServer) -> list[str]:
    """The lines of the configuration file for each custom field of a type that can be declared."""
    outbound = asking(server)
    try:
        fields = await _tracker(server, outbound).list_fields()
    finally:
        await outbound.aclose()
    lines: list[str] = []
    taken = set(server.aliases)
    for each in fields:
        if each.declare_as is not None and each.name is None and _CUSTOM_FIELD.fullmatch(each.id):
            lines += [
                f"[fields.{_free(each, taken)}]",
                f'id = "{each.id}"',
                f'type = "{each.declare_as}"',
                "",
            ]
    return lines


def _free(field: ScreenField, taken: set[str]) -> str:
    """An alias nobody has; two fields may have one label."""
    alias = suggested_alias(field)
    if alias in taken:
        alias = f"{alias[:28]}_{field.id.rpartition('_')[2][:11]}"
    taken.add(alias)
    return alias
