"""Reading, sending and waiting on Mattermost, through the tools."""

from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest
from tests.chat.mattermost.desk import WRITES, Desk, desk, process, scoped
from tests.chat.mattermost_fake import running
from tests.office import dropping, losing

pytestmark = pytest.mark.anyio


def texts(data: dict[str, Any]) -> list[str]:
    return [each["untrusted"]["text"] for each in data["messages"]]


# --- sending


async def test_a_message_is_sent_once_with_its_stamp_and_pending_id(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        data = await agent.ok("send_message", channel="#releases", text="**out** now")

        (post,) = agent.vendor.ordered(agent.id_of("releases"))
        assert post["message"] == "**out** now"
        assert post["props"]["narrowgate"].endswith("-0")
        assert post["pending_post_id"].startswith(f"{post['user_id']}:")
        assert data["messages"][0]["message"] == f"{agent.id_of('releases')}/{post['id']}"
        assert data["messages"][0]["url"] == f"{agent.site}/fernwood/pl/{post['id']}"


@pytest.mark.parametrize("fault", ["answer", "request"])
async def test_a_message_whose_connection_is_cut_is_there_once_or_said_to_be_unknown(
    tmp_path: Path, fault: str
) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        wire = agent.office.wire
        if fault == "answer":
            wire.twist = losing("POST", "/api/v4/posts")
            data = await agent.ok("send_message", channel="#releases", text="once")
            assert data["reconciled"] is True
            assert agent.vendor.said("releases") == ["once"]
        else:
            wire.instead = dropping("POST", "/api/v4/posts")
            error = await agent.refused("send_message", channel="#releases", text="once")
            assert error["outcome"] == "unknown"
            assert agent.vendor.said("releases") == []
        assert [each.path for each in agent.office.writes].count("/api/v4/posts") == 1


async def test_a_send_is_one_request_once_the_names_are_known(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        await agent.ok("send_message", channel="#releases", text="one")
        agent.vendor.asked.clear()
        await agent.ok("send_message", channel=agent.id_of("releases"), text="two")
        assert agent.vendor.asked == [f"GET /api/v4/channels/{agent.id_of('releases')}", "POST /api/v4/posts"]


async def test_a_duplicate_in_flight_is_looked_for_and_not_sent_again(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:

        class Everything(set[str]):
            def __contains__(self, _: object) -> bool:
                return True

        agent.vendor.in_flight = Everything()
        error = await agent.refused("send_message", channel="#releases", text="once")
        assert error["outcome"] == "unknown"
        assert [each.path for each in agent.office.writes].count("/api/v4/posts") == 1


async def test_a_long_text_is_sent_in_posts_under_the_limit(tmp_path: Path) -> None:
    text = "\n\n".join(f"part {number} " + "word " * 1500 for number in range(6))
    async with desk(tmp_path, **WRITES) as agent:
        data = await agent.ok("send_message", channel="#releases", text=text)
        said = agent.vendor.said("releases")
        assert len(said) == len(data["messages"]) == 3
        assert all(len(each) <= 16_383 for each in said)
        assert "\n\n".join(said).split() == text.split()


async def test_an_answer_to_a_reply_goes_to_the_root_of_its_thread(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        root = agent.vendor.write("ben", "releases", "ready?")
        reply = agent.vendor.write("ann.berg", "releases", "not yet", root["id"])
        data = await agent.ok(
            "reply_to_message", message=f"{agent.site}/fernwood/pl/{reply['id']}", text="now"
        )
        assert data["messages"][0]["thread"] == f"{agent.id_of('releases')}/{root['id']}"
        thread = await agent.ok("read_thread", message=root["id"])
        assert texts(thread) == ["ready?", "not yet", "now"]


async def test_nobody_is_pinged_but_who_stands_in_mentions(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        await agent.ok(
            "send_message",
            channel="#releases",
            text="@channel @here @ben: ask @ann.berg",
            mentions=["ann.berg"],
        )
        (post,) = agent.vendor.ordered(agent.id_of("releases"))
        assert agent.vendor.pings[post["id"]] == {"@ann.berg"}
        assert post["message"] == "`@channel` `@here` `@ben`: ask @ann.berg"


async def test_an_archived_or_shared_channel_takes_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        assert (await agent.refused("send_message", channel="#old", text="x"))["reason"] == "archived"
        error = await agent.refused("send_message", channel="#partners", text="x")
        assert error["reason"] == "shared_channel"
        error = await agent.refused("send_message", channel="#lobby", text="x")
        assert (error["category"], error["reason"]) == ("permission_denied", "not_a_member")
        assert not [each for each in agent.office.writes if each.path.endswith("/posts")][1:]


async def test_a_message_is_edited_and_reacted_to_and_either_twice_changes_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        sent = (await agent.ok("send_message", channel="#releases", text="one"))["messages"][0]["message"]
        for _ in range(2):
            assert (await agent.ok("edit_message", message=sent, text="two"))["applied"] == ["text"]
            await agent.ok("add_reaction", message=sent, emoji="👍")
        (post,) = agent.vendor.ordered(agent.id_of("releases"))
        assert post["message"] == "two"
        assert [each["emoji_name"] for each in post["reactions"]] == ["+1"]
        data = await agent.ok("read_messages", channel="#releases")
        assert data["messages"][0]["untrusted"]["reactions"] == {"+1": 1}


# --- reading


async def test_a_channel_is_read_without_the_answers_of_its_threads(tmp_path: Path) -> None:
    async with desk(tmp_path) as agent:
        root = agent.vendor.write("ben", "releases", "first")
        for number in range(30):
            agent.vendor.write("ann.berg", "releases", f"re {number}", root["id"])
        agent.vendor.write("ben", "releases", "second")
        agent.vendor.write("ben", "releases", "joined", type="system_join_channel")
        data = await agent.ok("read_messages", channel="#releases", limit=5)
        assert texts(data) == ["second", "first"]
        assert data["messages"][1]["replies"] == 30
        assert data["messages"][0]["untrusted"]["author"] == "Ben Ode"


async def test_a_thread_is_read_page_by_page_each_message_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as agent:
        root = agent.vendor.write("ben", "releases", "root")
        agent.vendor.tick = 0
        for number in range(25):
            agent.vendor.write("ann.berg", "releases", f"re {number}", root["id"])
        seen: list[str] = []
        cursor: dict[str, str] = {}
        for _ in range(9):
            data = await agent.ok("read_thread", message=root["id"], limit=4, **cursor)
            seen += texts(data)
            if "cursor" not in data:
                break
            cursor = {"cursor": data["cursor"]}
        assert sorted(seen) == sorted(["root", *(f"re {number}" for number in range(25))])


async def test_people_and_channels_are_found_and_search_keeps_to_its_channel(tmp_path: Path) -> None:
    async with desk(tmp_path) as agent:
        agent.vendor.write("ben", "releases", "the deploy of shop")
        agent.vendor.write("ben", "core", "the deploy of core")
        found = await agent.ok("search_messages", text="deploy", channel="#core", author="@ben")
        assert texts(found) == ["the deploy of core"]
        people = await agent.ok("find_users", text="berg")
        assert [each["untrusted"]["handle"] for each in people["users"]] == ["ann.berg"]
        channels = await agent.ok("list_channels", text="re")
        assert {"releases", "core"} <= {each["untrusted"]["name"] for each in channels["channels"]}


async def test_private_channels_of_others_and_unknown_names_are_answered_alike(tmp_path: Path) -> None:
    async with desk(tmp_path) as agent:
        hidden = await agent.refused("read_messages", channel="#secret")
        unknown = await agent.refused("read_messages", channel="#nothing")
        assert hidden["message"] == unknown["message"]
        assert hidden["category"] == "not_found"


async def test_a_scope_holds_on_every_path(tmp_path: Path) -> None:
    async with desk(tmp_path, **scoped("#releases"), **WRITES) as agent:
        post = agent.vendor.write("ben", "core", "deploy core")
        agent.vendor.write("ben", "releases", "deploy shop")
        core = agent.id_of("core")
        link = f"{agent.site}/fernwood/pl/{post['id']}"
        for tool, arguments in (
            ("read_messages", {"channel": "#core"}),
            ("read_messages", {"channel": core}),
            ("read_messages", {"channel": f"{agent.site}/fernwood/channels/core"}),
            ("read_thread", {"message": link}),
            ("read_thread", {"message": f"{agent.id_of('releases')}/{post['id']}"}),
            ("reply_to_message", {"message": link, "text": "x"}),
            ("add_reaction", {"message": post["id"], "emoji": "+1"}),
            ("send_message", {"channel": "~core", "text": "x"}),
            ("wait_for_reply", {"after": link, "timeout_s": 1}),
        ):
            assert (await agent.refused(tool, **arguments))["category"] == "not_found", (tool, arguments)
        assert texts(await agent.ok("search_messages", text="deploy")) == ["deploy shop"]


# --- waiting


async def sent(agent: Desk) -> str:
    data = await agent.ok("send_message", channel="#releases", text="ready?")
    return str(data["wait_cursor"])


def root_of(agent: Desk) -> str:
    return str(agent.vendor.ordered(agent.id_of("releases"))[-1]["id"])


async def test_an_answer_that_is_there_already_is_told_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        cursor = await sent(agent)
        agent.vendor.write("ben", "releases", "yes", root_of(agent))
        data = await agent.ok("wait_for_reply", after=cursor)
        assert (data["status"], texts(data)) == ("reply", ["yes"])
        again = await agent.ok("wait_for_reply", after=data["wait_cursor"], timeout_s=1)
        assert (again["status"], again["messages"]) == ("timeout", [])


@pytest.mark.parametrize("trouble", ["none", "gap", "lost"])
async def test_an_answer_that_comes_while_waiting_is_told_whatever_the_websocket_missed(
    tmp_path: Path, trouble: str
) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        cursor = await sent(agent)
        got: list[dict[str, Any]] = []

        async def wait() -> None:
            got.append(await agent.ok("wait_for_reply", after=cursor, timeout_s=20))

        async with anyio.create_task_group() as group:
            group.start_soon(wait)
            await anyio.to_thread.run_sync(agent.vendor.heard.wait, 20)
            agent.vendor.lose_events = 1 if trouble == "gap" else 0
            if trouble == "lost":
                agent.vendor.drop_listeners()
            agent.vendor.write("ben", "releases", "yes", root_of(agent))
            if trouble == "gap":
                agent.vendor.write("ben", "core", "elsewhere")
        assert texts(got[0]) == ["yes"]


async def test_a_cancelled_wait_closes_its_websocket(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        cursor = await sent(agent)
        async with anyio.create_task_group() as group:
            group.start_soon(lambda: agent.ok("wait_for_reply", after=cursor, timeout_s=60))
            await anyio.to_thread.run_sync(agent.vendor.heard.wait, 20)
            group.cancel_scope.cancel()
        with anyio.CancelScope(shield=True):
            assert await anyio.to_thread.run_sync(agent.vendor.left.wait, 5)
        assert agent.vendor.listeners == []


async def test_own_messages_are_no_answer_and_other_authors_can_be_left_out(tmp_path: Path) -> None:
    async with desk(tmp_path, **WRITES) as agent:
        cursor = await sent(agent)
        agent.vendor.write("agent", "releases", "myself", root_of(agent))
        agent.vendor.write("ann.berg", "releases", "me too", root_of(agent))
        data = await agent.ok("wait_for_reply", after=cursor, authors=["@ben"], timeout_s=1)
        assert data["status"] == "timeout"
        agent.vendor.write("ben", "releases", "yes", root_of(agent))
        data = await agent.ok("wait_for_reply", after=data["wait_cursor"], authors=["@ben"])
        assert texts(data) == ["yes"]


async def test_a_wait_goes_on_in_another_process(tmp_path: Path) -> None:
    with running() as chat:
        async with process(chat, tmp_path, **WRITES) as agent:
            cursor = await sent(agent)
            agent.vendor.write("ben", "releases", "yes", root_of(agent))
        async with process(chat, tmp_path, **WRITES) as agent:
            data = await agent.ok("wait_for_reply", after=cursor, timeout_s=5)
            assert texts(data) == ["yes"]


# --- files


async def test_a_file_is_uploaded_into_one_message_and_downloaded_again(tmp_path: Path) -> None:
    out, incoming = tmp_path / "out", tmp_path / "in"
    out.mkdir()
    incoming.mkdir()
    (out / "a.txt").write_bytes(b"hello\x00")
    roots = {"UPLOADS__ROOT": str(out), "DOWNLOADS__ROOT": str(incoming)}
    async with desk(tmp_path, **WRITES, **roots) as agent:
        data = await agent.ok("upload_file", channel="#releases", path="a.txt", comment="see @channel")
        message = data["messages"][0]
        assert [each["filename"] for each in message["untrusted"]["files"]] == ["a.txt"]
        saved = await agent.ok("download_file", message=message["message"], file="a.txt")
        assert (incoming / saved["untrusted"]["file"]).read_bytes() == b"hello\x00"
        assert agent.vendor.said("releases") == ["see `@channel`"]


# --- refusals


async def test_a_bad_credential_a_pause_and_a_wrong_team_each_say_what_to_do(tmp_path: Path) -> None:
    async with desk(tmp_path / "a", TOKEN="token-nobody") as agent:
        error = await agent.refused("list_channels")
        assert (error["category"], error["reason"]) == ("configuration_error", "credential_rejected")
    async with desk(tmp_path / "b", CONNECTION__TEAM="elsewhere") as agent:
        assert (await agent.refused("list_channels"))["reason"] == "no_team"
    async with desk(tmp_path / "c") as agent:
        agent.vendor.limited = 1
        await agent.ok("read_messages", channel="#releases")
        assert agent.office.clock.pauses == [1.0]
