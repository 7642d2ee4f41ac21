"""What is said in the company's chat before anybody comes."""

import httpx
from tests.sandbox.chat_client import ALEX, pages, talking, texts

from narrowgate_sandbox import fernwood
from narrowgate_sandbox.slack import mrkdwn


def test_every_conversation_reads_as_the_vendor_describes_it() -> None:
    with talking() as talk:
        for room in talk.chat.channels.values():
            talk.channel("incidents").members["U0FERNAGNT"] = None
            talk.channel("random").members["U0FERNAGNT"] = None
            if "U0FERNAGNT" in room.members:
                assert talk.do("conversations.history", channel=room.id, include_all_metadata=True)[
                    "messages"
                ]
                assert talk.do("conversations.info", channel=room.id)["ok"]
        for page in pages(talk, "users.list", "members", limit=5):
            assert page


def test_texts_are_stored_already_and_pings_are_remembered() -> None:
    chat = fernwood().chat
    groups = {one.handle: one.id for one in chat.groups}
    for room in chat.channels.values():
        for one in room.messages.values():
            assert mrkdwn.stored(one.text) == one.text
            assert mrkdwn.pinged(one.text, groups) == one.pinged


def test_every_ts_is_unique_and_before_the_company_opens() -> None:
    company = fernwood()
    stamps = [ts for room in company.chat.channels.values() for ts in room.messages]
    assert len(set(stamps)) == len(stamps)
    assert max(stamps) < f"{company.clock.now.timestamp():.6f}"


def test_a_thread_has_replies_and_one_that_went_to_the_channel() -> None:
    with talking() as talk:
        root = next(talk.channel("checkout").ordered())
        thread = talk.do("conversations.replies", channel="#checkout", ts=root.ts)["messages"]
        assert thread[0]["reply_count"] == 3
        assert "```\nkey = uuid4()" in thread[2]["text"]
        assert thread[3]["subtype"] == "thread_broadcast"
        history = texts(talk.do("conversations.history", channel="#checkout"))
        assert thread[3]["text"] in history
        assert thread[1]["text"] not in history


def test_bots_speak_in_blocks_and_attachments_without_a_text() -> None:
    with talking() as talk:
        said = talk.do("conversations.history", channel="#ops")["messages"]
        assert any(not one["text"] and one.get("blocks") for one in said)
        assert any(not one["text"] and one.get("attachments") for one in said)


def test_a_message_has_a_picture_and_a_file_with_a_japanese_name() -> None:
    with talking() as talk:
        picture, notes = talk.do("conversations.history", channel="#checkout", limit=1)["messages"][0][
            "files"
        ]
        assert (picture["mimetype"], notes["name"]) == ("image/png", "議事録 2026-11-27.txt")
        headers = {"Authorization": f"Bearer {ALEX}"}
        content = httpx.get(notes["url_private"], headers=headers, trust_env=False).content
        assert "二重請求" in content.decode()


def test_tokens_and_people_are_found_by_handle() -> None:
    chat = fernwood().chat
    assert (chat.token("agent"), chat.token("alex.lindqvist", user=True)) == (
        "xoxb-sandbox-agent",
        "xoxp-sandbox-alex",
    )
    assert chat.handle("jun.okada").id == "U0FERNJUNO"


def test_two_companies_share_nothing() -> None:
    first, second = fernwood(), fernwood()
    first.chat.channel("ops").messages.clear()
    assert second.chat.channel("ops").messages
