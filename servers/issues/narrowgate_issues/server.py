"""Puts the issues server together: the only file that knows everything.

What a call needs and a start does not (the adapter, the desk) is imported where it is first used.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from narrowgate_common.configuration import load
from narrowgate_common.connection import Service, connected
from narrowgate_common.cursors import Cursors
from narrowgate_common.errors import GatewayError
from narrowgate_common.logs import configure
from narrowgate_common.opened_roots import opened_roots
from narrowgate_common.server import Server
from narrowgate_common.state import default_state_dir
from narrowgate_common.tools import Tool
from narrowgate_issues import VERSION
from narrowgate_issues.adapters import VENDORS, Vendor
from narrowgate_issues.custom_fields import CustomField
from narrowgate_issues.fields import SAFELISTS, safelist
from narrowgate_issues.scope import Scope
from narrowgate_issues.settings import Connection, IssuesSettings
from narrowgate_issues.tools.catalogue import catalogue
from narrowgate_issues.tools.house import House

if TYPE_CHECKING:
    from narrowgate_common.calls import Call
    from narrowgate_common.ledger_entry import Entry
    from narrowgate_common.replies import Reply
    from narrowgate_common.routes import Request, Route
    from narrowgate_issues.adapters import Adapter
    from narrowgate_issues.tools.desk import Desk

FAMILY = "ISSUES"
NAME = "narrowgate-issues"


def service_of(vendor: Vendor) -> Service:
    return Service(f"{NAME}/{VERSION}", vendor.hosted, "jira_cloud", "/ex/jira")


@dataclass
class IssuesServer(Server[IssuesSettings, "Desk"]):
    """One configured server for one issue tracker."""

    checked: ClassVar[tuple[str, ...]] = ("whoami", "list_projects", "list_fields")

    @classmethod
    def from_environment(
        cls, file: Path | None, environment: Mapping[str, str], *, transport: Any = None
    ) -> IssuesServer:
        """Raises configuration_error with the key's path."""
        settings = load(IssuesSettings, FAMILY, environment, file)
        service = service_of(VENDORS[settings.connection.kind])
        link = connected(settings.connection, settings.network, environment, service)
        state_dir = (
            Path(settings.state.dir) if settings.state.dir else default_state_dir(environment, FAMILY.lower())
        )
        roots = opened_roots(settings, state_dir, file)
        log = configure(level=settings.logging.level, secrets=link.secrets)
        return cls(settings, link, roots, state_dir, log, transport, roots.warnings)

    @property
    def vendor(self) -> Vendor:
        return VENDORS[self.connection.kind]

    @property
    def connection(self) -> Connection:
        return self.settings.connection

    @property
    def writes_enabled(self) -> bool:
        return self.settings.writes.enabled

    @property
    def scope_names(self) -> Collection[str] | None:
        return self.settings.scope.projects

    @cached_property
    def aliases(self) -> dict[str, CustomField]:
        return {
            alias: CustomField(alias, declared.id, declared.type)
            for alias, declared in self.settings.fields.items()
        }

    @cached_property
    def house(self) -> House:
        projects = self.settings.scope.projects
        return House(
            site=self.connected.site,
            scope=Scope(None if projects is None else frozenset(projects)),
            safelists={
                action: safelist(action, self.aliases.values(), self.settings.writes.fields)
                for action in SAFELISTS
            },
            aliases=self.aliases,
            cursors=Cursors(self.key("cursors")),
            max_result_chars=self.settings.limits.max_result_chars,
            public_comments=self.settings.writes.public_comments,
            uploads=self.roots.uploads,
            downloads=self.roots.downloads,
        )

    @cached_property
    def every_tool(self) -> tuple[Tool[Desk], ...]:
        return catalogue(self.house, raw_query=self.settings.raw_query)

    @cached_property
    def adapter(self) -> Adapter:
        return self.vendor.adapter()

    @property
    def routes(self) -> Mapping[str, tuple[Route, ...]]:
        return self.adapter.routes

    def explain(self, request: Request, reply: Reply) -> GatewayError:
        """What the vendor refused, with its fields under the names our tools take."""
        return self.adapter.explain(
            request, reply, {field.id: alias for alias, field in self.aliases.items()}
        )

    def desk(self, call: Call, entry: Entry | None) -> Desk:
        from narrowgate_issues.adapters.jira.jira import Profile
        from narrowgate_issues.tools.desk import Desk

        profile = Profile(str(self.connected.site), self.aliases)
        tracker = self.adapter.tracker(self.outbound.session(call), profile)
        return Desk(tracker, self.house, call.principal, call.deadline, entry, call.files)
