"""What `check` finds out: whether the configuration works, who we are at the wiki, what is open and what is not."""

from __future__ import annotations

from narrowgate_common.cli import Finding
from narrowgate_common.inspection import asked, asking_call, standing
from narrowgate_common.outbound import Outbound
from narrowgate_common.text import one_line
from narrowgate_docs.port import Wiki
from narrowgate_docs.server import DocsServer


async def findings(server: DocsServer) -> list[Finding]:
    """A row for each thing that has to work; the wiki is asked with the reads of `check` only."""
    rows = standing(server, server.vendor.label)
    return [*rows, await asked("account", _account, server), await asked("scope", _scope, server)]


def _wiki(server: DocsServer, outbound: Outbound) -> Wiki:
    return server.adapter.wiki(outbound.session(asking_call(server)), server.profile)


async def _account(outbound: Outbound, server: DocsServer) -> Finding:
    user = await _wiki(server, outbound).whoami()
    return Finding("account", "ok", one_line(user.name, 100))


async def _scope(outbound: Outbound, server: DocsServer) -> Finding:
    wanted = server.house.scope.spaces
    page = await _wiki(server, outbound).spaces(sorted(wanted or ()), limit=100, token=None)
    seen = {space.key for space in page.items}
    if wanted is None:
        return Finding("scope", "warning", "no scope.spaces: every space this account sees is in reach")
    missing = sorted(wanted - seen) if page.token is None else []
    if missing:
        return Finding("scope", "failed", f"not visible to this account: {', '.join(missing)}")
    return Finding("scope", "ok", ", ".join(sorted(wanted)))


async def suggested_fields(_server: DocsServer) -> list[str]:
    """Pages have no fields that an administrator could declare."""
    return []
