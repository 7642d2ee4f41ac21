"""Puts the server together: the only file that knows everything.

What a call needs and a start does not (adapter, HTTP client, ledger, audit) is imported where it is first used.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrowgate_common.configuration import load
from narrowgate_common.cursors import Cursors
from narrowgate_common.deliveries import Deliver, at_once
from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.gates import Grants
from narrowgate_common.logs import Log, configure
from narrowgate_common.roots import find_root, require_disjoint
from narrowgate_common.settings import Downloads, Uploads
from narrowgate_common.state import StateDirectory, default_state_dir
from narrowgate_common.tools import Tool
from narrowgate_issues.adapters import VENDORS, Vendor
from narrowgate_issues.connection import Connected, connected
from narrowgate_issues.custom_fields import CustomField
from narrowgate_issues.fields import SAFELISTS, safelist
from narrowgate_issues.principals import principal_of
from narrowgate_issues.scope import Scope
from narrowgate_issues.settings import IssuesSettings
from narrowgate_issues.tools.catalogue import catalogue
from narrowgate_issues.tools.house import House

if TYPE_CHECKING:
    from narrowgate_common.answers import Answer
    from narrowgate_common.calls import Call
    from narrowgate_common.dispatch import Books, Dispatcher
    from narrowgate_common.downloads import DownloadRoot
    from narrowgate_common.ledger_entry import Entry
    from narrowgate_common.outbound import Outbound
    from narrowgate_common.replies import Reply
    from narrowgate_common.routes import Request, Route
    from narrowgate_common.uploads import UploadRoot
    from narrowgate_common.wire import Wire
    from narrowgate_issues.adapters import Adapter
    from narrowgate_issues.tools.desk import Desk

FAMILY = "ISSUES"
NAME = "narrowgate-issues"
_UNSUPPORTED = "cannot be opened safely on this system; the tools that need it are absent"
_CHECKED = ("whoami", "list_projects", "list_fields")


@dataclass(frozen=True, slots=True)
class OpenedRoots:
    """The file roots that exist, and what to say about those that do not."""

    uploads: UploadRoot | None = None
    downloads: DownloadRoot | None = None
    warnings: tuple[str, ...] = ()


def opened_roots(settings: IssuesSettings, state_dir: Path, file: Path | None) -> OpenedRoots:
    """Raises configuration_error for a root that is too broad or overlaps another; one that is absent is a warning."""
    named = {"uploads.root": settings.uploads, "downloads.root": settings.downloads}
    found = {key: find_root(key, section.root) for key, section in named.items() if section is not None}
    paths = {key: root.path for key, root in found.items() if root.path is not None}
    require_disjoint(paths, {"state.dir": state_dir, **({"the configuration file": file} if file else {})})
    uploads = _upload_root(paths.get("uploads.root"), settings.uploads)
    downloads = _download_root(paths.get("downloads.root"), settings.downloads)
    opened = {"uploads.root": uploads, "downloads.root": downloads}
    absent = [root.warning for root in found.values() if root.warning]
    unsafe = [f"{key} {_UNSUPPORTED}" for key in paths if opened[key] is None]
    return OpenedRoots(uploads, downloads, (*absent, *unsafe))


def _upload_root(path: str | None, section: Uploads | None) -> UploadRoot | None:
    if path is None or section is None:
        return None
    from narrowgate_common.uploads import UploadRoot

    if not UploadRoot.supported():
        return None
    return UploadRoot.open(path, max_bytes=section.max_bytes, label=Path(path).name)


def _download_root(path: str | None, section: Downloads | None) -> DownloadRoot | None:
    if path is None or section is None:
        return None
    from narrowgate_common.downloads import DownloadRoot

    return (
        DownloadRoot.open(path, max_bytes=section.max_bytes, label=Path(path).name)
        if DownloadRoot.supported()
        else None
    )


@dataclass
class IssuesServer:
    """One configured server. Building it opens the roots and reads the secrets; nothing is sent."""

    settings: IssuesSettings
    vendor: Vendor
    connected: Connected
    roots: OpenedRoots
    state_dir: Path
    log: Log
    transport: Any = None
    """Tests put an in-memory transport in the network's place."""
    warnings: Sequence[str] = field(default_factory=tuple)

    @classmethod
    def from_environment(
        cls, file: Path | None, environment: Mapping[str, str], *, transport: Any = None
    ) -> IssuesServer:
        """Raises configuration_error with the key's path."""
        settings = load(IssuesSettings, FAMILY, environment, file)
        vendor = VENDORS[settings.connection.kind]
        link = connected(settings, environment, hosted=vendor.hosted)
        state_dir = (
            Path(settings.state.dir) if settings.state.dir else default_state_dir(environment, FAMILY.lower())
        )
        roots = opened_roots(settings, state_dir, file)
        log = configure(level=settings.logging.level, secrets=link.secrets)
        return cls(settings, vendor, link, roots, state_dir, log, transport, roots.warnings)

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
            cursors=Cursors(self._key("cursors")),
            max_result_chars=self.settings.limits.max_result_chars,
            public_comments=self.settings.writes.public_comments,
            uploads=self.roots.uploads,
            downloads=self.roots.downloads,
        )

    def _key(self, name: str) -> bytes:
        """Kept where writes are kept; a server that only reads needs no state and forgets its cursors at its end."""
        if not self.settings.writes.enabled:
            return secrets.token_bytes(32)
        try:
            return StateDirectory.open(self.state_dir).key(name)
        except GatewayError:
            return secrets.token_bytes(32)

    @cached_property
    def grants(self) -> Grants:
        return Grants(
            writes=self.settings.writes.enabled,
            upload_root=self.roots.uploads is not None,
            download_root=self.roots.downloads is not None,
        )

    @cached_property
    def every_tool(self) -> tuple[Tool[Desk], ...]:
        """What there would be with every gate open."""
        return catalogue(self.house, raw_query=self.settings.raw_query)

    @cached_property
    def tools(self) -> tuple[Tool[Desk], ...]:
        return tuple(tool for tool in self.every_tool if tool.allowed(self.grants))

    @cached_property
    def adapter(self) -> Adapter:
        return self.vendor.adapter()

    def routes_of(self, tool: Tool[Desk]) -> frozenset[Route]:
        return frozenset(route for method in tool.uses for route in self.adapter.routes[method])

    def check_routes(self) -> frozenset[Route]:
        """What the `check` command may send; serving never grants these as such."""
        return frozenset(route for method in _CHECKED for route in self.adapter.routes[method])

    def new_wire(self) -> Wire:
        from narrowgate_common.wire import Wire

        link = self.connected
        return Wire(link.origin, link.credential, link.wire, transport=self.transport)

    def explain(self, request: Request, reply: Reply) -> GatewayError:
        """What the vendor refused, with its fields under the names our tools take."""
        return self.adapter.explain(
            request, reply, {field.id: alias for alias, field in self.aliases.items()}
        )

    @cached_property
    def outbound(self) -> Outbound:
        from narrowgate_common.outbound import Outbound

        allowed = frozenset(route for tool in self.tools for route in self.routes_of(tool))
        return Outbound(self.new_wire(), allowed, self.explain)

    @cached_property
    def principal(self) -> str:
        """Calls of two principals do not meet in the ledger."""
        return principal_of(self.settings, self.connected, self._key("principals"))

    @cached_property
    def books(self) -> Books:
        from narrowgate_common.audit import Audit
        from narrowgate_common.dispatch import Books
        from narrowgate_common.ledger import Ledger

        state = StateDirectory.open(self.state_dir)
        self._require_lasting_name(state)
        return Books(Ledger.open(state), Audit.open(state))

    def _require_lasting_name(self, state: StateDirectory) -> None:
        """The name in the books is the one the next process will have. Raises configuration_error."""
        if self.principal != principal_of(self.settings, self.connected, state.key("principals")):
            raise configuration_error(
                "The directory state.dir was not usable when this server started: start it again",
                reason="state_unusable",
            )

    @cached_property
    def dispatcher(self) -> Dispatcher[Desk]:
        from narrowgate_common.dispatch import Dispatcher

        return Dispatcher(
            tools=Dispatcher.table(self.tools),
            routes={tool.name: self.routes_of(tool) for tool in self.tools},
            desk=self.desk,
            books=lambda: self.books,
            deadline_s=self.settings.limits.deadline_s,
            max_result_chars=self.settings.limits.max_result_chars,
            log=self.log,
        )

    async def call(
        self, name: str, raw: Mapping[str, Any], *, principal: str, deliver: Deliver = at_once
    ) -> Answer:
        """The boundary as the protocol sees it: the first call loads what calls need."""
        return await self.dispatcher.call(name, raw, principal=principal, deliver=deliver)

    def desk(self, call: Call, entry: Entry | None) -> Desk:
        from narrowgate_issues.adapters.jira.jira import Profile
        from narrowgate_issues.tools.desk import Desk

        profile = Profile(str(self.connected.site), self.aliases)
        tracker = self.adapter.tracker(self.outbound.session(call), profile)
        return Desk(tracker, self.house, call.principal, call.deadline, entry, call.files)

    def manifest(self) -> list[tuple[str, str, str, str]]:
        """Every request this deployment can send: method, address, operation, and the tools that may send it."""
        from narrowgate_common.routes import Grant

        senders: dict[Route, list[str]] = {}
        for tool in self.tools:
            for route in self.routes_of(tool):
                senders.setdefault(route, []).append(tool.name)
        for route in self.check_routes():
            senders.setdefault(route, []).append("(the check command)")
        origin = str(self.connected.origin)
        return sorted(Grant(", ".join(names), route, origin).row() for route, names in senders.items())

    async def aclose(self) -> None:
        if "outbound" in self.__dict__:
            await self.outbound.aclose()
        if "books" in self.__dict__:
            self.books.ledger.close()
