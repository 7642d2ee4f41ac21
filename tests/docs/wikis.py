"""The adapters without the tools: a wiki that may send, for each method, what that method declares and nothing else."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import SecretStr
from tests.docs.harness import BELOW, Kind
from tests.vendor_contract import specs
from tests.vendor_wiki_contract import wiki_description

from narrowgate_common.calls import Call
from narrowgate_common.credentials import Credential
from narrowgate_common.deadlines import Deadline
from narrowgate_common.operations import Operation
from narrowgate_common.origins import Origin
from narrowgate_common.outbound import Outbound, Session
from narrowgate_common.replies import Attempt, Reply
from narrowgate_common.routes import Request
from narrowgate_common.wire import Wire
from narrowgate_common.wire_settings import WireSettings
from narrowgate_docs.adapters import VENDORS, Adapter, Profile
from narrowgate_docs.port import Address, Document, PageRef, Wiki
from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.hosting import Sandbox

SITE = {"confluence_cloud": "", "confluence_dc": "/confluence"}
"""What people browse below the host, without what the vendor puts below every site."""


class Permissive:
    """A guard that records nothing, so that only the routes can stop a request."""

    def about_to_send(self, _request: Request) -> Reply | None:
        return None

    def ended(self, _request: Request, _attempt: Attempt) -> None:
        pass


@dataclass
class Sending:
    """Notes what a method asks to be sent."""

    session: Session
    sent: list[Request]

    async def send(self, request: Request) -> Reply:
        self.sent.append(request)
        return await self.session.send(request)

    def stream(self, request: Request) -> AsyncGenerator[bytes]:
        self.sent.append(request)
        return self.session.stream(request)

    def listen(self, request: Request) -> AsyncGenerator[Any]:
        return self.session.listen(request)


@dataclass
class Bench:
    """An adapter before the embedded company."""

    kind: Kind
    company: Company
    adapter: Adapter
    outbound: Outbound
    profile: Profile
    sent: list[Request] = field(default_factory=list)

    def of(self, method: str) -> Wiki:
        routes = frozenset(self.adapter.routes[method])
        call = Call(method, Operation.APPEND, routes, Deadline.after(20), guard=Permissive())
        return self.adapter.wiki(Sending(self.outbound.session(call), self.sent), self.profile)

    @property
    def cloud(self) -> bool:
        return self.kind == "confluence_cloud"

    @property
    def names(self) -> list[str]:
        """Of the routes that were sent."""
        return [request.route.name for request in self.sent]

    def problems(self) -> list[str]:
        """What the vendor's description says against the requests, where it is at hand."""
        if not self.cloud or specs() is None:
            return []
        return [problem for request in self.sent for problem in _problems(request)]

    def page(self, title: str, space: str = "ENG") -> Any:
        return self.company.wiki_page(space, title)

    async def document(self, title: str, space: str = "ENG") -> Document:
        return await self.of("document").document(Address(id=self.page(title, space).id))

    async def ref(self, title: str, space: str = "ENG") -> PageRef:
        return await self.of("ref").ref(self.page(title, space).id)


def _problems(request: Request) -> list[str]:
    path, _, query = request.target().partition("?")
    book = wiki_description(path)
    assert book is not None, path
    found = book.request_problems(request.route.method, path, query, request.json)
    return [f"{request.route.method} {path}?{query}: {each}" for each in found]


def credential(kind: Kind, account: str, token: str = "") -> Credential:
    person = f"{account}@fernwood.example" if kind == "confluence_cloud" else account
    return Credential.basic(person, SecretStr(token or f"sandbox-token-{account.partition('.')[0]}"))


@asynccontextmanager
async def bench(
    kind: Kind, account: str = "alex.lindqvist", *, token: str = "", **settings: Any
) -> AsyncIterator[Bench]:
    """Over real connections; `settings` are the wire's."""
    with Sandbox.start() as box:
        assert BELOW[kind]
        adapter = VENDORS[kind].adapter()
        origin = Origin.parse(box.url + SITE[kind])
        wire = Wire(origin, credential(kind, account, token), WireSettings(**settings))
        every = frozenset(route for row in adapter.routes.values() for route in row)
        outbound = Outbound(wire, every, adapter.explain)
        desk = Bench(kind, box.company, adapter, outbound, Profile(str(origin)))
        try:
            yield desk
        finally:
            await outbound.aclose()
        assert desk.problems() == []
