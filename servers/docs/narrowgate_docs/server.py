"""Puts the docs server together: the only file that knows everything.

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
from narrowgate_docs import VERSION
from narrowgate_docs.adapters import VENDORS, Profile, Vendor
from narrowgate_docs.fields import SAFELISTS, safelist
from narrowgate_docs.scope import Scope
from narrowgate_docs.settings import Connection, DocsSettings
from narrowgate_docs.tools.catalogue import catalogue
from narrowgate_docs.tools.house import House

if TYPE_CHECKING:
    from narrowgate_common.calls import Call
    from narrowgate_common.ledger_entry import Entry
    from narrowgate_common.replies import Reply
    from narrowgate_common.routes import Request, Route
    from narrowgate_docs.adapters import Adapter
    from narrowgate_docs.tools.desk import Desk

FAMILY = "DOCS"
NAME = "narrowgate-docs"


def service_of(vendor: Vendor) -> Service:
    return Service(f"{NAME}/{VERSION}", vendor.hosted, "confluence_cloud", "/ex/confluence")


@dataclass
class DocsServer(Server[DocsSettings, "Desk"]):
    """One configured server for one documentation system."""

    checked: ClassVar[tuple[str, ...]] = ("whoami", "spaces")

    @classmethod
    def from_environment(
        cls, file: Path | None, environment: Mapping[str, str], *, transport: Any = None
    ) -> DocsServer:
        """Raises configuration_error with the key's path."""
        settings = load(DocsSettings, FAMILY, environment, file)
        vendor = VENDORS[settings.connection.kind]
        connection = settings.connection
        site = connection.base_url.rstrip("/").removesuffix(vendor.below)
        settings = settings.model_copy(
            update={"connection": connection.model_copy(update={"base_url": site})}
        )
        link = connected(settings.connection, settings.network, environment, service_of(vendor))
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
        return self.settings.scope.spaces

    @property
    def capabilities(self) -> frozenset[str]:
        return self.vendor.capabilities

    @cached_property
    def house(self) -> House:
        spaces = self.settings.scope.spaces
        return House(
            site=self.connected.site,
            scope=Scope(None if spaces is None else frozenset(spaces)),
            safelists={action: safelist(action, self.settings.writes.fields) for action in SAFELISTS},
            cursors=Cursors(self.key("cursors")),
            max_result_chars=self.settings.limits.max_result_chars,
            uploads=self.roots.uploads,
            downloads=self.roots.downloads,
        )

    @cached_property
    def every_tool(self) -> tuple[Tool[Desk], ...]:
        return catalogue(
            self.house,
            raw_query=self.settings.raw_query,
            inline_comments="inline_comments" in self.capabilities,
        )

    @cached_property
    def adapter(self) -> Adapter:
        return self.vendor.adapter()

    @property
    def routes(self) -> Mapping[str, tuple[Route, ...]]:
        return self.adapter.routes

    @cached_property
    def profile(self) -> Profile:
        return Profile(str(self.connected.site))

    def explain(self, request: Request, reply: Reply) -> GatewayError:
        return self.adapter.explain(request, reply)

    def desk(self, call: Call, entry: Entry | None) -> Desk:
        from narrowgate_docs.tools.desk import Desk

        wiki = self.adapter.wiki(self.outbound.session(call), self.profile)
        return Desk(wiki, self.house, call.principal, call.deadline, entry, call.files)
