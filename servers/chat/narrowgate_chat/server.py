"""Puts the chat server together: the only file that knows everything.

What a call needs and a start does not (the adapter, the desk) is imported where it is first used.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from narrowgate_chat import VERSION
from narrowgate_chat.adapters import VENDORS, Profile, Vendor
from narrowgate_chat.scope import Scope
from narrowgate_chat.settings import ChatSettings, Connection
from narrowgate_chat.tools.catalogue import catalogue
from narrowgate_chat.tools.house import House
from narrowgate_common.configuration import load
from narrowgate_common.connection import Service, connected
from narrowgate_common.cursors import Cursors
from narrowgate_common.errors import GatewayError
from narrowgate_common.logs import configure
from narrowgate_common.opened_roots import opened_roots
from narrowgate_common.server import Server
from narrowgate_common.state import default_state_dir
from narrowgate_common.tools import Tool

if TYPE_CHECKING:
    from narrowgate_chat.adapters import Adapter
    from narrowgate_chat.tools.desk import Desk
    from narrowgate_common.calls import Call
    from narrowgate_common.ledger_entry import Entry
    from narrowgate_common.outbound import Verdict
    from narrowgate_common.replies import Reply
    from narrowgate_common.routes import Request, Route

FAMILY = "CHAT"
NAME = "narrowgate-chat"


def service_of(vendor: Vendor) -> Service:
    return Service(f"{NAME}/{VERSION}", vendor.hosted, "", "", vendor.label)


@dataclass
class ChatServer(Server[ChatSettings, "Desk"]):
    """One configured server for one team chat."""

    checked: ClassVar[tuple[str, ...]] = ("whoami", "channels")

    @classmethod
    def from_environment(
        cls, file: Path | None, environment: Mapping[str, str], *, transport: Any = None
    ) -> ChatServer:
        """Raises configuration_error with the key's path."""
        settings = load(ChatSettings, FAMILY, environment, file)
        vendor = VENDORS[settings.connection.kind]
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
        return self.settings.scope.channels

    @property
    def capabilities(self) -> frozenset[str]:
        return self.vendor.capable(self.connected.credential.secret.get_secret_value())

    @cached_property
    def house(self) -> House:
        settings = self.settings
        return House(
            scope=Scope.of(settings.scope.channels, direct_messages=settings.direct_messages),
            cursors=Cursors(self.key("cursors")),
            max_result_chars=settings.limits.max_result_chars,
            pings=frozenset(settings.writes.mentions),
            shared_channels=settings.writes.shared_channels,
            uploads=self.roots.uploads,
            downloads=self.roots.downloads,
        )

    @cached_property
    def every_tool(self) -> tuple[Tool[Desk], ...]:
        return catalogue(self.house)

    @cached_property
    def adapter(self) -> Adapter:
        return self.vendor.adapter()

    @property
    def routes(self) -> Mapping[str, tuple[Route, ...]]:
        return self.adapter.routes

    @cached_property
    def profile(self) -> Profile:
        return Profile(str(self.connected.site), self.connection.team)

    @property
    def verdict(self) -> Verdict | None:
        return self.adapter.verdict

    @property
    def throttle_per_route(self) -> bool:
        return self.vendor.throttled_by_route

    def explain(self, request: Request, reply: Reply) -> GatewayError:
        return self.adapter.explain(request, reply)

    def desk(self, call: Call, entry: Entry | None) -> Desk:
        from narrowgate_chat.tools.desk import Desk

        chat = self.adapter.chat(self.outbound.session(call), self.profile)
        return Desk(chat, self.house, call.principal, call.deadline, entry, call.files, call.progress)
