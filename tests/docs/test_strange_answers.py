"""Answers that the vendor does not promise: they become errors of ours, and deny no effect that may have happened."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from tests.docs.harness import KINDS, Kind
from tests.docs.vendor_samples import sample
from tests.docs.wikis import Bench, credential

from narrowgate_common.errors import GatewayError
from narrowgate_common.origins import Origin
from narrowgate_common.outbound import Outbound
from narrowgate_common.rich_text import Rewrite
from narrowgate_common.wire import Wire
from narrowgate_common.wire_settings import WireSettings
from narrowgate_docs.adapters import VENDORS, Profile
from narrowgate_docs.port import Address, Comment, Filter, PageRef, Wiki
from narrowgate_sandbox import fernwood

pytestmark = [pytest.mark.anyio]
PAGE = PageRef("98370", "Plan", "ENG", "https://wiki.example/x")
COMMENT = Comment("98380", "98370", "https://wiki.example/x", "footer", "", "", "")
BODY = Rewrite("x", "<p>x</p>")
Answers = Callable[[httpx.Request], httpx.Response]


async def instantly(_seconds: float) -> None:
    return None


@asynccontextmanager
async def before(kind: Kind, answers: Answers) -> AsyncIterator[Bench]:
    """An adapter before whatever answers."""
    adapter = VENDORS[kind].adapter()
    origin = Origin.parse("https://wiki.example")
    wire = Wire(origin, credential(kind, "alex"), WireSettings(), transport=httpx.MockTransport(answers))
    every = frozenset(route for row in adapter.routes.values() for route in row)
    outbound = Outbound(wire, every, adapter.explain, sleep=instantly)
    yield Bench(kind, fernwood(), adapter, outbound, Profile(str(origin), {"65538": "ENG"}))
    await outbound.aclose()


async def failure(asking: Awaitable[object]) -> GatewayError:
    with pytest.raises(GatewayError) as failed:
        await asking
    return failed.value


def always(body: Any, **headers: str) -> Answers:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return lambda _request: httpx.Response(200, content=content, headers=headers)


READS: dict[str, Callable[[Wiki], Awaitable[object]]] = {
    "whoami": lambda wiki: wiki.whoami(),
    "spaces": lambda wiki: wiki.spaces((), limit=5, token=None),
    "search": lambda wiki: wiki.search(Filter(text="a"), limit=5, token=None),
    "document": lambda wiki: wiki.document(Address(id="98370")),
    "ref": lambda wiki: wiki.ref("98370"),
    "document_at": lambda wiki: wiki.document_at(PAGE, 1),
    "rendered": lambda wiki: wiki.rendered(PAGE),
    "children": lambda wiki: wiki.children("ENG", "98370", limit=5, token=None),
    "comments": lambda wiki: wiki.comments(PAGE, "footer", "any", limit=5, token=None),
    "replies": lambda wiki: wiki.replies(COMMENT, limit=5, token=None),
    "attachments": lambda wiki: wiki.attachments(PAGE, limit=5, token=None),
    "attachment_named": lambda wiki: wiki.attachment_named(PAGE, "a.txt"),
}
WRITES: dict[str, Callable[[Wiki], Awaitable[object]]] = {
    "create_page": lambda wiki: wiki.create_page("ENG", "Plan", BODY, parent=None),
    "add_comment": lambda wiki: wiki.add_comment(PAGE, BODY, reply_to=None, anchor=None),
    "attach_file": lambda wiki: wiki.attach_file(PAGE, "a.txt", b"x", "text/plain", stamp="s"),
}
NOBODY = always({"results": []}, **{"x-ausername": "anonymous"})
LOGIN = b"<!DOCTYPE html><html><body><form action='/login'>Log in</form></body></html>"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", READS)
@pytest.mark.parametrize("body", [{}, {"results": None}, {"results": {}}, {"id": "../1"}, [], LOGIN, b""])
async def test_another_answer_than_the_promised_one_is_no_empty_result(
    kind: Kind, method: str, body: Any
) -> None:
    async with before(kind, always(body)) as desk:
        error = await failure(READS[method](desk.of(method)))

        assert error.category in {"upstream_error", "bad_input"}
        assert error.outcome is None
        assert "login" not in "".join(error.details)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", READS)
async def test_an_answer_that_is_meant_for_nobody_is_a_rejected_credential(kind: Kind, method: str) -> None:
    """A bad token may be taken for no token, and what is public be shown."""
    async with before(kind, NOBODY) as desk:
        error = await failure(READS[method](desk.of(method)))

        assert (error.category, error.reason) == ("configuration_error", "credential_rejected")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", WRITES)
@pytest.mark.parametrize("body", [{}, {"results": []}, {"id": "x"}, {"results": [{"id": "1"}]}, [], LOGIN])
async def test_a_write_whose_answer_shows_nothing_is_in_doubt(kind: Kind, method: str, body: Any) -> None:
    def answers(request: httpx.Request) -> httpx.Response:
        looked = request.method == "GET"
        return httpx.Response(200, json={"results": []}) if looked else always(body)(request)

    async with before(kind, answers) as desk:
        error = await failure(WRITES[method](desk.of(method)))

        assert (error.category, error.outcome) == ("upstream_error", "unknown")


async def test_one_strange_entry_does_not_hide_the_others() -> None:
    async with before("confluence_cloud", always(sample("confluence_cloud/search"))) as desk:
        found = await desk.of("search").search(Filter(text="may"), limit=5, token=None)

        assert [hit.page.id for hit in found.items] == ["98373", "98375"]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_list_that_goes_on_is_asked_with_the_size_it_was_begun_with(kind: Kind) -> None:
    asked: list[httpx.QueryParams] = []

    def answers(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.params)
        link = "https://evil.example/else?limit=99&cursor=next&start=7&cql=type=comment"
        return httpx.Response(200, json={"results": [], "_links": {"next": link}})

    async with before(kind, answers) as desk:
        wiki = desk.of("search")
        first = await wiki.search(Filter(text="a"), limit=5, token=None)
        await wiki.search(Filter(text="a"), limit=50, token=first.token)

    assert [params["limit"] for params in asked] == ["5", "5"]
    assert asked[1]["cql"] == asked[0]["cql"]
    assert asked[1].get("cursor" if kind == "confluence_cloud" else "start") in {"next", "7"}
