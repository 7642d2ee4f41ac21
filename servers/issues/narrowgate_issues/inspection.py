"""What `check` finds out: whether the configuration works, who we are at the tracker, what is open and what is not."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from narrowgate_common.audit import verify
from narrowgate_common.calls import Call
from narrowgate_common.cli import Finding
from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Outbound
from narrowgate_common.state import StateDirectory
from narrowgate_common.text import one_line
from narrowgate_issues.adapters.jira.jira import Profile
from narrowgate_issues.connection import checked_files
from narrowgate_issues.port import ScreenField
from narrowgate_issues.server import IssuesServer
from narrowgate_issues.tools.demands import suggested_alias

_CUSTOM_FIELD = re.compile(r"customfield_[0-9]{1,10}", re.ASCII)
"""What an id is before it is printed into a configuration: anything else could bring lines of its own."""

_NO_API = "this interface does not answer there; check connection.base_url and connection.kind"


async def findings(server: IssuesServer) -> list[Finding]:
    """A row for each thing that has to work; the tracker is asked with the reads of `check` only."""
    rows = [_configuration(server), _certificates(server), *_roots(server)]
    if server.settings.writes.enabled:
        rows += _state(server)
    rows += [await _asked("account", _account, server), await _asked("scope", _scope, server)]
    if server.aliases:
        rows.append(await _asked("fields", _fields, server))
    return rows


def _configuration(server: IssuesServer) -> Finding:
    return Finding(
        "configuration", "ok", f"{server.vendor.label} at {server.connected.site}; {len(server.tools)} tools"
    )


def _certificates(server: IssuesServer) -> Finding:
    problem = checked_files(server.settings.network)
    return Finding("certificates", "failed", problem.message) if problem else Finding("certificates", "ok")


def _roots(server: IssuesServer) -> list[Finding]:
    if not server.roots.warnings:
        opened = {"uploads": server.roots.uploads, "downloads": server.roots.downloads}
        note = ", ".join(
            f"{name} open" if root else f"no {name} root, no such tool" for name, root in opened.items()
        )
        return [Finding("roots", "ok", note)]
    return [Finding("roots", "failed", warning) for warning in server.roots.warnings]


def _state(server: IssuesServer) -> list[Finding]:
    try:
        unfinished = server.books.ledger.unfinished()
    except GatewayError as error:
        return [Finding("state", "failed", error.message)]
    note = f"{len(unfinished)} calls with an unknown end; repeat them with their request_id to look again"
    return [
        Finding("state", "warning" if unfinished else "ok", note if unfinished else ""),
        audit_finding(server),
    ]


def audit_finding(server: IssuesServer) -> Finding:
    found = verify(StateDirectory.open(server.state_dir))
    if not found.intact:
        return Finding("audit", "failed", f"the chain breaks at record {found.first_broken}")
    open_intents = f"; {len(found.unfinished)} writes without a result" if found.unfinished else ""
    head = f", head {found.head}" if found.head else ""
    return Finding("audit", "ok", f"{found.records} records{head}{open_intents}")


async def _asked(
    subject: str, question: Callable[[Any, IssuesServer], Awaitable[Finding]], server: IssuesServer
) -> Finding:
    outbound = _asking(server)
    try:
        return await question(_tracker(server, outbound), server)
    except GatewayError as error:
        absent = error.category is Category.NOT_FOUND
        return Finding(subject, "failed", _NO_API if absent else error.message)
    finally:
        await outbound.aclose()


def _asking(server: IssuesServer) -> Outbound:
    """`check` is a tool of its own: it may send these reads and nothing else."""
    return Outbound(server.new_wire(), server.check_routes(), server.explain)


def _tracker(server: IssuesServer, outbound: Outbound) -> Any:
    deadline = Deadline.after(server.settings.limits.deadline_s)
    call = Call("check", Operation.READ, outbound.allowed, deadline)
    return server.adapter.tracker(outbound.session(call), Profile(str(server.connected.site), server.aliases))


async def _account(tracker: Any, _server: IssuesServer) -> Finding:
    user = await tracker.whoami()
    return Finding("account", "ok", one_line(user.name, 100))


async def _scope(tracker: Any, server: IssuesServer) -> Finding:
    wanted = server.house.scope.projects
    page = await tracker.list_projects(sorted(wanted or ()), limit=50, token=None)
    seen = {project.key for project in page.items}
    if wanted is None:
        return Finding("scope", "warning", "no scope.projects: every project this account sees is in reach")
    missing = sorted(wanted - seen) if page.token is None else []
    if missing:
        return Finding("scope", "failed", f"not visible to this account: {', '.join(missing)}")
    return Finding("scope", "ok", ", ".join(sorted(wanted)))


async def _fields(tracker: Any, server: IssuesServer) -> Finding:
    """An alias whose field is not there would be ignored by every write."""
    seen = {each.id for each in await tracker.list_fields()}
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
    outbound = _asking(server)
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
