"""What holds for every team chat: the tools, end to end, before each vendor's counterpart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from tests.chat.harness import WORLDS, WRITES, World

LONG = "\n\n".join(f"Paragraph {number}. " + "Some more words of it. " * 30 for number in range(20))


@pytest.fixture(params=sorted(WORLDS))
def world(request: pytest.FixtureRequest) -> World:
    return WORLDS[request.param]()


@pytest.mark.anyio
async def test_a_message_is_sent_once_and_read_back(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        sent = await desk.ok("send_message", channel=world.channel, text="Hello **there**, `a < b` & c")
        read = await desk.ok("read_messages", channel=world.channel, limit=3)

    (message,) = sent["messages"]
    assert message["untrusted"]["text"] == "Hello **there**, `a < b` & c"
    assert message["mine"] is True
    assert read["messages"][0]["message"] == message["message"]
    assert read["messages"][0]["untrusted"]["text"] == message["untrusted"]["text"]
    assert len(world.texts()) == 1


@pytest.mark.anyio
async def test_a_preview_sends_nothing(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        shown = await desk.ok("send_message", channel=world.channel, text="# Head", preview=True)

    assert shown["preview"] is True
    assert world.texts() == []
    assert desk.writes == []


@pytest.mark.anyio
async def test_an_answer_to_a_reply_stands_below_the_root(world: World, tmp_path: Path) -> None:
    root = world.says("a question")
    reply = world.says("a first answer", root=root)
    async with world.office(tmp_path, **WRITES) as desk:
        channel = (await desk.ok("read_messages", channel=world.channel, limit=1))["channel"]["id"]
        sent = await desk.ok("reply_to_message", message=f"{channel}/{reply}", text="a second one")
        thread = await desk.ok("read_thread", message=f"{channel}/{reply}")

    assert sent["messages"][0]["thread"] == f"{channel}/{root}"
    texts = [each["untrusted"]["text"] for each in thread["messages"]]
    assert texts == ["a question", "a first answer", "a second one"]
    assert thread["wait_cursor"]


@pytest.mark.anyio
async def test_a_thread_comes_in_pages_and_its_root_once(world: World, tmp_path: Path) -> None:
    root = world.says("root")
    for number in range(7):
        world.says(f"reply {number}", root=root)
    async with world.office(tmp_path, **WRITES) as desk:
        channel = (await desk.ok("read_messages", channel=world.channel, limit=1))["channel"]["id"]
        texts: list[str] = []
        cursor: dict[str, Any] = {}
        while True:
            page = await desk.ok("read_thread", message=f"{channel}/{root}", limit=3, **cursor)
            texts += [each["untrusted"]["text"] for each in page["messages"]]
            if "cursor" not in page:
                break
            cursor = {"cursor": page["cursor"]}

    assert texts == ["root", *(f"reply {number}" for number in range(7))]


@pytest.mark.anyio
async def test_an_edit_is_verified_and_a_reaction_repeats_harmlessly(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        sent = await desk.ok("send_message", channel=world.channel, text="first")
        name = sent["messages"][0]["message"]
        edited = await desk.ok("edit_message", message=name, text="second, *better*")
        await desk.ok("add_reaction", message=name, emoji="thumbsup")
        await desk.ok("add_reaction", message=name, emoji="👍")
        read = await desk.ok("read_messages", channel=world.channel, limit=1)

    assert edited["applied"] == ["text"]
    message = read["messages"][0]
    assert (message["untrusted"]["text"], message["edited"]) == ("second, *better*", True)
    assert list(message["untrusted"]["reactions"].values()) == [1]


@pytest.mark.anyio
async def test_somebody_elses_message_cannot_be_edited(world: World, tmp_path: Path) -> None:
    theirs = world.says("mine alone")
    async with world.office(tmp_path, **WRITES) as desk:
        channel = (await desk.ok("read_messages", channel=world.channel, limit=1))["channel"]["id"]
        error = await desk.refused("edit_message", message=f"{channel}/{theirs}", text="yours")

    assert error["reason"] == "not_yours"


@pytest.mark.anyio
async def test_a_lost_answer_is_found_again_and_nothing_is_sent_twice(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        desk.wire.twist = world.losing_a_send()
        sent = await desk.ok("send_message", channel=world.channel, text="only once")

    assert len(world.texts()) == 1
    assert sent["messages"][0]["untrusted"]["text"] == "only once"


@pytest.mark.anyio
async def test_a_lost_answer_in_a_thread_is_found_again(world: World, tmp_path: Path) -> None:
    root = world.says("a question")
    async with world.office(tmp_path, **WRITES) as desk:
        channel = (await desk.ok("read_messages", channel=world.channel, limit=1))["channel"]["id"]
        desk.wire.twist = world.losing_a_send()
        await desk.ok("reply_to_message", message=f"{channel}/{root}", text="only once")

    assert len(world.texts()) == 1


@pytest.mark.anyio
async def test_a_message_that_never_arrived_is_unknown_and_not_sent_by_a_repeat(
    world: World, tmp_path: Path
) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        desk.wire.instead = world.dropping_sends()
        error = await desk.refused("send_message", channel=world.channel, text="lost", request_id="one")
        desk.wire.instead = None
        if world.kind != "matrix":
            assert error["outcome"] == "unknown"
            await desk.refused("send_message", channel=world.channel, text="lost", request_id="one")
            assert world.texts() == []
        await desk.ok("send_message", channel=world.channel, text="lost", request_id="two")

    assert len(world.texts()) == 1


@pytest.mark.anyio
async def test_the_same_words_twice_on_purpose_arrive_twice(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        await desk.ok("send_message", channel=world.channel, text="done")
        await desk.ok("send_message", channel=world.channel, text="done")

    assert len(world.texts()) == 2


@pytest.mark.anyio
async def test_a_long_text_goes_on_after_the_message_that_was_cut(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        desk.wire.twist = world.losing_a_send(after=1)
        sent = await desk.ok("send_message", channel=world.channel, text=LONG, request_id="long")
        again = await desk.ok("send_message", channel=world.channel, text=LONG, request_id="long")

    assert len(sent["messages"]) > 1 or world.kind != "slack"
    assert [each["message"] for each in again["messages"]] == [each["message"] for each in sent["messages"]]
    everything = "\n".join(world.texts())
    assert [everything.count(f"Paragraph {number}.") for number in range(20)] == [1] * 20


@pytest.mark.anyio
@pytest.mark.parametrize(
    "text",
    ["@channel", "@here @all @everyone", "<!channel>", "<!here|here>", "`@channel`", "<@U0FERNPRIY>", "# <!everyone>",
     "[<!channel>](https://a.example/)", "| @here |\n| --- |\n| <!channel> |", "@priya.raman", "@room"],
)  # fmt: skip
async def test_what_looks_like_a_ping_is_none(world: World, tmp_path: Path, text: str) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        sent = await desk.ok("send_message", channel=world.channel, text=text)

    assert world.pinged() == set()
    shown = sent["messages"][0]["untrusted"]["text"]
    assert all(
        word in shown.replace("\\", "") for word in text.replace("|", " ").split() if word.startswith("@")
    )


@pytest.mark.anyio
async def test_who_is_mentioned_is_pinged_and_nobody_else(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        await desk.ok(
            "send_message",
            channel=world.channel,
            text=f"Hi @{world.colleague}, not @channel",
            mentions=[world.colleague],
        )

    assert len(world.pinged()) == 1


@pytest.mark.anyio
async def test_everybody_is_pinged_only_with_leave(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        error = await desk.refused("send_message", channel=world.channel, text="hi", mentions=["channel"])

    assert error["reason"] == "mention_not_allowed"
    assert world.texts() == []


@pytest.mark.anyio
async def test_a_reply_that_is_there_already_is_found_at_once(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        sent = await desk.ok("send_message", channel=world.channel, text="ready?")
        root = sent["messages"][0]["message"].partition("/")[2]
        world.says("yes", root=root)
        waited = await desk.ok("wait_for_reply", after=sent["wait_cursor"], timeout_s=5)
        again = await desk.ok("wait_for_reply", after=waited["wait_cursor"], timeout_s=1)

    assert [each["untrusted"]["text"] for each in waited["messages"]] == ["yes"]
    assert waited["status"] == "reply"
    assert (again["status"], again["messages"]) == ("timeout", [])


@pytest.mark.anyio
async def test_a_reply_that_comes_while_waiting_is_found(world: World, tmp_path: Path) -> None:
    found: list[Any] = []
    async with world.office(tmp_path, **WRITES) as desk:
        sent = await desk.ok("send_message", channel=world.channel, text="ready?")
        root = sent["messages"][0]["message"].partition("/")[2]

        async def wait() -> None:
            found.append(await desk.ok("wait_for_reply", after=sent["wait_cursor"], timeout_s=20))

        async with anyio.create_task_group() as group:
            group.start_soon(wait)
            await anyio.sleep(0.1)
            world.says("now", root=root)

    assert [each["untrusted"]["text"] for each in found[0]["messages"]] == ["now"]


@pytest.mark.anyio
async def test_own_messages_are_no_reply(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        sent = await desk.ok("send_message", channel=world.channel, text="ready?")
        name = sent["messages"][0]["message"]
        await desk.ok("reply_to_message", message=name, text="and another thing")
        waited = await desk.ok("wait_for_reply", after=sent["wait_cursor"], timeout_s=1)
        world.says("yes", root=name.partition("/")[2])
        later = await desk.ok("wait_for_reply", after=waited["wait_cursor"], timeout_s=5)

    assert (waited["status"], waited["messages"]) == ("timeout", [])
    assert [each["untrusted"]["text"] for each in later["messages"]] == ["yes"]


@pytest.mark.anyio
async def test_a_channels_cursor_goes_on_where_reading_ended(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path) as desk:
        read = await desk.ok("read_messages", channel=world.channel)
        for number in range(5):
            world.says(f"news {number}")
        waited = await desk.ok("wait_for_reply", after=read["wait_cursor"], timeout_s=5)

    assert [each["untrusted"]["text"] for each in waited["messages"]] == [f"news {n}" for n in range(5)]


@pytest.mark.anyio
async def test_channels_and_people_are_found(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path) as desk:
        channels = await desk.ok("list_channels", text=world.channel[1:])
        people = await desk.ok("find_users", text=world.colleague)

    assert world.channel[1:] in {each["untrusted"]["name"].lstrip("#") for each in channels["channels"]}
    assert world.colleague in {each["untrusted"]["handle"] for each in people["users"]}


@pytest.mark.anyio
async def test_outside_of_the_scope_everything_is_absent(world: World, tmp_path: Path) -> None:
    scoped = {"SCOPE__CHANNELS": json.dumps([world.channel])}
    async with world.office(tmp_path, **WRITES, **scoped) as desk:
        inside = await desk.ok("read_messages", channel=world.channel, limit=1)
        listed = await desk.ok("list_channels", limit=100)
        errors = [
            await desk.refused("read_messages", channel=world.closed),
            await desk.refused("send_message", channel=world.closed, text="hi"),
            await desk.refused("send_message", channel=f"@{world.colleague}", text="hi"),
        ]

    assert {each["category"] for each in errors} == {"not_found"}
    assert [each["id"] for each in listed["channels"]] == [inside["channel"]["id"]]
    assert desk.writes == []


@pytest.mark.anyio
async def test_an_archived_channel_takes_no_message(world: World, tmp_path: Path) -> None:
    async with world.office(tmp_path, **WRITES) as desk:
        error = await desk.refused("send_message", channel=world.archived, text="hi")

    assert error["reason"] == "archived"


@pytest.mark.anyio
async def test_a_file_goes_up_once_and_comes_down_whole(world: World, tmp_path: Path) -> None:
    out, into = tmp_path / "out", tmp_path / "in"
    out.mkdir()
    into.mkdir()
    (out / "notes.txt").write_bytes(b"some notes")
    roots = {"UPLOADS__ROOT": str(out), "DOWNLOADS__ROOT": str(into)}
    theirs = world.attaches("report.txt", b"a report")
    async with world.office(tmp_path, **WRITES, **roots) as desk:
        sent = await desk.ok("upload_file", channel=world.channel, path="notes.txt", comment="see **this**")
        channel = sent["channel"]["id"]
        mine = await desk.ok("download_file", message=sent["messages"][0]["message"], file="notes.txt")
        saved = await desk.ok("download_file", message=f"{channel}/{theirs}", file="report.txt")

    assert world.files() == [b"some notes"]
    assert "this" in sent["messages"][0]["untrusted"]["text"]
    assert mine["sha256"] == sent["sha256"]
    assert saved["size"] == len(b"a report")


@pytest.mark.anyio
async def test_messages_are_searched_where_that_can_be(world: World, tmp_path: Path) -> None:
    world.says("a remarkable word: zanzibar")
    async with world.office(tmp_path) as desk:
        if not world.searches:
            assert "search_messages" not in await desk.tools()
            return
        found = await desk.ok("search_messages", text="zanzibar")

    assert ["zanzibar" in each["untrusted"]["text"] for each in found["messages"]] == [True]
