"""What a server says about its vendor reaches everything that leaves, its check as well as its tools."""

import io
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.common.fake_product import new_log
from tests.common.fake_vendor import READ_NOTE, READ_TOOL, Desk, explain
from tests.common.small_settings import CONNECTION, SmallSettings, loaded

from narrowgate_common.calls import Call
from narrowgate_common.connection import Connected
from narrowgate_common.credentials import Credential
from narrowgate_common.errors import GatewayError
from narrowgate_common.inspection import asking
from narrowgate_common.ledger import Entry
from narrowgate_common.opened_roots import OpenedRoots
from narrowgate_common.operations import Ended
from narrowgate_common.origins import Origin
from narrowgate_common.outbound import Verdict
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request, Route
from narrowgate_common.server import Server
from narrowgate_common.settings import ConnectionSettings
from narrowgate_common.tools import Tool
from narrowgate_common.wire_settings import WireSettings


class Plain(Server[SmallSettings, Desk]):
    """A vendor that says everything by its status."""

    checked = ("read",)

    @property
    def connection(self) -> ConnectionSettings:
        raise NotImplementedError

    @property
    def writes_enabled(self) -> bool:
        return False

    @property
    def scope_names(self) -> Collection[str] | None:
        return None

    @property
    def every_tool(self) -> tuple[Tool[Desk], ...]:
        return (READ_TOOL,)

    @property
    def routes(self) -> Mapping[str, tuple[Route, ...]]:
        return {"read": (READ_NOTE,)}

    def explain(self, request: Request, reply: Reply) -> GatewayError:
        return explain(request, reply)

    def desk(self, call: Call, entry: Entry | None) -> Desk:
        return Desk(self.outbound.session(call), entry)


def says_no(_request: Request, _reply: Reply) -> Ended | None:
    return Ended.REJECTED


class Peculiar(Plain):
    """One that says no in an answer of 200, and counts each method by itself."""

    @property
    def verdict(self) -> Verdict | None:
        return says_no

    @property
    def throttle_per_route(self) -> bool:
        return True


def made(kind: type[Plain], home: Path) -> Plain:
    site = Origin.parse("http://127.0.0.1:9")
    link = Connected(site, site, Credential.bearer(SecretStr("t" * 20)), WireSettings(), ())
    return kind(loaded(CONNECTION), link, OpenedRoots(), home, new_log(io.StringIO()))


@pytest.mark.parametrize(("kind", "verdict", "alone"), [(Plain, None, False), (Peculiar, says_no, True)])
def test_what_is_peculiar_about_a_vendor_reaches_tools_and_check(
    kind: type[Plain],
    verdict: Verdict | None,
    alone: bool,  # noqa: FBT001 - a row of the table
    tmp_path: Path,
) -> None:
    server = made(kind, tmp_path)
    for outbound in (server.outbound, asking(server)):
        assert (outbound.verdict, outbound.throttle_per_route) == (verdict, alone)
