"""What `check` finds out about any server: its configuration, its files, its books, and whether the vendor answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from narrowgate_common.audit import verify
from narrowgate_common.calls import Call
from narrowgate_common.cli import Finding
from narrowgate_common.connection import checked_files
from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Outbound
from narrowgate_common.server import Server
from narrowgate_common.state import StateDirectory

AnyServer = TypeVar("AnyServer", bound=Server[Any, Any])

_NO_API = "this interface does not answer there; check connection.base_url and connection.kind"


def standing(server: Server[Any, Any], label: str) -> list[Finding]:
    """What can be said without asking the vendor anything; `label` is what is connected to."""
    place = f"{label} at {server.connected.site}; {len(server.tools)} tools"
    rows = [Finding("configuration", "ok", place), _certificates(server), *_roots(server)]
    return rows + (_state(server) if server.writes_enabled else [])


def _certificates(server: Server[Any, Any]) -> Finding:
    problem = checked_files(server.settings.network)
    return Finding("certificates", "failed", problem.message) if problem else Finding("certificates", "ok")


def _roots(server: Server[Any, Any]) -> list[Finding]:
    if not server.roots.warnings:
        opened = {"uploads": server.roots.uploads, "downloads": server.roots.downloads}
        note = ", ".join(
            f"{name} open" if root else f"no {name} root, no such tool" for name, root in opened.items()
        )
        return [Finding("roots", "ok", note)]
    return [Finding("roots", "failed", warning) for warning in server.roots.warnings]


def _state(server: Server[Any, Any]) -> list[Finding]:
    try:
        unfinished = server.books.ledger.unfinished()
    except GatewayError as error:
        return [Finding("state", "failed", error.message)]
    note = f"{len(unfinished)} calls with an unknown end; repeat them with their request_id to look again"
    return [
        Finding("state", "warning" if unfinished else "ok", note if unfinished else ""),
        audit_finding(server),
    ]


def audit_finding(server: Server[Any, Any]) -> Finding:
    found = verify(StateDirectory.open(server.state_dir))
    if not found.intact:
        return Finding("audit", "failed", f"the chain breaks at record {found.first_broken}")
    open_intents = f"; {len(found.unfinished)} writes without a result" if found.unfinished else ""
    head = f", head {found.head}" if found.head else ""
    return Finding("audit", "ok", f"{found.records} records{head}{open_intents}")


def asking(server: Server[Any, Any]) -> Outbound:
    """`check` is a tool of its own: it may send these reads and nothing else."""
    return Outbound(
        server.new_wire(),
        server.check_routes(),
        server.explain,
        server.verdict,
        throttle_per_route=server.throttle_per_route,
    )


def asking_call(server: Server[Any, Any]) -> Call:
    deadline = Deadline.after(server.settings.limits.deadline_s)
    return Call("check", Operation.READ, server.check_routes(), deadline)


async def asked(
    subject: str, question: Callable[[Outbound, AnyServer], Awaitable[Finding]], server: AnyServer
) -> Finding:
    """A row that needs the vendor's answer; its refusal is the row."""
    outbound = asking(server)
    try:
        return await question(outbound, server)
    except GatewayError as error:
        absent = error.category is Category.NOT_FOUND
        return Finding(subject, "failed", _NO_API if absent else error.message)
    finally:
        await outbound.aclose()
