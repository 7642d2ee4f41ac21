"""Sending to the chat: what is kept, what is refused, and where it ends up."""

from typing import Any

import pytest
from tests.sandbox.chat_client import AGENT, ALEX, DEPLOYS, PRIYA, talking, texts


def test_a_message_is_answered_with_a_ts_and_stands_in_the_history() -> None:
    with talking() as talk:
        said = talk.do("chat.postMessage", channel="#checkout", text="on it")
        history = talk.do("conversations.history", channel="#checkout", limit=1)
        assert (history["messages"][0]["ts"], texts(history)) == (said["ts"], ["on it"])
        assert said["message"]["user"] == "U0FERNAGNT"
        assert said["message"]["bot_profile"]["name"] == "Agent"


def test_every_ts_is_unique_and_later_than_the_one_before() -> None:
    with talking() as talk:
        sent = [
            talk.do("chat.postMessage", channel=name, text="x")["ts"] for name in ("#ops", "#checkout") * 5
        ]
        everything = [one.ts for room in talk.chat.channels.values() for one in room.messages.values()]
        assert sent == sorted(set(sent))
        assert len(set(everything)) == len(everything)
        assert max(everything) == sent[-1]


def test_the_same_words_twice_are_two_messages() -> None:
    with talking() as talk:
        first, second = (talk.do("chat.postMessage", channel="#ops", text="done") for _ in range(2))
        assert first["ts"] != second["ts"]
        assert talk.channel("ops").texts()[-2:] == ["done", "done"]


def test_forms_json_and_queries_say_the_same() -> None:
    with talking() as talk:
        room = talk.channel("ops").id
        headers = {"Authorization": f"Bearer {AGENT}"}
        form = {"channel": room, "text": "a form", "blocks": '[{"type":"divider"}]', "unfurl_links": "false"}
        assert talk.http.post("/api/chat.postMessage", data=form, headers=headers).json()["ok"]
        assert talk.last("ops").blocks[0]["type"] == "divider"
        by_query = {"channel": room, "limit": "1", "token": AGENT}
        assert texts(talk.http.get("/api/conversations.history", params=by_query).json()) == ["a form"]
        in_form = {"token": AGENT, "channel": room, "limit": "1"}
        assert texts(talk.http.post("/api/conversations.history", data=in_form).json()) == ["a form"]


@pytest.mark.parametrize(
    ("where", "arguments", "error"),
    [
        ("#checkout", {}, "no_text"),
        ("#checkout", {"blocks": [{"type": "section"}]}, "invalid_blocks"),
        ("#checkout", {"blocks": [{"type": "section", "fields": []}]}, "invalid_blocks"),
        (
            "#checkout",
            {"blocks": [{"type": "section", "fields": [{"type": "mrkdwn", "text": "x" * 2001}]}]},
            "invalid_blocks",
        ),
        ("#checkout", {"blocks": [{"type": ["divider"]}]}, "invalid_blocks"),
        ("#checkout", {"blocks": [{"type": "table", "rows": []}]}, "invalid_blocks"),
        ("#checkout", {"blocks": [{"type": "context", "elements": []}]}, "invalid_blocks"),
        (
            "#checkout",
            {"blocks": [{"type": "image", "image_url": "https://x.example/a.png"}]},
            "invalid_blocks",
        ),
        ("#checkout", {"text": "x", "attachments": {}}, "invalid_attachments"),
        (
            "#checkout",
            {"text": "x", "metadata": {"event_type": "a", "event_payload": {"k": "x" * 9000}}},
            "metadata_too_large",
        ),
        ("#checkout", {"text": " \n"}, "no_text"),
        ("#old-shop", {"text": "x"}, "is_archived"),
        ("#random", {"text": "x"}, "not_in_channel"),
        ("#incidents", {"text": "x"}, "channel_not_found"),
        ("C0NOWHERE00", {"text": "x"}, "channel_not_found"),
        ("#checkout", {"text": "x", "markdown_text": "x"}, "markdown_text_conflict"),
        ("#checkout", {"markdown_text": "x", "blocks": [{"type": "divider"}]}, "markdown_text_conflict"),
        ("#checkout", {"markdown_text": "x" * 12_001}, "msg_too_long"),
        ("#checkout", {"blocks": "no json"}, "invalid_blocks_format"),
        ("#checkout", {"blocks": {"type": "divider"}}, "invalid_blocks_format"),
        ("#checkout", {"blocks": [{"type": "nonsense"}]}, "invalid_blocks"),
        ("#checkout", {"blocks": [{"type": "divider"}] * 51}, "invalid_blocks"),
        ("#checkout", {"blocks": [{"type": "divider", "block_id": "a"}] * 2}, "invalid_blocks"),
        ("#checkout", {"blocks": [{"type": "divider", "block_id": "a" * 256}]}, "invalid_blocks"),
        (
            "#checkout",
            {"blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3001}}]},
            "invalid_blocks",
        ),
        (
            "#checkout",
            {"blocks": [{"type": "header", "text": {"type": "mrkdwn", "text": "x"}}]},
            "invalid_blocks",
        ),
        (
            "#checkout",
            {"blocks": [{"type": "table", "rows": [[{"type": "raw_text", "text": "x" * 10_001}]]}]},
            "invalid_blocks",
        ),
        ("#checkout", {"blocks": [{"type": "markdown", "text": "x" * 7000}] * 2}, "msg_blocks_too_long"),
        ("#checkout", {"text": "x", "attachments": [{"text": "x"}] * 101}, "too_many_attachments"),
        ("#checkout", {"text": "x", "metadata": "no json"}, "invalid_metadata_format"),
        ("#checkout", {"text": "x", "metadata": {"event_type": "a"}}, "invalid_metadata_format"),
        (
            "#checkout",
            {"text": "x", "metadata": {"event_type": "a b", "event_payload": {}}},
            "invalid_metadata_schema",
        ),
    ],
)
def test_what_the_vendor_refuses_is_refused_and_leaves_nothing(
    where: str, arguments: Any, error: str
) -> None:
    with talking() as talk:
        before = [len(one.messages) for one in talk.chat.channels.values()]
        assert talk.error("chat.postMessage", channel=where, **arguments) == error
        assert [len(one.messages) for one in talk.chat.channels.values()] == before


def test_a_channel_where_few_may_post_refuses_the_others() -> None:
    with talking() as talk:
        talk.channel("general").refuses = "restricted_action"
        assert talk.error("chat.postMessage", channel="#general", text="x") == "restricted_action"
        assert talk.do("chat.postMessage", PRIYA, channel="#general", text="x")["ok"]


def test_text_above_the_limit_is_cut() -> None:
    with talking() as talk:
        talk.do("chat.postMessage", channel="#ops", text="x" * 40_001)
        assert len(talk.last("ops").text) == 40_000


def test_a_reply_goes_to_its_thread_and_nowhere_else() -> None:
    with talking() as talk:
        root = talk.do("chat.postMessage", channel="#ops", text="root")["ts"]
        reply = talk.do("chat.postMessage", channel="#ops", text="reply", thread_ts=root)
        assert reply["message"]["thread_ts"] == root
        assert texts(talk.do("conversations.history", channel="#ops", limit=1)) == ["root"]
        thread = talk.do("conversations.replies", channel="#ops", ts=root)["messages"]
        assert [one["text"] for one in thread] == ["root", "reply"]
        assert (thread[0]["reply_count"], thread[0]["latest_reply"]) == (1, reply["ts"])
        assert thread[1]["parent_user_id"] == "U0FERNAGNT"


def test_a_reply_that_is_broadcast_stands_in_both() -> None:
    with talking() as talk:
        root = talk.do("chat.postMessage", channel="#ops", text="root")["ts"]
        talk.do("chat.postMessage", channel="#ops", text="both", thread_ts=root, reply_broadcast=True)
        history = talk.do("conversations.history", channel="#ops", limit=2)
        assert texts(history) == ["both", "root"]
        assert history["messages"][0]["subtype"] == "thread_broadcast"
        assert texts(talk.do("conversations.replies", channel="#ops", ts=root)) == ["root", "both"]


@pytest.mark.parametrize(
    "form", [float, lambda ts: int(float(ts)), lambda ts: ts.rstrip("0")], ids=["float", "int", "short"]
)
def test_a_thread_ts_that_is_no_ts_posts_into_the_channel(form: Any) -> None:
    with talking() as talk:
        root = talk.do("chat.postMessage", channel="#ops", text="root")["ts"]
        said = talk.do("chat.postMessage", channel="#ops", text="astray", thread_ts=form(root))
        assert "thread_ts" not in said["message"]
        assert texts(talk.do("conversations.history", channel="#ops", limit=1)) == ["astray"]


def test_a_reply_to_a_reply_is_not_seen_in_the_thread() -> None:
    with talking() as talk:
        root = talk.do("chat.postMessage", channel="#ops", text="root")["ts"]
        reply = talk.do("chat.postMessage", channel="#ops", text="reply", thread_ts=root)["ts"]
        talk.do("chat.postMessage", channel="#ops", text="lost", thread_ts=reply)
        assert texts(talk.do("conversations.replies", channel="#ops", ts=root)) == ["root", "reply"]


def test_metadata_comes_back_to_those_only_who_ask() -> None:
    stamp = {"event_type": "sent", "event_payload": {"k": "0123"}}
    with talking() as talk:
        talk.do("chat.postMessage", channel="#ops", text="stamped", metadata=stamp)
        plain = talk.do("conversations.history", channel="#ops", limit=1)["messages"][0]
        whole = talk.do("conversations.history", channel="#ops", limit=1, include_all_metadata=True)[
            "messages"
        ][0]
        assert "metadata" not in plain
        assert whole["metadata"] == stamp


def test_a_message_to_a_person_opens_the_conversation_with_them() -> None:
    with talking() as talk:
        said = talk.do("chat.postMessage", channel="U0FERNPRIY", text="hello")
        assert said["channel"].startswith("D")
        assert talk.do("chat.postMessage", channel="U0FERNPRIY", text="again")["channel"] == said["channel"]
        assert talk.error("chat.postMessage", channel="U0FERNINES", text="x") == "user_disabled"


def test_a_bot_without_membership_posts_only_with_the_scope_for_it() -> None:
    with talking() as talk:
        assert talk.do("chat.postMessage", DEPLOYS, channel="#random", text="x")["ok"]
        assert talk.error("chat.postMessage", ALEX, channel="#ops", text="x") == "not_in_channel"


@pytest.mark.parametrize("markdown", ["**bold** <https://x.example>", "| a | b |\n|---|---|\n| 1 | 2 |"])
def test_markdown_is_kept_as_a_block(markdown: str) -> None:
    with talking() as talk:
        talk.do("chat.postMessage", channel="#ops", markdown_text=markdown)
        assert talk.last("ops").blocks[0]["text"] == markdown
