"""The fake's answers and this server's requests, held against the vendor's published description."""

from pathlib import Path

import pytest
from tests.chat.mattermost.desk import WRITES, desk
from tests.vendor_contract import ContractError
from tests.vendor_mattermost_contract import (
    MattermostWatch,
    check_answer,
    mattermost_description,
    needs_mattermost_specs,
)

from narrowgate_chat.adapters.mattermost import routes
from narrowgate_common.routes import Route

pytestmark = needs_mattermost_specs

ROUTES = sorted(
    {each for granted in routes.BY_METHOD.values() for each in granted} - {routes.LISTEN},
    key=lambda each: each.name,
)


@pytest.mark.parametrize("route", ROUTES, ids=lambda each: each.name)
def test_every_route_and_parameter_is_documented(route: Route) -> None:
    operation = mattermost_description().operation(route.method, route.path.replace("{", "").replace("}", ""))
    assert operation is not None
    known = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"}
    assert route.query <= known


def test_the_book_refuses_what_it_does_not_know() -> None:
    book = mattermost_description()
    assert book.request_problems("GET", "/api/v4/nothing", "", None)
    assert book.request_problems("GET", f"/api/v4/channels/{'a' * 26}/posts", "per_page=x&limit=3", None)
    assert book.request_problems("POST", "/api/v4/posts", "", {"channel": "x"})
    with pytest.raises(ContractError):
        check_answer("GET", "/api/v4/users/me", 200, {"id": 5})


@pytest.mark.anyio
async def test_a_days_work_contradicts_the_description_on_neither_side(tmp_path: Path) -> None:
    watches: list[MattermostWatch] = []

    def around(app):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - any application
        watches.append(MattermostWatch(app))
        return watches[0]

    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.txt").write_text("a")
    more = {**WRITES, "UPLOADS__ROOT": str(tmp_path / "out")}
    async with desk(tmp_path, None, around, **more) as agent:
        agent.vendor.direct(agent.vendor.user_named("agent")["id"], agent.vendor.user_named("ben")["id"])
        data = await agent.ok("send_message", channel="#releases", text="hello")
        name = data["messages"][0]["message"]
        await agent.ok("reply_to_message", message=name, text="there")
        await agent.ok("edit_message", message=name, text="hello!")
        await agent.ok("add_reaction", message=name, emoji="tada")
        await agent.ok("upload_file", channel="#core", path="a.txt")
        await agent.ok("read_thread", message=name)
        await agent.ok("read_messages", channel="@ben")
        await agent.ok("list_channels", limit=100)
        await agent.ok("find_users", text="ann")
        await agent.ok("search_messages", text="hello", author="ann.berg@fernwood.example")
        await agent.ok("wait_for_reply", after=data["wait_cursor"], timeout_s=1)
        await agent.refused("read_messages", channel="#nothing")
        await agent.refused("send_message", channel="#lobby", text="x")
    assert watches[0].problems == []
    assert {"POST 201", "GET 200", "PUT 200", "GET 404", "POST 403"} <= watches[0].seen
