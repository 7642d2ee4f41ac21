"""Slack's own ways, before the embedded company's chat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from tests.chat.harness import WRITES, SlackWorld
from tests.office import Sent

from narrowgate_sandbox import fernwood

POST = "/chat.postMessage"


def world() -> SlackWorld:
    return SlackWorld(fernwood())


def posts(desk: Any) -> list[Sent]:
    return [sent for sent in desk.sent if sent.path.endswith(POST)]


@pytest.mark.anyio
@pytest.mark.parametrize("error", ["internal_error", "fatal_error", "service_unavailable"])
async def test_an_error_that_may_have_worked_is_looked_for(tmp_path: Path, error: str) -> None:
    place = world()
    place.company.chat.temper.fails_after["chat.postMessage"] = error
    async with place.office(tmp_path, **WRITES) as desk:
        sent = await desk.ok("send_message", channel="#checkout", text="once")

    assert (sent["reconciled"], len(place.texts()), len(posts(desk))) == (True, 1, 1)


@pytest.mark.anyio
async def test_a_message_that_shows_late_is_found_all_the_same(tmp_path: Path) -> None:
    place = world()
    place.company.chat.temper.unseen_reads = 2
    async with place.office(tmp_path, **WRITES) as desk:
        desk.wire.twist = place.losing_a_send()
        sent = await desk.ok("send_message", channel="#checkout", text="once")

    assert (sent["reconciled"], len(place.texts())) == (True, 1)


@pytest.mark.anyio
async def test_a_refused_stamp_is_left_out_once_and_doubt_is_unknown_then(tmp_path: Path) -> None:
    place = world()
    place.company.chat.temper.refuses_metadata = True
    async with place.office(tmp_path, **WRITES) as desk:
        sent = await desk.ok("send_message", channel="#checkout", text="without")
        assert ["metadata" in one.body for one in posts(desk)] == [True, False]

        def lost(one: Sent, answer: httpx.Response) -> httpx.Response:
            if one.path.endswith(POST) and "metadata" not in one.body:
                raise httpx.ReadError("lost")
            return answer

        desk.wire.twist = lost
        error = await desk.refused("send_message", channel="#checkout", text="again")

    assert sent["messages"][0]["untrusted"]["text"] == "without"
    assert (error["outcome"], error["next"]["tool"]) == ("unknown", "read_messages")
    said = [each.text for each in place.company.chat.channel("checkout").ordered()]
    assert (said.count("without"), said.count("again")) == (1, 1)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("with_200", "word"), [(False, "ratelimited"), (True, "ratelimited"), (True, "rate_limited")]
)
async def test_a_throttle_is_waited_for_and_the_message_sent_once(
    tmp_path: Path, *, with_200: bool, word: str
) -> None:
    place = world()
    temper = place.company.chat.temper
    temper.throttled, temper.throttled_with_200, temper.throttled_word = (
        {"chat.postMessage": 2},
        with_200,
        word,
    )
    async with place.office(tmp_path, **WRITES) as desk:
        await desk.ok("send_message", channel="#checkout", text="once")

    assert (len(posts(desk)), len(place.texts())) == (3, 1)


@pytest.mark.anyio
async def test_what_is_sent_unfurls_nothing_and_looks_up_no_names(tmp_path: Path) -> None:
    place = world()
    async with place.office(tmp_path, **WRITES) as desk:
        await desk.ok("send_message", channel="#checkout", text="see https://x.example/")

    (sent,) = posts(desk)
    assert (sent.body["unfurl_links"], sent.body["unfurl_media"]) == (False, False)
    assert {"link_names", "parse", "reply_broadcast"} & set(sent.body) == set()
    assert not list(place.company.chat.channel("checkout").ordered())[-1].unfurls


NAMES = ["C0FERN00002", "c0fern00002", "<#C0FERN00002|checkout>", "#checkout", "#Checkout",
         "https://fernwood.slack.com/archives/C0FERN00002", "https://app.slack.com/client/T0FERNWOOD/C0FERN00002"]  # fmt: skip


@pytest.mark.anyio
@pytest.mark.parametrize("named", NAMES)
async def test_a_channel_is_found_however_it_is_named(tmp_path: Path, named: str) -> None:
    place = world()
    assert place.company.chat.channel("checkout").id == "C0FERN00002"
    async with place.office(tmp_path) as desk:
        read = await desk.ok("read_messages", channel=named, limit=1)

    assert read["channel"]["id"] == "C0FERN00002"


@pytest.mark.anyio
async def test_a_permalink_of_a_reply_names_its_thread(tmp_path: Path) -> None:
    place = world()
    root = place.says("root")
    reply = place.says("reply", root=root)
    link = f"https://fernwood-bikes.slack.com/archives/C0FERN00002/p{reply.replace('.', '')}?thread_ts={root}&cid=C0FERN00002"
    async with place.office(tmp_path) as desk:
        thread = await desk.ok("read_thread", message=link)
        again = await desk.ok("read_thread", message=thread["messages"][1]["url"])
        lower = await desk.ok("read_thread", message=f"c0fern00002/{reply}")

    assert thread["messages"][1]["url"] == link
    assert thread["messages"] == again["messages"] == lower["messages"]
    assert [each["untrusted"]["text"] for each in thread["messages"]] == ["root", "reply"]


@pytest.mark.anyio
@pytest.mark.parametrize("named", ["1700000000.123456", "https://evil.example/archives/C0FERN00002/p1700000000123456",
                                   "https://slack.com.evil.example/archives/C0FERN00002/p1700000000123456",
                                   "C0FERN00002/1700000000", "C0FERN00002/1700000000.1"])  # fmt: skip
async def test_what_names_no_message_is_refused_with_the_right_form(tmp_path: Path, named: str) -> None:
    async with world().office(tmp_path) as desk:
        error = await desk.refused("read_thread", message=named)

    assert (error["category"], error["reason"]) == ("bad_input", "bad_identifier")
    assert "channel/id" in error["message"]
    assert desk.sent == []


@pytest.mark.anyio
async def test_a_crowd_makes_no_difference(tmp_path: Path) -> None:
    place = world()
    place.company.chat.temper.more_people = 100_000
    place.company.chat.temper.more_channels = 100_000
    async with place.office(tmp_path) as desk:
        await desk.ok("read_messages", channel="C0FERN00002", limit=3)
        quick = len(desk.sent)
        error = await desk.refused("read_messages", channel="#nowhere-at-all")
        looked = len(desk.sent) - quick

    assert quick <= 6
    assert looked == 5
    assert any("id" in line for line in error["details"])


@pytest.mark.anyio
async def test_empty_pages_with_a_cursor_are_no_end(tmp_path: Path) -> None:
    place = world()
    async with place.office(tmp_path) as desk:
        begun = await desk.ok("read_messages", channel="C0FERN00002", limit=1)
        place.says("news")
        place.company.chat.temper.empty_pages = 2
        waited = await desk.ok("wait_for_reply", after=begun["wait_cursor"], timeout_s=5)
        place.company.chat.temper.empty_pages = 2
        read = await desk.ok("read_messages", channel="C0FERN00002", limit=1)

    assert [each["untrusted"]["text"] for each in waited["messages"]] == ["news"]
    assert read["messages"][0]["untrusted"]["text"] == "news"


@pytest.mark.anyio
async def test_joins_are_nobodys_reply_and_many_come_in_order(tmp_path: Path) -> None:
    place = world()
    chat = place.company.chat
    async with place.office(tmp_path) as desk:
        begun = await desk.ok("read_messages", channel="C0FERN00002", limit=1)
        chat.temper.most_per_page = 3
        joined = chat.post(
            chat.channel("checkout"), chat.handle("jun.okada"), "has joined", place.company.moment()
        )
        joined.subtype = "channel_join"
        for number in range(10):
            place.says(f"{number}")
        waited = await desk.ok("wait_for_reply", after=begun["wait_cursor"], timeout_s=5)

    assert [each["untrusted"]["text"] for each in waited["messages"]] == [str(number) for number in range(10)]


@pytest.mark.anyio
async def test_those_who_wait_for_one_thread_poll_together(tmp_path: Path) -> None:
    place = world()
    found: list[Any] = []
    async with place.office(tmp_path, **WRITES) as desk:
        sent = await desk.ok("send_message", channel="#checkout", text="ready?")
        root = sent["messages"][0]["message"].partition("/")[2]

        async def wait() -> None:
            found.append(await desk.ok("wait_for_reply", after=sent["wait_cursor"], timeout_s=20))

        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(wait)
            await anyio.sleep(0.3)
            place.says("yes", root=root)

    reads = [one for one in desk.sent if one.path.endswith("conversations.replies")]
    assert [len(each["messages"]) for each in found] == [1] * 20
    assert len(reads) <= 20 + 10


@pytest.mark.anyio
async def test_a_direct_conversation_is_begun_by_sending_only(tmp_path: Path) -> None:
    place = world()
    async with place.office(tmp_path, **WRITES) as desk:
        error = await desk.refused("read_messages", channel="@tomas.ferreira")
        assert not [one for one in desk.sent if one.path.endswith("conversations.open")]
        sent = await desk.ok("send_message", channel="@tomas.ferreira", text="hello")
        read = await desk.ok("read_messages", channel="@tomas.ferreira")

    assert error["category"] == "not_found"
    assert sent["channel"]["kind"] == "direct"
    assert [each["untrusted"]["text"] for each in read["messages"]] == ["hello"]


@pytest.mark.anyio
async def test_a_channel_one_is_no_member_of_says_what_to_do(tmp_path: Path) -> None:
    async with world().office(tmp_path, **WRITES) as desk:
        error = await desk.refused("read_messages", channel="#random")
        private = await desk.refused("read_messages", channel="#incidents")

    assert (error["category"], error["reason"]) == ("permission_denied", "not_a_member")
    assert private["category"] == "not_found"


@pytest.mark.anyio
async def test_a_shared_channel_needs_leave(tmp_path: Path) -> None:
    async with world().office(tmp_path, **WRITES) as desk:
        error = await desk.refused("send_message", channel="#partner-acme", text="hi")
    async with world().office(tmp_path, **WRITES, WRITES__SHARED_CHANNELS="true") as desk:
        sent = await desk.ok("send_message", channel="#partner-acme", text="hi")

    assert error["reason"] == "shared_channel"
    assert sent["channel"]["shared_with_other_companies"] is True


@pytest.mark.anyio
async def test_a_token_without_a_scope_is_told_which(tmp_path: Path) -> None:
    place = world()
    place.token = "xoxb-sandbox-deploys"
    async with place.office(tmp_path) as desk:
        error = await desk.refused("read_messages", channel="#ops")

    assert (error["category"], error["reason"]) == ("configuration_error", "missing_scope")
    assert any("channels:history" in line for line in error["details"])


@pytest.mark.anyio
async def test_a_revoked_token_is_the_administrators_affair(tmp_path: Path) -> None:
    place = world()
    place.token = "xoxb-nobodys"
    async with place.office(tmp_path) as desk:
        error = await desk.refused("read_messages", channel="#ops")

    assert (error["category"], error["reason"]) == ("configuration_error", "credential_rejected")


@pytest.mark.anyio
async def test_a_users_token_searches_and_words_of_the_search_box_are_words(tmp_path: Path) -> None:
    place = world()
    place.token = "xoxp-sandbox-alex"
    place.says("a remarkable word: zanzibar")
    async with place.office(tmp_path) as desk:
        found = await desk.ok("search_messages", text="zanzibar", channel="#checkout", author="@priya.raman")
        none = await desk.ok("search_messages", text="zanzibar in:random")
        scoped = [one for one in desk.sent if one.path.endswith("search.messages")][-1]

    assert len(found["messages"]) == 1
    assert none["messages"] == []
    assert "%22in%3Arandom%22" in scoped.query


@pytest.mark.anyio
async def test_a_search_shows_nothing_out_of_scope(tmp_path: Path) -> None:
    place = world()
    place.token = "xoxp-sandbox-alex"
    async with place.office(tmp_path, SCOPE__CHANNELS='["#general"]') as desk:
        found = await desk.ok("search_messages", text="the")

    assert all(each["message"].startswith(place.closed) for each in found["messages"])


ROOT_OF_FILES = "http://127.0.0.1/slack-files"


@pytest.mark.anyio
@pytest.mark.parametrize("host", ["https://evil.example", "http://127.0.0.1:8443", "http://user@127.0.0.1", "https://files.slack.com.evil.example"])  # fmt: skip
async def test_a_files_address_of_another_host_is_never_asked(tmp_path: Path, host: str) -> None:
    place = world()
    (tmp_path / "in").mkdir()
    ts = place.attaches("report.txt", b"a report")

    def elsewhere(_sent: Sent, answer: httpx.Response) -> httpx.Response:
        return httpx.Response(200, content=answer.content.replace(ROOT_OF_FILES.encode(), host.encode()))

    async with place.office(tmp_path, DOWNLOADS__ROOT=str(tmp_path / "in")) as desk:
        desk.wire.twist = elsewhere
        error = await desk.refused("download_file", message=f"C0FERN00002/{ts}", file="report.txt")

    assert error["reason"] == "foreign_address"
    assert all("/slack/api/" in one.path for one in desk.sent)


@pytest.mark.anyio
async def test_a_login_page_is_no_file_and_a_move_is_followed(tmp_path: Path) -> None:
    place = world()
    (tmp_path / "in").mkdir()
    ts = place.attaches("report.txt", b"a report")
    async with place.office(tmp_path, DOWNLOADS__ROOT=str(tmp_path / "in")) as desk:
        place.company.chat.temper.files_move = True
        saved = await desk.ok("download_file", message=f"C0FERN00002/{ts}", file="report.txt")
        next(iter(reversed(place.company.chat.files.values()))).content = None
        error = await desk.refused("download_file", message=f"C0FERN00002/{ts}", file="report.txt")

    assert saved["size"] == 8
    assert (error["category"], error["reason"]) == ("permission_denied", "login_page")


@pytest.mark.anyio
async def test_an_upload_whose_answer_is_lost_is_found_by_its_file(tmp_path: Path) -> None:
    place = world()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.txt").write_bytes("ä b".encode())

    def lost(sent: Sent, answer: httpx.Response) -> httpx.Response:
        if sent.path.endswith("completeUploadExternal"):
            raise httpx.ReadError("lost")
        return answer

    async with place.office(tmp_path, **WRITES, UPLOADS__ROOT=str(tmp_path / "out")) as desk:
        desk.wire.twist = lost
        sent = await desk.ok("upload_file", channel="#checkout", path="a.txt")

    assert sent["reconciled"] is True
    assert place.files() == ["ä b".encode()]


@pytest.mark.anyio
async def test_the_upload_carries_no_credential_to_the_second_host(tmp_path: Path) -> None:
    place = world()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.txt").write_bytes(b"x")
    heads: list[str | None] = []

    async with place.office(tmp_path, **WRITES, UPLOADS__ROOT=str(tmp_path / "out")) as desk:
        inner = desk.wire.inner.handle_async_request

        async def watched(request: httpx.Request) -> httpx.Response:
            if "/slack-files/" in request.url.path:
                heads.append(request.headers.get("authorization"))
            return await inner(request)

        desk.wire.inner.handle_async_request = watched  # type: ignore[method-assign]
        await desk.ok("upload_file", channel="#checkout", path="a.txt")

    assert heads == [None]
