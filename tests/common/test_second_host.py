"""Addresses that a vendor gives whole: only of the host that the route declares, with the credential or without."""

from __future__ import annotations

from contextlib import aclosing

import httpx
import pytest
from tests.common.fake_product import SECRET, Notebook, Time, new_wire
from tests.common.fake_vendor import explain
from tests.common.test_downloads_hop import ELSEWHERE, HOME, MEDIA, Hosts
from tests.common.wire_calls import failure

from narrowgate_common.calls import Call
from narrowgate_common.deadlines import Deadline
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Outbound, Session
from narrowgate_common.routes import FilePart, Grant, Request, Route, SecondHost

FILE = Route("file", Operation.READ, "GET", "/files/...", answers="bytes", host=SecondHost(MEDIA, True))
UPLOAD = Route("upload", Operation.REPLACE, "POST", "/upload/...", answers="nothing", host=SecondHost(MEDIA))
ADDRESS = f"{MEDIA}/file/7/binary?token=a.b-c"


def hosts(**answers: httpx.Response) -> Hosts:
    return Hosts({
        f"{MEDIA}/file/7/binary": answers.get("first", httpx.Response(200, content=b"the bytes")),
        f"{MEDIA}/cdn/7": httpx.Response(200, content=b"moved bytes"),
    })  # fmt: skip


def session(world: Hosts) -> Session:
    wire = new_wire(str(HOME), httpx.MockTransport(world))
    routes = frozenset({FILE, UPLOAD})
    outbound = Outbound(wire, routes, explain, sleep=Time().sleep)
    return outbound.session(Call("t", Operation.REPLACE, routes, Deadline.after(20), guard=Notebook()))


async def fetched(world: Hosts, address: str, route: Route = FILE) -> bytes:
    async with aclosing(session(world).stream(Request(route, address=address))) as chunks:
        return b"".join([chunk async for chunk in chunks])


@pytest.mark.anyio
async def test_a_file_is_fetched_from_its_host_with_the_credential() -> None:
    world = hosts()

    assert await fetched(world, ADDRESS) == b"the bytes"
    assert world.places == [ADDRESS]
    assert world.asked[0].headers["authorization"] == f"Bearer {SECRET}"


@pytest.mark.anyio
async def test_bytes_go_to_their_host_without_the_credential() -> None:
    world = hosts()

    await session(world).send(Request(UPLOAD, address=ADDRESS, file=FilePart("a.txt", b"content")))
    assert world.places == [ADDRESS]
    assert SECRET not in str(world.asked[0].headers)
    assert b"content" in world.asked[0].content


@pytest.mark.anyio
@pytest.mark.parametrize("address", [*ELSEWHERE, "", f"{HOME}/files/7"])
async def test_an_address_of_any_other_host_is_never_asked(address: str) -> None:
    world = hosts()

    read = await failure(fetched(world, address))
    write = await failure(session(world).send(Request(UPLOAD, address=address, file=FilePart("a", b"b"))))

    assert {read.reason, write.reason} == {"foreign_address"}
    assert world.asked == []


@pytest.mark.anyio
async def test_its_own_host_may_send_on_to_itself_once() -> None:
    world = hosts(first=httpx.Response(302, headers={"location": f"{MEDIA}/cdn/7"}))

    assert await fetched(world, ADDRESS) == b"moved bytes"
    assert world.asked[1].headers["authorization"] == f"Bearer {SECRET}"


@pytest.mark.anyio
async def test_its_own_host_does_not_send_on_to_others() -> None:
    world = hosts(first=httpx.Response(302, headers={"location": "https://evil.example/cdn/7"}))

    assert (await failure(fetched(world, ADDRESS))).reason == "redirect"
    assert world.places == [ADDRESS]


def test_the_manifest_names_the_host_and_whether_it_gets_the_credential() -> None:
    rows = [Grant("tool", each, str(HOME)).row() for each in (FILE, UPLOAD)]

    assert rows == [
        ("GET", f"{MEDIA}/files/...", "read", "tool"),
        ("POST", f"{MEDIA}/upload/...", "replace", "tool (without credentials)"),
    ]
