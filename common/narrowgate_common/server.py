"""One configured server, whatever it serves: gates, routes, ledger, audit and the way out, put together once.

What a call needs and a start does not (HTTP client, ledger, audit) is imported where it is first used.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from narrowgate_common.connection import Connected
from narrowgate_common.deliveries import Deliver, at_once
from narrowgate_common.errors import GatewayError, configuration_error
from narrowgate_common.gates import Grants
from narrowgate_common.logs import Log
from narrowgate_common.opened_roots import OpenedRoots
from narrowgate_common.principals import principal_of
from narrowgate_common.settings import ConnectionSettings, ServerSettings
from narrowgate_common.state import StateDirectory
from narrowgate_common.tools import Tool

if TYPE_CHECKING:
    from narrowgate_common.answers import Answer
    from narrowgate_common.calls import Call, Progress
    from narrowgate_common.dispatch import Books, Dispatcher
    from narrowgate_common.ledger_entry import Entry
    from narrowgate_common.outbound import Outbound, Verdict
    from narrowgate_common.replies import Reply
    from narrowgate_common.routes import Request, Route
    from narrowgate_common.wire import Wire

Settings = TypeVar("Settings", bound=ServerSettings)
Desk = TypeVar("Desk")


@dataclass
class Server(ABC, Generic[Settings, Desk]):
    """Building one opens the roots and reads the secrets; nothing is sent."""

    checked: ClassVar[tuple[str, ...]]
    """The port methods of the `check` command; serving never grants their routes as such."""

    settings: Settings
    connected: Connected
    roots: OpenedRoots
    state_dir: Path
    log: Log
    transport: Any = None
    """Tests put an in-memory transport in the network's place."""
    warnings: Sequence[str] = field(default_factory=tuple)

    @property
    @abstractmethod
    def connection(self) -> ConnectionSettings: ...

    @property
    @abstractmethod
    def writes_enabled(self) -> bool: ...

    @property
    @abstractmethod
    def scope_names(self) -> Collection[str] | None:
        """What the server is confined to, None for everything the account sees."""

    @property
    @abstractmethod
    def every_tool(self) -> tuple[Tool[Desk], ...]:
        """What there would be with every gate open."""

    @property
    @abstractmethod
    def routes(self) -> Mapping[str, tuple[Route, ...]]:
        """The vendor's routes by the method of the port."""

    @abstractmethod
    def explain(self, request: Request, reply: Reply) -> GatewayError:
        """What the vendor refused."""

    @property
    def verdict(self) -> Verdict | None:
        """What the vendor says in an answer of 2xx that is no success, where it says such things."""
        return None

    @property
    def throttle_per_route(self) -> bool:
        """Whether the vendor counts each method by itself."""
        return False

    @abstractmethod
    def desk(self, call: Call, entry: Entry | None) -> Desk: ...

    @property
    def capabilities(self) -> frozenset[str]:
        """What the vendor can do beyond what all can."""
        return frozenset()

    def key(self, name: str) -> bytes:
        """Kept where writes are kept; a server that only reads needs no state and forgets its cursors at its end."""
        if not self.writes_enabled:
            return secrets.token_bytes(32)
        try:
            return StateDirectory.open(self.state_dir).key(name)
        except GatewayError:
            return secrets.token_bytes(32)

    @cached_property
    def grants(self) -> Grants:
        return Grants(
            writes=self.writes_enabled,
            upload_root=self.roots.uploads is not None,
            download_root=self.roots.downloads is not None,
            capabilities=self.capabilities,
        )

    @cached_property
    def tools(self) -> tuple[Tool[Desk], ...]:
        return tuple(tool for tool in self.every_tool if tool.allowed(self.grants))

    def routes_of(self, tool: Tool[Desk]) -> frozenset[Route]:
        return frozenset(route for method in tool.uses for route in self.routes[method])

    def check_routes(self) -> frozenset[Route]:
        return frozenset(route for method in self.checked for route in self.routes[method])

    def new_wire(self) -> Wire:
        from narrowgate_common.wire import Wire

        link = self.connected
        return Wire(link.origin, link.credential, link.wire, transport=self.transport)

    @cached_property
    def outbound(self) -> Outbound:
        from narrowgate_common.outbound import Outbound

        allowed = frozenset(route for tool in self.tools for route in self.routes_of(tool))
        return Outbound(
            self.new_wire(),
            allowed,
            self.explain,
            self.verdict,
            throttle_per_route=self.throttle_per_route,
        )

    @cached_property
    def principal(self) -> str:
        """Calls of two principals do not meet in the ledger."""
        return self._principal(self.key("principals"))

    def _principal(self, key: bytes) -> str:
        return principal_of(self.connection, self.settings.network, self.connected, self.scope_names, key)

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
        if self.principal != self._principal(state.key("principals")):
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
        self,
        name: str,
        raw: Mapping[str, Any],
        *,
        principal: str,
        deliver: Deliver = at_once,
        progress: Progress | None = None,
    ) -> Answer:
        """The boundary as the protocol sees it: the first call loads what calls need."""
        return await self.dispatcher.call(name, raw, principal=principal, deliver=deliver, progress=progress)

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
        grants = (Grant(", ".join(names), route, origin) for route, names in senders.items())
        return sorted(row for grant in grants for row in grant.rows())

    async def aclose(self) -> None:
        if "outbound" in self.__dict__:
            await self.outbound.aclose()
        if "books" in self.__dict__:
            self.books.ledger.close()
