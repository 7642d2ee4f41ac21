"""The chat server against matrix-synapse, a real homeserver: what is sent is looked at by another account."""

from __future__ import annotations

import hashlib
import json
from itertools import count
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import httpx
import pytest
from tests.chat.matrix.desk import WRITES, desk, scoped
from tests.counterpart_fixtures import serving
from tests.office import dropping, losing
from tests.synapse import Account, Synapse

pytestmark = pytest.mark.anyio
_numbers = count()


@pytest.fixture(scope="session")
def people(synapse: Synapse) -> tuple[Account, Account]:
    return synapse.registered("agent"), synapse.registered("ann")


@pytest.fixture
def alias() -> str:
    return f"room-{next(_numbers)}"


def texts(data: dict[str, Any]) -> list[str]:
    return [each["untrusted"]["text"] for each in data["messages"]]


People = tuple[Account, Account]


# --- sending


async def test_a_message_is_one_event_that_pings_nobody(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        data = await office.ok("send_message", channel=f"#{alias}", text=f"**out** @room {ann.id}")
        (event,) = ann.events(room)
        assert event["content"]["formatted_body"] == f"<p><strong>out</strong> @room {ann.id}</p>"
        assert event["content"]["m.mentions"] == {}
        assert event["event_id"] in data["messages"][0]["message"]
        seen = await office.ok("read_messages", channel=f"#{alias}:localhost")
        assert texts(seen) == [f"**out** @room {ann.id}"]


async def test_only_who_is_mentioned_is_pinged(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        await office.ok("send_message", channel=room, text="hello", mentions=[ann.id])
    (event,) = ann.events(room)
    assert event["content"]["m.mentions"] == {"user_ids": [ann.id]}


async def test_a_lost_answer_is_asked_for_again_under_the_same_key_and_there_is_one_event(
    people: People, alias: str, tmp_path: Path
) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        lost: list[str] = []
        lose = losing("PUT")

        def twist(sent: Any, answer: httpx.Response) -> httpx.Response:
            if sent.method == "PUT" and not lost:
                lost.append(sent.path)
                return lose(sent, answer)
            return answer

        office.wire.twist = twist
        await office.ok("send_message", channel=room, text="once")
        sent = [each.path for each in office.wire.sent if each.method == "PUT"]
        assert len(sent) == 2
        assert len(set(sent)) == 1
    assert [each["content"]["body"] for each in ann.events(room)] == ["once"]


async def test_a_message_whose_every_answer_is_lost_is_found_by_its_stamp(
    people: People, alias: str, tmp_path: Path
) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        office.wire.twist = losing("PUT")
        data = await office.ok("send_message", channel=room, text="once")
        assert data["reconciled"] is True
    assert len(ann.events(room)) == 1


async def test_a_message_that_never_left_is_said_to_be_unknown(
    people: People, alias: str, tmp_path: Path
) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        office.wire.instead = dropping("PUT")
        error = await office.refused("send_message", channel=room, text="once")
        assert error["outcome"] == "unknown"
    assert ann.events(room) == []


async def test_the_same_text_twice_on_purpose_arrives_twice(
    people: People, alias: str, tmp_path: Path
) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        for _ in range(2):
            await office.ok("send_message", channel=room, text="done")
    assert [each["content"]["body"] for each in ann.events(room)] == ["done", "done"]


async def test_a_long_text_is_several_events_that_hold_all_of_it(
    people: People, alias: str, tmp_path: Path
) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    text = "\n\n".join(f"part {number} " + "word " * 1500 for number in range(6))
    async with desk(agent, tmp_path, **WRITES) as office:
        data = await office.ok("send_message", channel=room, text=text)
    events = ann.events(room)
    assert len(events) == len(data["messages"]) > 1
    assert " ".join(each["content"]["body"] for each in events).split() == text.split()


# --- threads, edits, reactions


async def test_an_answer_stands_in_the_thread(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    root = ann.say(room, "who?")
    async with desk(agent, tmp_path, **WRITES) as office:
        await office.ok("reply_to_message", message=f"{room}/{root}", text="me")
        relation = ann.events(room)[-1]["content"]["m.relates_to"]
        assert relation == {
            "rel_type": "m.thread",
            "event_id": root,
            "is_falling_back": True,
            "m.in_reply_to": {"event_id": root},
        }
        thread = await office.ok("read_thread", message=f"https://matrix.to/#/{room}/{root}")
        assert texts(thread) == ["who?", "me"]
        assert texts(await office.ok("read_messages", channel=room)) == ["who?"]


async def test_going_back_to_an_earlier_text_is_an_edit_too(
    people: People, alias: str, tmp_path: Path
) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        sent = await office.ok("send_message", channel=room, text="a")
        message = sent["messages"][0]["message"]
        for text in ("b", "a", "b"):
            data = await office.ok("edit_message", message=message, text=text)
            assert data["applied"] == ["text"]
        assert texts(await office.ok("read_messages", channel=room)) == ["b"]


async def test_a_reaction_given_twice_is_there_once(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    root = ann.say(room, "done")
    async with desk(agent, tmp_path, **WRITES) as office:
        for _ in range(2):
            await office.ok("add_reaction", message=f"{room}/{root}", emoji="👍")
        assert len(ann.events(room, "m.reaction")) == 1


async def test_a_deleted_message_is_not_shown_and_can_be_waited_after(
    people: People, alias: str, tmp_path: Path
) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        sent = await office.ok("send_message", channel=room, text="oops")
        event = ann.events(room)[-1]["event_id"]
        agent.ask("PUT", f"rooms/{room}/redact/{event}/r{next(_numbers)}", {})
        assert texts(await office.ok("read_messages", channel=room)) == []
        ann.answer(room, event, "what was it?")
        data = await office.ok("wait_for_reply", after=sent["wait_cursor"], timeout_s=5)
        assert texts(data) == ["what was it?"]


# --- waiting


async def test_a_reply_that_comes_while_waiting_ends_the_wait(
    people: People, alias: str, tmp_path: Path
) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        sent = await office.ok("send_message", channel=room, text="who?")
        root = ann.events(room)[-1]["event_id"]
        found: list[dict[str, Any]] = []

        async def wait() -> None:
            found.append(await office.ok("wait_for_reply", after=sent["wait_cursor"], timeout_s=20))

        async with anyio.create_task_group() as group:
            group.start_soon(wait)
            await anyio.wait_all_tasks_blocked()
            await anyio.to_thread.run_sync(ann.say, room, "elsewhere")
            await anyio.to_thread.run_sync(ann.answer, room, root, "me")
        assert texts(found[0]) == ["me"]


async def test_more_replies_than_a_page_are_all_told_once(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path, **WRITES) as office:
        sent = await office.ok("send_message", channel=room, text="count")
        root = ann.events(room)[-1]["event_id"]
        for number in range(60):
            ann.answer(room, root, str(number))
            ann.say(room, "beside")
        cursor = sent["wait_cursor"]
        told: list[str] = []
        while len(told) < 60:
            data = await office.ok("wait_for_reply", after=cursor, timeout_s=5)
            cursor, told = data["wait_cursor"], told + texts(data)
        assert told == [str(number) for number in range(60)]


async def test_a_reply_is_received_after_a_restart_of_the_homeserver(
    synapse_home: Synapse, tmp_path: Path
) -> None:
    with serving(synapse_home.command, synapse_home.port, {}):
        agent, ann = synapse_home.registered("agent"), synapse_home.registered("ann")
        room = ann.room("restarted", agent)
        async with desk(agent, tmp_path, **WRITES) as office:
            sent = await office.ok("send_message", channel=room, text="who?")
        root = ann.events(room)[-1]["event_id"]
    with serving(synapse_home.command, synapse_home.port, {}):
        ann.answer(room, root, "me")
        async with desk(agent, tmp_path, **WRITES) as office:
            data = await office.ok("wait_for_reply", after=sent["wait_cursor"], timeout_s=5)
            assert texts(data) == ["me"]


# --- rooms


async def test_an_encrypted_room_is_refused(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    encryption = {"type": "m.room.encryption", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}
    room = ann.room(alias, agent, initial_state=[encryption])
    async with desk(agent, tmp_path, **WRITES) as office:
        error = await office.refused("send_message", channel=room, text="x")
        assert error["reason"] == "encrypted"
    assert ann.events(room) == []


async def test_a_room_that_calls_itself_like_one_in_scope_is_outside(
    people: People, alias: str, tmp_path: Path
) -> None:
    agent, ann = people
    allowed = ann.room(alias, agent)
    forged = ann.room(f"{alias}-other", agent, name=alias)
    nameless = str(ann.ask("POST", "createRoom", {"name": alias, "invite": [agent.id]})["room_id"])
    agent.ask("POST", f"join/{nameless}", {})
    async with desk(agent, tmp_path, **scoped(f"#{alias}", **WRITES)) as office:
        await office.ok("send_message", channel=allowed, text="x")
        for room in (forged, nameless):
            error = await office.refused("send_message", channel=room, text="x")
            assert error["category"] == "not_found"
            assert ann.events(room) == []


async def test_a_room_this_account_is_not_in_says_so(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    room = ann.room(alias)
    async with desk(agent, tmp_path, **WRITES) as office:
        error = await office.refused("send_message", channel=room, text="x")
        assert error["reason"] == "not_a_member"


async def test_a_direct_conversation_is_begun_once(synapse: Synapse, tmp_path: Path) -> None:
    agent = synapse.registered(f"agent-{next(_numbers)}")
    ben = synapse.registered(f"ben-{next(_numbers)}")
    async with desk(agent, tmp_path, **WRITES) as office:
        first = await office.ok("send_message", channel=ben.id, text="hello")
        second = await office.ok("send_message", channel=ben.id, text="again")
        assert first["channel"]["id"] == second["channel"]["id"]
        assert first["channel"]["kind"] == "direct"
        ben.ask("POST", f"join/{first['channel']['id']}", {})
        assert len(ben.events(first["channel"]["id"])) == 2


async def test_people_and_rooms_are_listed(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    async with desk(agent, tmp_path) as office:
        users = await office.ok("find_users", text="ann")
        assert ann.id in json.dumps(users)
        found: list[dict[str, Any]] = []
        cursor: dict[str, str] = {}
        while True:
            data = await office.ok("list_channels", **cursor)
            found += data["channels"]
            if "cursor" not in data:
                break
            cursor = {"cursor": data["cursor"]}
        assert room in {each["id"] for each in found}


async def test_messages_are_searched_in_a_room(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    ann.say(room, "a heron stood there")
    async with desk(agent, tmp_path) as office:
        data = await office.ok("search_messages", text="heron", channel=room)
        assert texts(data) == ["a heron stood there"]


# --- files


async def test_a_file_is_downloaded_with_the_credential(people: People, alias: str, tmp_path: Path) -> None:
    agent, ann = people
    room = ann.room(alias, agent)
    content = b"\x00\x01 leaves"
    stored = ann.stored(content)
    assert not ann.is_served_without_credential(stored)
    info = {"url": stored, "info": {"size": len(content), "mimetype": "application/octet-stream"}}
    event = ann.say(room, "leaves.bin", msgtype="m.file", **info)
    root = tmp_path / "incoming"
    root.mkdir()
    async with desk(agent, tmp_path, DOWNLOADS__ROOT=str(root)) as office:
        data = await office.ok("download_file", message=f"{room}/{event}", file="leaves.bin")
    assert data["sha256"] == hashlib.sha256(content).hexdigest()
    assert json.dumps(data).count(agent.token) == 0
